package squall.ycsb;

import java.util.List;

/** What YCSB's measurements read, under their names and with their defaults. */
public final class MeasurementProperties {
    public static final Property<String> TYPE = Property.of(
            "measurementtype",
            Format.oneOf(
                    "hdrhistogram", "histogram", "hdrhistogram+histogram", "hdrhistogram+raw", "timeseries", "raw"),
            "hdrhistogram",
            "form of the report's latencies");
    public static final Property<String> INTERVAL = Property.of(
            "measurement.interval",
            Format.oneOf("op", "intended", "both"),
            "op",
            "latency from sending (op), from the intended start, or both");
    public static final Property<Boolean> TRACK_JVM =
            Property.flag("measurement.trackjvm", false, "extremes of memory, threads and load in the report");
    /** Read leniently by the report, as upstream does. */
    public static final Property<String> PERCENTILES =
            Property.text("hdrhistogram.percentiles", "95,99", "percentiles of the report");

    public static final Property<Boolean> FILE_OUTPUT =
            Property.flag("hdrhistogram.fileoutput", false, "one histogram log for each operation");
    public static final Property<String> OUTPUT_PATH =
            Property.text("hdrhistogram.output.path", "", "prefix of the histogram logs' names");
    public static final Property<Integer> BUCKETS =
            Property.of("histogram.buckets", Format.small(1, 100_000_000), 1000, "buckets of 1 ms");
    public static final Property<Boolean> VERBOSE =
            Property.flag("measurement.histogram.verbose", false, "prints every bucket, empty ones too");
    public static final Property<Long> GRANULARITY =
            Property.of("timeseries.granularity", Format.whole(1), 1000L, "milliseconds of a slot");
    public static final Property<String> RAW_FILE =
            Property.text("measurement.raw.output_file", "", "where raw samples go; unset: standard output");
    public static final Property<Boolean> RAW_NO_SUMMARY =
            Property.flag("measurement.raw.no_summary", false, "raw samples without a summary");

    static final List<Property<?>> ALL = List.of(
            TYPE,
            INTERVAL,
            TRACK_JVM,
            PERCENTILES,
            FILE_OUTPUT,
            OUTPUT_PATH,
            BUCKETS,
            VERBOSE,
            GRANULARITY,
            RAW_FILE,
            RAW_NO_SUMMARY);

    private MeasurementProperties() {}
}
