package squall.ycsb;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.check.isolation.JudgeRequest;
import squall.cli.command.JudgeOptions;
import squall.cli.command.RunOption;
import squall.cli.command.RunOption.ValueFormat;
import squall.cli.command.RunOptions;
import squall.cli.progress.ProgressMode;
import squall.engine.schedule.StopRule;
import squall.verdict.ErrorBudget;

/** Catalog of the properties that Squall adds to YCSB; each is a long option too, {@code squall.rate} is {@code --rate}. */
public final class SquallProperties {
    private static final String PREFIX = "squall.";

    public static final PropertyDefinition<TargetSpeed> RATE = PropertyDefinition.of(
            "squall.rate",
            new ValueFormat<>(TargetSpeed.WANTED, TargetSpeed::parse),
            new TargetSpeed.Unlimited(),
            "open loop: operations per second, or a share of the measured maximum; unset: closed loop at full speed");
    public static final PropertyDefinition<String> ARRIVAL =
            PropertyDefinition.oneOf("squall.arrival", "distribution of due times", "constant", "poisson");
    public static final PropertyDefinition<TargetSpeed> RAMP = PropertyDefinition.of(
            "squall.ramp",
            new ValueFormat<>(TargetSpeed.RAMP_WANTED, TargetSpeed::parseRamp),
            new TargetSpeed.Unlimited(),
            "open loop: a rate that changes linearly, then stays constant");
    public static final PropertyDefinition<Integer> TERMINALS = PropertyDefinition.small(
            "squall.terminals", 0, 10_000_000, 0, "simulated users that share the rate; 0: none");
    public static final PropertyDefinition<Duration> WARM_UP = PropertyDefinition.of(
            "squall.warmup",
            PropertyFormat.wholeSeconds(),
            Duration.ZERO,
            "warm-up, a separate window before the measured one");
    public static final PropertyDefinition<Long> SEED = ofOption(RunOptions.SEED);
    public static final PropertyDefinition<String> TAG = ofOption(RunOptions.TAG);
    public static final PropertyDefinition<ProgressMode> PROGRESS = ofOption(RunOptions.PROGRESS);
    public static final PropertyDefinition<Boolean> QUIET =
            PropertyDefinition.flag("squall.quiet", false, "print only errors and the verdict on standard error");
    public static final PropertyDefinition<Boolean> JSON =
            PropertyDefinition.flag("squall.json", false, "print the report as one JSON document on standard output");
    public static final PropertyDefinition<ErrorBudget> ERROR_BUDGET = ofOption(RunOptions.ERROR_BUDGET);
    public static final PropertyDefinition<List<StopRule>> ABORT_ON = ofOption(RunOptions.ABORT_ON);
    public static final PropertyDefinition<String> EXISTING = PropertyDefinition.oneOf(
            "squall.existing", "what a load does with existing rows", "", "append", "truncate", "drop");
    public static final PropertyDefinition<Boolean> NO_VERIFY = ofOption(RunOptions.NO_VERIFY);
    public static final PropertyDefinition<String> THREADS_KIND = PropertyDefinition.oneOf(
            "squall.threads-kind", "threads that run the sessions", "auto", "platform", "virtual");
    public static final PropertyDefinition<String> OWN = PropertyDefinition.oneOf(
            "squall.workload",
            "implementation of CoreWorkload; auto: Squall's, if workload is exactly that class",
            "auto",
            "own",
            "upstream");
    public static final PropertyDefinition<String> VALUES = PropertyDefinition.oneOf(
            "squall.values",
            "stamped: values contain writer, sequence and checksum; every value read is checked, and at the end every row written",
            "random",
            "stamped");
    public static final PropertyDefinition<Boolean> COUNTER = PropertyDefinition.flag(
            "squall.counter",
            false,
            "every read-modify-write increments one counter in one transaction; at the end it must contain every acknowledged update");
    public static final PropertyDefinition<String> JUDGE = PropertyDefinition.oneOf(
            PREFIX + JudgeOptions.JUDGE.name(),
            JudgeOptions.JUDGE.text() + "; needs stamped values",
            "",
            JudgeRequest.ISOLATION);
    public static final PropertyDefinition<String> JUDGE_SHARE = ofOption(JudgeOptions.SHARE);
    public static final PropertyDefinition<String> EXPECT = ofOption(JudgeOptions.EXPECT);
    public static final PropertyDefinition<String> ALLOW = ofOption(JudgeOptions.ALLOW);
    public static final PropertyDefinition<Long> RUN_INSERT_START = PropertyDefinition.derived(
            "squall.insertstart",
            PropertyFormat.whole(0),
            "number of the first row that a run inserts; unset: after the highest stored row");
    public static final PropertyDefinition<Duration> GRACE = PropertyDefinition.duration(
            "squall.grace", Duration.ofSeconds(10), "time that a call may continue after the end of the run");
    public static final PropertyDefinition<String> LOAD_MODE = PropertyDefinition.oneOf(
            "load.mode",
            "how rows are loaded; auto: COPY if the server has it, else batches; with CQL many statements in flight",
            "auto",
            "copy",
            "batch",
            "pipeline",
            "insert");

    public static final PropertyDefinition<Map<String, String>> TESTBED = new PropertyDefinition<>(
            "squall.testbed",
            new ValueFormat<>("options such as name=two,nodes=3", SquallProperties::options),
            Map.of(),
            PropertyDefinition.Kind.DERIVED,
            "which database of the testbed is used without an address, and its options if it is created; unset: the usual one");
    public static final PropertyDefinition<Duration> IDLE = PropertyDefinition.duration(
            "compaction.idle",
            Duration.ZERO,
            "before the run, wait until there have been no compactions for this time; 0: do not wait");
    public static final PropertyDefinition<Duration> IDLE_MAX = PropertyDefinition.duration(
            "compaction.idle.max",
            Duration.ofHours(12),
            "end with exit code 5 if compactions have not ended after this time");

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

    /** Returns the options of every run, and those of its check of isolation, as they were set. */
    public static RunOptions run(YcsbProperties properties) {
        Map<String, String> given = new TreeMap<>();
        Stream.concat(RunOptions.ALL.stream(), JudgeOptions.ALL.stream())
                .map(RunOption::name)
                .forEach(name -> properties
                        .text(PREFIX + name)
                        .filter(text -> !text.isEmpty())
                        .ifPresent(text -> given.put(name, text)));
        return new RunOptions(given);
    }

    /** Returns an option as a property, whose text begins with a small letter. */
    public static <T> PropertyDefinition<T> ofOption(RunOption<T> option) {
        return new PropertyDefinition<>(
                PREFIX + option.name(),
                option.format(),
                option.fallback(),
                option.equals(RunOptions.SEED) ? PropertyDefinition.Kind.DERIVED : PropertyDefinition.Kind.PLAIN,
                option.text().substring(0, 1).toLowerCase(Locale.ROOT)
                        + option.text().substring(1));
    }

    /** Speed at which a user wants a load to run. */
    public sealed interface TargetSpeed {
        String WANTED = "operations per second such as 1000, or a share of at most 100%max such as 70%max";
        String RAMP_WANTED = "two rates above 0 and a duration, such as 100..1000/30s";

        /** Speed without a limit: as fast as the sessions go. */
        record Unlimited() implements TargetSpeed {}

        /** Rate in operations per second, above 0. */
        record PerSecond(double rate) implements TargetSpeed {}

        /** Share of the database's maximum, in (0, 1]. */
        record Share(double share) implements TargetSpeed {}

        /** Rate that changes steadily and then stays. */
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
