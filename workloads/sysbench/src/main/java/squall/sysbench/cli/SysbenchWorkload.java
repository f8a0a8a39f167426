package squall.sysbench.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.check.isolation.JudgeSettings;
import squall.cli.command.JudgeOptions;
import squall.cli.command.RunOption;
import squall.cli.command.RunOption.ValueFormat;
import squall.cli.command.RunOptions;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;
import squall.sysbench.OltpMix;
import squall.sysbench.OltpSettings;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.OltpSettings.SbtestData;
import squall.sysbench.RandomDistribution;
import squall.system.CommandException;

/** Workload {@code sysbench}: sysbench's tests, with its options under its names and with its defaults. */
public final class SysbenchWorkload implements Workload {
    /** Mode of sending statements. */
    private enum StatementMode {
        AUTO,
        DISABLE
    }

    private static final RunOption<OltpTest> TEST = new RunOption<>(
            "test", "NAME", "The test to run", ValueFormat.words(OltpTest.class), OltpTest.OLTP_READ_WRITE);
    private static final RunOption<Integer> TABLES =
            RunOption.integer("tables", "Number of tables", 1, 1, Integer.MAX_VALUE);
    private static final RunOption<Integer> TABLE_SIZE = count("table-size", "Number of rows per table", 10_000);
    private static final RunOption<Integer> THREADS =
            RunOption.integer("threads", "Number of threads to use", 1, 1, 1_000_000);
    private static final RunOption<String> RAND_TYPE = new RunOption<>(
            "rand-type",
            "NAME",
            "How rows are picked: uniform, gaussian, special, pareto or zipfian (default: special)",
            new ValueFormat<>(
                    "one of " + String.join(", ", RandomDistribution.NAMES),
                    typed -> Optional.of(typed.toLowerCase(Locale.ROOT)).filter(RandomDistribution.NAMES::contains),
                    RandomDistribution.NAMES),
            "special");
    private static final RunOption<Integer> RAND_SPEC_ITER = RunOption.integer(
            "rand-spec-iter", "Numbers whose mean is taken, for gaussian and special", 12, 1, Integer.MAX_VALUE);
    private static final RunOption<Integer> RAND_SPEC_PCT =
            RunOption.integer("rand-spec-pct", "Percentage of rows that are hot", 1, 0, 100);
    private static final RunOption<Integer> RAND_SPEC_RES =
            RunOption.integer("rand-spec-res", "Percentage of picks that hot rows get", 75, 0, 100);
    private static final RunOption<Double> RAND_PARETO_H = RunOption.number(
            "rand-pareto-h", "Parameter h for pareto", 0.2, "a number between 0 and 1", h -> h > 0 && h < 1);
    private static final RunOption<Double> RAND_ZIPFIAN_EXP = RunOption.number(
            "rand-zipfian-exp", "Exponent for zipfian", 0.8, "a number in [0, 100)", s -> s >= 0 && s < 100);
    private static final RunOption<Integer> RANGE_SIZE =
            RunOption.integer("range-size", "Rows of a range SELECT", 100, 1, Integer.MAX_VALUE);
    private static final RunOption<Integer> POINT_SELECTS = count("point-selects", "Point SELECTs per transaction", 10);
    private static final RunOption<Integer> SIMPLE_RANGES = count("simple-ranges", "Range SELECTs", 1);
    private static final RunOption<Integer> SUM_RANGES = count("sum-ranges", "Range SELECTs of a sum", 1);
    private static final RunOption<Integer> ORDER_RANGES = count("order-ranges", "Range SELECTs in order", 1);
    private static final RunOption<Integer> DISTINCT_RANGES =
            count("distinct-ranges", "Range SELECTs of distinct rows", 1);
    private static final RunOption<Boolean> RANGE_SELECTS =
            onOff("range-selects", "Whether there are range SELECTs at all", true);
    private static final RunOption<Integer> INDEX_UPDATES = count("index-updates", "UPDATEs of the indexed column", 1);
    private static final RunOption<Integer> NON_INDEX_UPDATES =
            count("non-index-updates", "UPDATEs of a column without index", 1);
    private static final RunOption<Integer> DELETE_INSERTS =
            count("delete-inserts", "Pairs of DELETE and INSERT per transaction", 1);
    private static final RunOption<Boolean> SKIP_TRX = onOff("skip-trx", "Let each statement commit itself", false);
    private static final RunOption<Boolean> AUTO_INC = onOff("auto-inc", "Let the database number new rows", true);
    private static final RunOption<Boolean> CREATE_SECONDARY =
            onOff("create-secondary", "Make the index k_N with prepare", true);
    private static final RunOption<StatementMode> DB_PS_MODE = new RunOption<>(
            "db-ps-mode",
            "MODE",
            "auto: statements are prepared; disable: they are sent as text (default: auto)",
            ValueFormat.words(StatementMode.class),
            StatementMode.AUTO);

    static final List<RunOption<?>> OPTIONS = Stream.concat(
                    Stream.<RunOption<?>>of(
                            TABLES,
                            TABLE_SIZE,
                            THREADS,
                            RAND_TYPE,
                            RAND_SPEC_ITER,
                            RAND_SPEC_PCT,
                            RAND_SPEC_RES,
                            RAND_PARETO_H,
                            RAND_ZIPFIAN_EXP,
                            RANGE_SIZE,
                            POINT_SELECTS,
                            SIMPLE_RANGES,
                            SUM_RANGES,
                            ORDER_RANGES,
                            DISTINCT_RANGES,
                            RANGE_SELECTS,
                            INDEX_UPDATES,
                            NON_INDEX_UPDATES,
                            DELETE_INSERTS,
                            SKIP_TRX,
                            AUTO_INC,
                            CREATE_SECONDARY,
                            DB_PS_MODE),
                    JudgeOptions.ALL.stream())
            .toList();

    static RunOption<Integer> count(String name, String text, int fallback) {
        return RunOption.integer(name, text, fallback, 0, Integer.MAX_VALUE);
    }

    static RunOption<Boolean> onOff(String name, String text, boolean fallback) {
        return new RunOption<>(
                name,
                "on|off",
                text + " (default: " + (fallback ? "on" : "off") + ")",
                new ValueFormat<>("on or off", typed -> switch (typed) {
                    case "on", "true", "yes", "1" -> Optional.of(true);
                    case "off", "false", "no", "0" -> Optional.of(false);
                    default -> Optional.empty();
                }),
                fallback);
    }

    @Override
    public String name() {
        return "sysbench";
    }

    @Override
    public String summary() {
        return "a test of sysbench: test=" + String.join("|", OltpTest.labels())
                + ", tables, table-size, threads, and the other options of bin/sysbench";
    }

    /** Takes names with underscores too. */
    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) throws IOException {
        Options dashed = new Options(
                "load",
                options.all().entrySet().stream()
                        .collect(Collectors.toMap(option -> option.getKey().replace('_', '-'), Map.Entry::getValue)));
        List<RunOption<?>> own =
                Stream.<RunOption<?>>concat(Stream.of(TEST), OPTIONS.stream()).toList();
        try {
            RunOptions given = RunOptions.of(dashed, RunOptions.names(own), RunOptions.names(SysbenchRun.OPTIONS));
            return SysbenchOptions.of(given, given.get(TEST), seed)
                    .on(target, options.duration(STATEMENT_TIMEOUT, SqlLogin.STATEMENT_TIMEOUT));
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    /**
     * Options of a test, whose values go together.
     *
     * @param prepared whether statements are prepared on the server
     * @param judged how the transactions are judged; empty: not at all
     */
    record SysbenchOptions(OltpSettings settings, int threads, boolean prepared, Optional<JudgeSettings> judged) {
        /** @throws CommandException on the first value that is wrong, or does not go together with another */
        static SysbenchOptions of(RunOptions options, OltpTest test, long seed) throws CommandException {
            options.require(OPTIONS);
            OltpSettings settings = new OltpSettings(
                    test,
                    new SbtestData(
                            options.get(TABLES),
                            options.get(TABLE_SIZE),
                            options.get(AUTO_INC),
                            options.get(CREATE_SECONDARY)),
                    mix(options, test),
                    distribution(options),
                    options.get(RANGE_SIZE),
                    !options.get(SKIP_TRX),
                    seed,
                    options.verify());
            return new SysbenchOptions(
                    settings,
                    options.get(THREADS),
                    options.get(DB_PS_MODE) == StatementMode.AUTO,
                    judged(options, test));
        }

        private static Optional<JudgeSettings> judged(RunOptions options, OltpTest test) throws CommandException {
            Optional<JudgeSettings> judged = JudgeOptions.of(options);
            if (judged.isPresent() && !test.judgeable()) {
                throw CommandException.usage("--judge isolation is for tests that read or replace column c: "
                        + Arrays.stream(OltpTest.values())
                                .filter(OltpTest::judgeable)
                                .map(OltpTest::label)
                                .collect(Collectors.joining(", "))
                        + ", not for " + test.label());
            }
            return judged;
        }

        private static OltpMix mix(RunOptions options, OltpTest test) throws CommandException {
            boolean ranges = options.get(RANGE_SELECTS);
            OltpMix mix = new OltpMix(
                    options.get(POINT_SELECTS),
                    ranges ? options.get(SIMPLE_RANGES) : 0,
                    ranges ? options.get(SUM_RANGES) : 0,
                    ranges ? options.get(ORDER_RANGES) : 0,
                    ranges ? options.get(DISTINCT_RANGES) : 0,
                    options.get(INDEX_UPDATES),
                    options.get(NON_INDEX_UPDATES),
                    options.get(DELETE_INSERTS));
            if (mix.statements(test) == 0) {
                throw CommandException.usage(
                        test.label() + " has no statement left: each number of statements it has is 0");
            }
            return mix;
        }

        private static RandomDistribution distribution(RunOptions options) throws CommandException {
            int iterations = options.get(RAND_SPEC_ITER);
            return switch (options.get(RAND_TYPE)) {
                case "uniform" -> new RandomDistribution.Uniform();
                case "gaussian" -> new RandomDistribution.Gaussian(iterations);
                case "pareto" -> new RandomDistribution.Pareto(options.get(RAND_PARETO_H));
                case "zipfian" -> new RandomDistribution.Zipfian(options.get(RAND_ZIPFIAN_EXP));
                default ->
                    new RandomDistribution.Special(iterations, options.get(RAND_SPEC_PCT), options.get(RAND_SPEC_RES));
            };
        }

        /** @param limit of a statement on the server */
        PreparedOltp on(Target target, Duration limit) {
            Map<String, String> driver = prepared ? Map.of() : Map.of("preferQueryMode", "simple");
            return new PreparedOltp(this, new SqlLogin(target, limit, driver));
        }
    }
}
