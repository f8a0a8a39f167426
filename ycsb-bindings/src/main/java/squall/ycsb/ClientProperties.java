package squall.ycsb;

import java.util.List;

/** What YCSB's client reads, under its names and with its defaults. */
public final class ClientProperties {
    /** The workload that Squall runs on its own implementation. */
    public static final String CORE_WORKLOAD = "site.ycsb.workloads.CoreWorkload";

    public static final Property<String> WORKLOAD = Property.text("workload", "", "class of the workload");
    public static final Property<String> DB = Property.text("db", "site.ycsb.BasicDB", "class of the database");
    public static final Property<Long> RECORD_COUNT = Property.whole("recordcount", 0, "rows in the table");
    public static final Property<Long> OPERATION_COUNT =
            Property.whole("operationcount", 0, "operations of a run; 0: until maxexecutiontime");
    public static final Property<Long> INSERT_COUNT = Property.derived(
            "insertcount", Format.whole(0), "rows this load inserts; unset: recordcount - insertstart");
    public static final Property<Integer> THREAD_COUNT =
            Property.of("threadcount", Format.small(1, 100_000), 1, "connections held at once");
    public static final Property<Double> TARGET =
            Property.of("target", Format.number(0, 1e9), 0.0, "operations per second over all threads; 0: unlimited");
    public static final Property<Long> MAX_EXECUTION_TIME = Property.of(
            "maxexecutiontime", Format.whole(0, 1_000_000_000), 0L, "seconds after which a run ends; 0: no limit");
    public static final Property<Boolean> DO_TRANSACTIONS =
            Property.flag("dotransactions", true, "set by the command: false loads, true runs");
    public static final Property<Boolean> STATUS = Property.flag("status", false, "status lines on standard error");
    public static final Property<Long> STATUS_INTERVAL =
            Property.of("status.interval", Format.whole(1), 10L, "seconds between status lines");
    public static final Property<String> LABEL = Property.text("label", "", "put before each status line");
    public static final Property<String> EXPORTER = Property.text(
            "exporter",
            "site.ycsb.measurements.exporter.TextMeasurementsExporter",
            "class that writes the report; JSONMeasurementsExporter and JSONArrayMeasurementsExporter beside it");
    public static final Property<String> EXPORT_FILE =
            Property.text("exportfile", "", "where the report goes; unset: standard output");
    public static final Property<Boolean> SPIN_SLEEP =
            Property.flag("spin.sleep", false, "accepted; Squall's pacing needs no busy wait");
    public static final Property<Boolean> REPORT_LATENCY_FOR_EACH_ERROR =
            Property.flag("reportlatencyforeacherror", false, "failed operations are measured apart for each status");
    public static final Property<String> LATENCY_TRACKED_ERRORS =
            Property.text("latencytrackederrors", "", "comma list of statuses that are measured apart");

    static final List<Property<?>> ALL = List.of(
            WORKLOAD,
            DB,
            RECORD_COUNT,
            OPERATION_COUNT,
            INSERT_COUNT,
            THREAD_COUNT,
            TARGET,
            MAX_EXECUTION_TIME,
            DO_TRANSACTIONS,
            STATUS,
            STATUS_INTERVAL,
            LABEL,
            EXPORTER,
            EXPORT_FILE,
            SPIN_SLEEP,
            REPORT_LATENCY_FOR_EACH_ERROR,
            LATENCY_TRACKED_ERRORS);

    private ClientProperties() {}
}
