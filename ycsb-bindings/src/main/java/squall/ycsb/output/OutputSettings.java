package squall.ycsb.output;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.MeasurementProperties;
import squall.ycsb.PropertyDefinition;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/**
 * The settings of everything this package prints and writes, read and checked once.
 *
 * @param buckets of one millisecond each, of {@code measurementtype=histogram}
 * @param slotSeconds length of a slot of {@code measurementtype=timeseries}
 * @param statusSeconds between two status lines, and between two intervals of a histogram file
 * @param hdrPrefix prefix of the histogram files, if they are requested
 * @param rawFile present if every sample is to be written
 */
record OutputSettings(
        MeasurementType type,
        MeasurementInterval interval,
        Percentiles percentiles,
        ErrorLatency errorLatency,
        boolean verbose,
        int buckets,
        boolean rawSummary,
        int slotSeconds,
        long statusSeconds,
        boolean trackJvm,
        Optional<String> hdrPrefix,
        Optional<Path> rawFile) {

    /** @throws CommandException if the requested output is not possible */
    static OutputSettings of(YcsbProperties properties) throws CommandException {
        MeasurementType type = MeasurementType.named(properties.get(MeasurementProperties.TYPE));
        return new OutputSettings(
                type,
                interval(properties),
                Percentiles.of(properties.get(MeasurementProperties.PERCENTILES)),
                ErrorLatency.of(
                        properties.get(ClientProperties.REPORT_LATENCY_FOR_EACH_ERROR),
                        properties.get(ClientProperties.LATENCY_TRACKED_ERRORS)),
                properties.get(MeasurementProperties.VERBOSE),
                properties.get(MeasurementProperties.BUCKETS),
                !properties.get(MeasurementProperties.RAW_NO_SUMMARY),
                slotSeconds(properties),
                properties.get(ClientProperties.STATUS_INTERVAL),
                properties.get(MeasurementProperties.TRACK_JVM),
                hdrPrefix(properties),
                type.raw() ? Optional.of(rawFile(properties)) : Optional.empty());
    }

    private static MeasurementInterval interval(YcsbProperties properties) {
        if (!properties.isSet(MeasurementProperties.INTERVAL) && scheduled(properties)) {
            return MeasurementInterval.BOTH;
        }
        return MeasurementInterval.named(properties.get(MeasurementProperties.INTERVAL));
    }

    /** Tells whether there is a schedule, in which case latency from sending alone would hide every wait behind a stalled operation. */
    static boolean scheduled(YcsbProperties properties) {
        return properties.get(ClientProperties.TARGET) > 0
                || Stream.of(SquallProperties.RATE, SquallProperties.RAMP, SquallProperties.TERMINALS)
                        .anyMatch(properties::isSet);
    }

    private static int slotSeconds(YcsbProperties properties) throws CommandException {
        PropertyDefinition<Long> granularity = MeasurementProperties.GRANULARITY;
        long milliseconds = properties.get(granularity);
        if (milliseconds % 1000 != 0) {
            throw CommandException.usage(properties.origin(granularity) + ": " + granularity.name()
                    + " must be a multiple of 1000 ms, because the timeline has a resolution of one second, not '"
                    + milliseconds
                    + "'");
        }
        return Math.toIntExact(milliseconds / 1000);
    }

    private static Optional<String> hdrPrefix(YcsbProperties properties) {
        return properties.get(MeasurementProperties.FILE_OUTPUT)
                ? Optional.of(properties.get(MeasurementProperties.OUTPUT_PATH))
                : Optional.empty();
    }

    private static Path rawFile(YcsbProperties properties) throws CommandException {
        String file = properties.get(MeasurementProperties.RAW_FILE);
        if (file.isEmpty()) {
            throw CommandException.usage(properties.origin(MeasurementProperties.TYPE) + ": "
                    + MeasurementProperties.TYPE.name() + "=" + properties.get(MeasurementProperties.TYPE)
                    + " writes every sample, but standard output is reserved for the report: give a file with -p "
                    + MeasurementProperties.RAW_FILE.name() + "=FILE");
        }
        return Path.of(file);
    }

    /**
     * Choice of the failures that get a group of their own, {@code OP-STATUS} instead of {@code OP-FAILED}.
     *
     * @param each all of them ({@code reportlatencyforeacherror})
     * @param tracked otherwise those with these codes ({@code latencytrackederrors})
     */
    record ErrorLatency(boolean each, Set<String> tracked) {
        ErrorLatency {
            tracked = Set.copyOf(tracked);
        }

        static ErrorLatency of(boolean each, String tracked) {
            return new ErrorLatency(
                    each,
                    Arrays.stream(tracked.split(",", -1))
                            .filter(code -> !code.isEmpty())
                            .collect(Collectors.toSet()));
        }

        /** Tells whether any failure may get a group of its own. */
        boolean wanted() {
            return each || !tracked.isEmpty();
        }

        boolean apart(String code) {
            return each || tracked.contains(code);
        }
    }

    /** Form in which the latencies of a group are written ({@code measurementtype}). */
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
                    .orElseThrow(() -> new IllegalArgumentException("unknown measurement type " + text));
        }

        /** Tells whether every single sample is written to a file. */
        boolean raw() {
            return this == RAW || this == HDRHISTOGRAM_AND_RAW;
        }
    }

    /** Start from which latency counts in a report ({@code measurement.interval}). */
    enum MeasurementInterval {
        /** Sending. */
        OP,
        /** The moment the operation was due. */
        INTENDED,
        /** Both, the second in groups named {@code Intended-…}. */
        BOTH;

        /** @param text one of those the property allows */
        static MeasurementInterval named(String text) {
            return valueOf(text.strip().toUpperCase(Locale.ROOT));
        }
    }
}
