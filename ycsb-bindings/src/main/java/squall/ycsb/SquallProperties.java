package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import squall.cli.StopRules;
import squall.engine.schedule.StopRule;
import squall.verdict.ErrorBudget;

/** What Squall adds to YCSB; each is a long option too, {@code squall.rate} is {@code --rate}. */
public final class SquallProperties {
    public static final PropertyDefinition<TargetSpeed> RATE = PropertyDefinition.of(
            "squall.rate",
            new PropertyFormat<>(TargetSpeed.WANTED, TargetSpeed::parse),
            new TargetSpeed.Unlimited(),
            "open loop: operations per second, or a share of the measured maximum; unset: closed loop at full speed");
    public static final PropertyDefinition<String> ARRIVAL = PropertyDefinition.of(
            "squall.arrival", PropertyFormat.oneOf("constant", "poisson"), "constant", "distribution of due times");
    public static final PropertyDefinition<TargetSpeed> RAMP = PropertyDefinition.of(
            "squall.ramp",
            new PropertyFormat<>(TargetSpeed.RAMP_WANTED, TargetSpeed::parseRamp),
            new TargetSpeed.Unlimited(),
            "open loop: a rate that changes linearly, then stays constant");
    public static final PropertyDefinition<Integer> TERMINALS = PropertyDefinition.of(
            "squall.terminals", PropertyFormat.small(0, 10_000_000), 0, "simulated users that share the rate; 0: none");
    public static final PropertyDefinition<Duration> WARM_UP = PropertyDefinition.of(
            "squall.warmup",
            PropertyFormat.wholeSeconds(),
            Duration.ZERO,
            "warm-up, a separate window before the measured one");
    public static final PropertyDefinition<Long> SEED = PropertyDefinition.derived(
            "squall.seed",
            PropertyFormat.whole(Long.MIN_VALUE),
            "seed of all random choices; unset: random, and printed");
    public static final PropertyDefinition<String> RESULTS = PropertyDefinition.text(
            "squall.results", "", "folder of the run directories; unset: SQUALL_RESULTS, else results");
    public static final PropertyDefinition<String> TAG = PropertyDefinition.text(
            "squall.tag",
            "",
            "tags of the run, KEY or KEY=VALUE, to find it in the list of runs; separated by commas, or --tag again");
    public static final PropertyDefinition<String> PROGRESS = PropertyDefinition.of(
            "squall.progress",
            PropertyFormat.oneOf("auto", "tty", "plain", "json", "none"),
            "auto",
            "format of the progress output");
    public static final PropertyDefinition<Boolean> QUIET =
            PropertyDefinition.flag("squall.quiet", false, "print only errors and the verdict on standard error");
    public static final PropertyDefinition<Boolean> JSON =
            PropertyDefinition.flag("squall.json", false, "print the report as one JSON document on standard output");
    public static final PropertyDefinition<ErrorBudget> ERROR_BUDGET = PropertyDefinition.of(
            "squall.error-budget",
            new PropertyFormat<>("a share such as 0, 0.001 or 0.1%", SquallProperties::budget),
            ErrorBudget.NONE,
            "share of the operations that may fail, after retries; unset: 0");
    public static final PropertyDefinition<List<StopRule>> ABORT_ON = PropertyDefinition.of(
            "squall.abort-on",
            new PropertyFormat<>(StopRules.WANTED, StopRules::parse),
            List.of(),
            "conditions that end a run early");
    public static final PropertyDefinition<String> EXISTING = PropertyDefinition.of(
            "squall.existing",
            PropertyFormat.oneOf("", "append", "truncate", "drop"),
            "",
            "what a load does with existing rows");
    public static final PropertyDefinition<Boolean> NO_VERIFY =
            PropertyDefinition.flag("squall.no-verify", false, "skip the check after a load");
    public static final PropertyDefinition<String> THREADS_KIND = PropertyDefinition.of(
            "squall.threads-kind",
            PropertyFormat.oneOf("auto", "platform", "virtual"),
            "auto",
            "threads that run the sessions");
    public static final PropertyDefinition<String> OWN = PropertyDefinition.of(
            "squall.workload",
            PropertyFormat.oneOf("auto", "own", "upstream"),
            "auto",
            "implementation of CoreWorkload; auto: Squall's, if workload is exactly that class");
    public static final PropertyDefinition<String> VALUES = PropertyDefinition.of(
            "squall.values",
            PropertyFormat.oneOf("random", "stamped"),
            "random",
            "stamped: values contain writer, sequence and checksum; every value read is checked, and at the end every row written");
    public static final PropertyDefinition<Boolean> COUNTER = PropertyDefinition.flag(
            "squall.counter",
            false,
            "every read-modify-write increments one counter in one transaction; at the end it must contain every acknowledged update");
    public static final PropertyDefinition<Long> RUN_INSERT_START = PropertyDefinition.derived(
            "squall.insertstart",
            PropertyFormat.whole(0),
            "number of the first row that a run inserts; unset: after the highest stored row");
    public static final PropertyDefinition<Duration> GRACE = PropertyDefinition.of(
            "squall.grace",
            PropertyFormat.duration(),
            Duration.ofSeconds(10),
            "time that a call may continue after the end of the run");
    public static final PropertyDefinition<String> METRICS_PORT = PropertyDefinition.text(
            "squall.metrics-port", "", "serve the metrics to Prometheus on this loopback port; 0: any free port");
    public static final PropertyDefinition<String> METRICS_LINGER = PropertyDefinition.text(
            "squall.metrics-linger", "", "time the metrics are served after the end, such as 15s");
    public static final PropertyDefinition<String> OTLP_ENDPOINT = PropertyDefinition.text(
            "squall.otlp-endpoint", "", "push the metrics to this address, such as http://127.0.0.1:4318/v1/metrics");
    public static final PropertyDefinition<String> DB_METRICS = PropertyDefinition.text(
            "squall.db-metrics",
            "auto",
            "the database's own metrics during the run: auto, off, or the addresses of its Prometheus pages");
    public static final PropertyDefinition<String> LOAD_MODE = PropertyDefinition.of(
            "load.mode",
            PropertyFormat.oneOf("auto", "copy", "batch", "pipeline", "insert"),
            "auto",
            "how rows are loaded; auto: COPY if the server has it, else batches; with CQL many statements in flight");

    public static final PropertyDefinition<Map<String, String>> TESTBED = new PropertyDefinition<>(
            "squall.testbed",
            new PropertyFormat<>("options such as name=two,nodes=3", SquallProperties::options),
            Map.of(),
            PropertyDefinition.Kind.DERIVED,
            "which database of the testbed is used without an address, and its options if it is created; unset: the usual one");
    public static final PropertyDefinition<Duration> IDLE = PropertyDefinition.of(
            "compaction.idle",
            PropertyFormat.duration(),
            Duration.ZERO,
            "before the run, wait until there have been no compactions for this time; 0: do not wait");
    public static final PropertyDefinition<Duration> IDLE_MAX = PropertyDefinition.of(
            "compaction.idle.max",
            PropertyFormat.duration(),
            Duration.ofHours(12),
            "end with exit code 5 if compactions have not ended after this time");

    public static final PropertyDefinition<String> CLIENTS = PropertyDefinition.text(
            "squall.clients", "", "share the run among so many clients; unset: JOB_COMPLETIONS");
    public static final PropertyDefinition<String> CLIENT =
            PropertyDefinition.text("squall.client", "", "which of them this is, from 0; unset: JOB_COMPLETION_INDEX");
    public static final PropertyDefinition<String> CLIENT_RUN = PropertyDefinition.text(
            "squall.client-run",
            "",
            "start when all clients have signed in under this name, new for each run, in the database; unset: SQUALL_CLIENT_RUN");
    public static final PropertyDefinition<String> CLIENT_WAIT =
            PropertyDefinition.text("squall.client-wait", "", "how long to wait for the other clients; unset: 5m");
    public static final PropertyDefinition<String> START_AT = PropertyDefinition.text(
            "squall.start-at", "", "start at this instant instead, such as 2026-12-01T09:30:00Z");

    static final List<PropertyDefinition<?>> ALL = List.of(
            RATE,
            ARRIVAL,
            RAMP,
            TERMINALS,
            WARM_UP,
            SEED,
            RESULTS,
            TAG,
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
            LOAD_MODE,
            TESTBED,
            IDLE,
            IDLE_MAX,
            CLIENTS,
            CLIENT,
            CLIENT_RUN,
            CLIENT_WAIT,
            START_AT);

    private SquallProperties() {}

    private static Optional<Map<String, String>> options(String text) {
        Map<String, String> options = new TreeMap<>();
        for (String pair : text.split(",", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                return Optional.empty();
            }
            options.put(
                    pair.substring(0, equals).strip(),
                    pair.substring(equals + 1).strip());
        }
        return Optional.of(Map.copyOf(options));
    }

    private static Optional<ErrorBudget> budget(String text) {
        try {
            return Optional.of(ErrorBudget.parse(text));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // the caller names what was found and what is wanted
        }
    }

    /** How fast a user wants a load to be driven. */
    public sealed interface TargetSpeed {
        String WANTED = "operations per second such as 1000, or a share such as 70%max";
        String RAMP_WANTED = "two rates above 0 and a duration, such as 100..1000/30s";

        /** As fast as the sessions go. */
        record Unlimited() implements TargetSpeed {}

        /** Operations per second, above 0. */
        record PerSecond(double rate) implements TargetSpeed {}

        /** A share of what the database does at most, in (0, 1]. */
        record Share(double share) implements TargetSpeed {}

        /** A rate that changes steadily and then stays. */
        record Ramp(double from, double to, Duration over) implements TargetSpeed {}

        /** Reads {@code 1000} or {@code 70%max}. */
        static Optional<TargetSpeed> parse(String text) {
            String wanted = text.strip();
            if (wanted.endsWith("%max")) {
                return PropertyFormat.positive()
                        .reader()
                        .apply(wanted.substring(0, wanted.length() - "%max".length()))
                        .filter(percent -> percent <= 100)
                        .map(percent -> new Share(percent / 100));
            }
            return PropertyFormat.positive().reader().apply(wanted).map(PerSecond::new);
        }

        /** Reads {@code 100..1000/30s}. */
        static Optional<TargetSpeed> parseRamp(String text) {
            Matcher form = Pattern.compile("(.+)\\.\\.(.+)/(.+)").matcher(text.strip());
            if (!form.matches()) {
                return Optional.empty();
            }
            var rate = PropertyFormat.positive().reader();
            return rate.apply(form.group(1))
                    .flatMap(from -> rate.apply(form.group(2))
                            .flatMap(to -> PropertyFormat.duration()
                                    .reader()
                                    .apply(form.group(3))
                                    .map(over -> new Ramp(from, to, over))));
        }
    }
}
