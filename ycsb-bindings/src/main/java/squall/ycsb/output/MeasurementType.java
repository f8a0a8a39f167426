package squall.ycsb.output;

import java.util.Arrays;

/** How the latencies of a group are told ({@code measurementtype}). */
enum MeasurementType {
    HISTOGRAM("histogram"),
    HDRHISTOGRAM("hdrhistogram"),
    HDRHISTOGRAM_AND_HISTOGRAM("hdrhistogram+histogram"),
    HDRHISTOGRAM_AND_RAW("hdrhistogram+raw"),
    TIMESERIES("timeseries"),
    RAW("raw");

    private final String text;

    MeasurementType(String text) {
        this.text = text;
    }

    /** @param text one of those the property allows */
    static MeasurementType named(String text) {
        return Arrays.stream(values())
                .filter(t -> t.text.equals(text.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no measurement type is called " + text));
    }

    /** Whether every single sample is written to a file. */
    boolean raw() {
        return this == RAW || this == HDRHISTOGRAM_AND_RAW;
    }
}
