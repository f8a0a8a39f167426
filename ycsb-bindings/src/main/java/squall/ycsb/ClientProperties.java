package squall.ycsb;

/** Catalog of the properties of YCSB's client, under its names and with its defaults. */
public final class ClientProperties {
    /** The workload that Squall runs on its own implementation. */
    public static final String CORE_WORKLOAD = "site.ycsb.workloads.CoreWorkload";

    public static final PropertyDefinition<String> WORKLOAD =
            PropertyDefinition.text("workload", "", "class of the workload");
    public static final PropertyDefinition<String> DB =
            PropertyDefinition.text("db", "site.ycsb.BasicDB", "class of the database");
    public static final PropertyDefinition<Long> RECORD_COUNT =
            PropertyDefinition.whole("recordcount", 0, "rows in the table");
    public static final PropertyDefinition<Long> OPERATION_COUNT =
            PropertyDefinition.whole("operationcount", 0, "operations of a run; 0: until maxexecutiontime");
    public static final PropertyDefinition<Long> INSERT_COUNT = PropertyDefinition.derived(
            "insertcount", PropertyFormat.whole(0), "rows this load inserts; unset: recordcount - insertstart");
    public static final PropertyDefinition<Integer> THREAD_COUNT =
            PropertyDefinition.small("threadcount", 1, 100_000, 1, "connections held at once");
    public static final PropertyDefinition<Double> TARGET =
            PropertyDefinition.number("target", 0, 1e9, 0.0, "operations per second over all threads; 0: unlimited");
    public static final PropertyDefinition<Long> MAX_EXECUTION_TIME = PropertyDefinition.of(
            "maxexecutiontime",
            PropertyFormat.whole(0, 1_000_000_000),
            0L,
            "maximum duration of a run in seconds; 0: no limit");
    public static final PropertyDefinition<Boolean> DO_TRANSACTIONS =
            PropertyDefinition.flag("dotransactions", true, "set by the command: false loads, true runs");
    public static final PropertyDefinition<Boolean> STATUS =
            PropertyDefinition.flag("status", false, "status lines on standard error");
    public static final PropertyDefinition<Long> STATUS_INTERVAL = PropertyDefinition.of(
            "status.interval", PropertyFormat.whole(1), 10L, "interval of status lines in seconds");
    public static final PropertyDefinition<String> LABEL =
            PropertyDefinition.text("label", "", "prefix of each status line");
    public static final PropertyDefinition<String> EXPORTER = PropertyDefinition.text(
            "exporter",
            "site.ycsb.measurements.exporter.TextMeasurementsExporter",
            "class that writes the report; also available: JSONMeasurementsExporter and JSONArrayMeasurementsExporter");
    public static final PropertyDefinition<String> EXPORT_FILE =
            PropertyDefinition.text("exportfile", "", "file of the report; unset: standard output");
    public static final PropertyDefinition<Boolean> SPIN_SLEEP =
            PropertyDefinition.flag("spin.sleep", false, "accepted; Squall's pacing needs no busy wait");
    public static final PropertyDefinition<Boolean> REPORT_LATENCY_FOR_EACH_ERROR = PropertyDefinition.flag(
            "reportlatencyforeacherror", false, "failed operations are measured separately for each status");
    public static final PropertyDefinition<String> LATENCY_TRACKED_ERRORS = PropertyDefinition.text(
            "latencytrackederrors", "", "comma-separated statuses that are measured separately");

    private ClientProperties() {}
}
