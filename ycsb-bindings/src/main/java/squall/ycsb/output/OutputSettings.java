package squall.ycsb.output;

import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.ycsb.ClientProperties;
import squall.ycsb.MeasurementProperties;
import squall.ycsb.Property;
import squall.ycsb.SquallProperties;
import squall.ycsb.YcsbProperties;

/**
 * The settings of everything this package prints and writes, read and checked once.
 *
 * @param buckets of one millisecond each, of {@code measurementtype=histogram}
 * @param slotSeconds length of a slot of {@code measurementtype=timeseries}
 * @param statusSeconds between two status lines, and between two intervals of a histogram file
 * @param hdrPrefix present if histogram files are wanted: what their names begin with
 * @param rawFile present if every sample is to be written
 */
record OutputSettings(
        MeasurementType type,
        Interval interval,
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

    /** @throws CommandException if what was asked for cannot be had */
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

    private static Interval interval(YcsbProperties properties) {
        if (!properties.isSet(MeasurementProperties.INTERVAL) && scheduled(properties)) {
            return Interval.BOTH;
        }
        return Interval.named(properties.get(MeasurementProperties.INTERVAL));
    }

    /** Where there is a schedule, latency from sending alone would hide every wait behind a stalled operation. */
    private static boolean scheduled(YcsbProperties properties) {
        return properties.get(ClientProperties.TARGET) > 0
                || Stream.of(SquallProperties.RATE, SquallProperties.RAMP, SquallProperties.TERMINALS)
                        .anyMatch(properties::isSet);
    }

    private static int slotSeconds(YcsbProperties properties) throws CommandException {
        Property<Long> granularity = MeasurementProperties.GRANULARITY;
        long milliseconds = properties.get(granularity);
        if (milliseconds % 1000 != 0) {
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(granularity) + ": " + granularity.name()
                            + " must be a multiple of 1000 ms, as the timeline is kept by seconds, not '" + milliseconds
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
            throw new CommandException(
                    ExitCode.USAGE,
                    properties.origin(MeasurementProperties.TYPE) + ": "
                            + MeasurementProperties.TYPE.name() + "=" + properties.get(MeasurementProperties.TYPE)
                            + " writes every sample, and standard output is kept for the report: name a file with -p "
                            + MeasurementProperties.RAW_FILE.name() + "=FILE");
        }
        return Path.of(file);
    }
}
