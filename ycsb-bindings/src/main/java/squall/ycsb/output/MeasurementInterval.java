package squall.ycsb.output;

import java.util.Locale;

/** From where latency counts in a report ({@code measurement.interval}). */
enum MeasurementInterval {
    /** From sending. */
    OP,
    /** From the moment the operation was due. */
    INTENDED,
    /** Both, the second in groups named {@code Intended-…}. */
    BOTH;

    /** @param text one of those the property allows */
    static MeasurementInterval named(String text) {
        return valueOf(text.strip().toUpperCase(Locale.ROOT));
    }
}
