package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.cli.ErrorBudget;
import squall.cli.StopRules;
import squall.run.StopRule;

/** What Squall adds to YCSB; each is a long option too, {@code squall.rate} is {@code --rate}. */
public final class SquallProperties {
    public static final Property<Speed> RATE = Property.of(
            "squall.rate",
            new Format<>(Speed.WANTED, Speed::parse),
            new Speed.Unlimited(),
            "open loop: operations per second, or a share of the measured maximum; unset: as fast as it goes");
    public static final Property<String> ARRIVAL = Property.of(
            "squall.arrival", Format.oneOf("constant", "poisson"), "constant", "how due times spread around the rate");
    public static final Property<Speed> RAMP = Property.of(
            "squall.ramp",
            new Format<>(Speed.RAMP_WANTED, Speed::parseRamp),
            new Speed.Unlimited(),
            "open loop: a rate that changes steadily, then stays");
    public static final Property<Integer> TERMINALS = Property.of(
            "squall.terminals", Format.small(0, 10_000_000), 0, "simulated users that share the rate; 0: none");
    public static final Property<Duration> WARM_UP = Property.of(
            "squall.warmup", Format.wholeSeconds(), Duration.ZERO, "a window of its own before the measured one");
    public static final Property<Long> SEED = Property.derived(
            "squall.seed", Format.whole(Long.MIN_VALUE), "of everything random; unset: drawn, and printed");
    public static final Property<String> RESULTS =
            Property.text("squall.results", "", "folder of the run directories; unset: SQUALL_RESULTS, else results");
    public static final Property<String> PROGRESS = Property.of(
            "squall.progress", Format.oneOf("auto", "tty", "plain", "json", "none"), "auto", "form of the progress");
    public static final Property<Boolean> QUIET =
            Property.flag("squall.quiet", false, "nothing on standard error but errors");
    public static final Property<Boolean> JSON =
            Property.flag("squall.json", false, "the report is one JSON document on standard output");
    public static final Property<ErrorBudget> ERROR_BUDGET = Property.of(
            "squall.error-budget",
            new Format<>("a share such as 0, 0.001 or 0.1%", SquallProperties::budget),
            ErrorBudget.NONE,
            "share of the operations that may fail, after retries; unset: 0");
    public static final Property<List<StopRule>> ABORT_ON = Property.of(
            "squall.abort-on", new Format<>(StopRules.WANTED, StopRules::parse), List.of(), "what ends a run early");
    public static final Property<String> EXISTING = Property.of(
            "squall.existing",
            Format.oneOf("", "append", "truncate", "drop"),
            "",
            "what a load does with rows that are there");
    public static final Property<Boolean> NO_VERIFY =
            Property.flag("squall.no-verify", false, "leaves out the check after a load");
    public static final Property<String> THREADS_KIND = Property.of(
            "squall.threads-kind", Format.oneOf("auto", "platform", "virtual"), "auto", "what carries the sessions");
    public static final Property<String> OWN = Property.of(
            "squall.workload",
            Format.oneOf("auto", "own", "upstream"),
            "auto",
            "whose CoreWorkload runs; auto: Squall's, if workload is exactly that class");
    public static final Property<String> VALUES = Property.of(
            "squall.values",
            Format.oneOf("random", "stamped"),
            "random",
            "stamped: values carry writer, sequence and checksum; what is read, and at the end every row written, is checked");
    public static final Property<Boolean> COUNTER = Property.flag(
            "squall.counter",
            false,
            "every read-modify-write raises one counter, in one transaction; at the end it must hold every acknowledged update");
    public static final Property<Long> RUN_INSERT_START = Property.derived(
            "squall.insertstart",
            Format.whole(0),
            "number of the first row a run inserts; unset: after the highest stored one");
    public static final Property<Duration> GRACE = Property.of(
            "squall.grace",
            Format.duration(),
            Duration.ofSeconds(10),
            "how long a call may outlive the end of the run");
    public static final Property<String> METRICS_PORT = Property.text(
            "squall.metrics-port",
            "",
            "serves the metrics to Prometheus on this port of loopback; 0: any that is free");
    public static final Property<String> METRICS_LINGER =
            Property.text("squall.metrics-linger", "", "how long they are served after the end, such as 15s");
    public static final Property<String> OTLP_ENDPOINT = Property.text(
            "squall.otlp-endpoint", "", "pushes the metrics there, such as http://127.0.0.1:4318/v1/metrics");
    public static final Property<String> DB_METRICS = Property.text(
            "squall.db-metrics",
            "auto",
            "figures of the database's own beside the load: auto, off, or the addresses of its pages for Prometheus");
    public static final Property<String> LOAD_MODE = Property.of(
            "load.mode",
            Format.oneOf("auto", "copy", "batch", "pipeline", "insert"),
            "auto",
            "how rows are loaded; auto: COPY where the server has it, else batches; many statements at once behind CQL");

    static final List<Property<?>> ALL = List.of(
            RATE,
            ARRIVAL,
            RAMP,
            TERMINALS,
            WARM_UP,
            SEED,
            RESULTS,
            PROGRESS,
            QUIET,
            JSON,
            ERROR_BUDGET,
            ABORT_ON,
            EXISTING,
            NO_VERIFY,
            THREADS_KIND,
            OWN,
            VALUES,
            COUNTER,
            RUN_INSERT_START,
            GRACE,
            METRICS_PORT,
            METRICS_LINGER,
            OTLP_ENDPOINT,
            DB_METRICS,
            LOAD_MODE);

    private SquallProperties() {}

    private static Optional<ErrorBudget> budget(String text) {
        try {
            return Optional.of(ErrorBudget.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the caller names what was found and what is wanted
        }
    }
}
