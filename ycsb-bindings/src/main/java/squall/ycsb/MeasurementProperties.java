package squall.ycsb;

/** Catalog of the properties of YCSB's measurements, under their names and with their defaults. */
public final class MeasurementProperties {
    public static final PropertyDefinition<String> TYPE = PropertyDefinition.oneOf(
            "measurementtype",
            "representation of latencies in the report",
            "hdrhistogram",
            "histogram",
            "hdrhistogram+histogram",
            "hdrhistogram+raw",
            "timeseries",
            "raw");
    public static final PropertyDefinition<String> INTERVAL = PropertyDefinition.oneOf(
            "measurement.interval",
            "latency since sending (op), since due, or both (default with a rate)",
            "op",
            "intended",
            "both");
    public static final PropertyDefinition<Boolean> TRACK_JVM = PropertyDefinition.flag(
            "measurement.trackjvm", false, "minimum and maximum of memory, threads and load in the report");
    /** Read leniently by the report, as upstream does. */
    public static final PropertyDefinition<String> PERCENTILES =
            PropertyDefinition.text("hdrhistogram.percentiles", "95,99", "percentiles of the report");

    public static final PropertyDefinition<Boolean> FILE_OUTPUT =
            PropertyDefinition.flag("hdrhistogram.fileoutput", false, "one histogram log for each operation");
    public static final PropertyDefinition<String> OUTPUT_PATH =
            PropertyDefinition.text("hdrhistogram.output.path", "", "file name prefix of the histogram logs");
    public static final PropertyDefinition<Integer> BUCKETS =
            PropertyDefinition.small("histogram.buckets", 1, 100_000_000, 1000, "buckets of 1 ms");
    public static final PropertyDefinition<Boolean> VERBOSE =
            PropertyDefinition.flag("measurement.histogram.verbose", false, "prints every bucket, empty ones too");
    public static final PropertyDefinition<Long> GRANULARITY = PropertyDefinition.of(
            "timeseries.granularity",
            PropertyFormat.whole(1000, 86_400_000),
            1000L,
            "milliseconds per slot, a multiple of 1000");
    public static final PropertyDefinition<String> RAW_FILE =
            PropertyDefinition.text("measurement.raw.output_file", "", "file that raw samples need");
    public static final PropertyDefinition<Boolean> RAW_NO_SUMMARY =
            PropertyDefinition.flag("measurement.raw.no_summary", false, "raw samples without a summary");

    private MeasurementProperties() {}
}
