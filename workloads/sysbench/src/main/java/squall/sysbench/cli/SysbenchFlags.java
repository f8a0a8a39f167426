package squall.sysbench.cli;

import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;
import squall.spi.NearestName;
import squall.sysbench.OltpMix;
import squall.sysbench.OltpSettings;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.OltpSettings.SbtestData;
import squall.sysbench.RandomDistribution;
import squall.system.CommandException;

/** The options that sysbench has, under its names and with its defaults. */
final class SysbenchFlags {
    /** Whether statements are prepared. */
    enum StatementMode {
        AUTO,
        DISABLE
    }

    @Option(names = "--tables", paramLabel = "N", description = "Number of tables (default: 1).")
    private int tables = 1;

    @Option(names = "--table-size", paramLabel = "N", description = "Number of rows per table (default: 10000).")
    private int tableSize = 10_000;

    @Option(names = "--threads", paramLabel = "N", description = "Number of threads to use (default: 1).")
    private int threads = 1;

    @Option(names = "--time", paramLabel = "N", description = "Seconds to run, 0 for no limit (default: 10).")
    private int time = 10;

    @Option(names = "--events", paramLabel = "N", description = "Number of events, 0 for no limit (default: 0).")
    private long events;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Mean rate of events per second, which come at random; 0 for as fast as they are answered"
                    + " (default: 0).")
    private double rate;

    @Option(
            names = "--warmup-time",
            paramLabel = "N",
            description = "Seconds to run before the measurement begins (default: 0).")
    private int warmupTime;

    @Option(
            names = "--rand-type",
            paramLabel = "NAME",
            description = "How rows are picked: uniform, gaussian, special, pareto or zipfian (default: special).")
    private String randType = "special";

    @Option(
            names = "--rand-seed",
            paramLabel = "N",
            description = "Seed; 0 for one that is drawn and printed (default: 0).")
    private long randSeed;

    @Option(
            names = "--rand-spec-iter",
            paramLabel = "N",
            description = "Numbers whose mean is taken, for gaussian and special (default: 12).")
    private int randSpecIter = 12;

    @Option(names = "--rand-spec-pct", paramLabel = "N", description = "Percentage of rows that are hot (default: 1).")
    private int randSpecPct = 1;

    @Option(
            names = "--rand-spec-res",
            paramLabel = "N",
            description = "Percentage of picks that hot rows get (default: 75).")
    private int randSpecRes = 75;

    @Option(names = "--rand-pareto-h", paramLabel = "N", description = "Parameter h for pareto (default: 0.2).")
    private double randParetoH = 0.2;

    @Option(names = "--rand-zipfian-exp", paramLabel = "N", description = "Exponent for zipfian (default: 0.8).")
    private double randZipfianExp = 0.8;

    @Option(names = "--range-size", paramLabel = "N", description = "Rows of a range SELECT (default: 100).")
    private int rangeSize = 100;

    @Option(names = "--point-selects", paramLabel = "N", description = "Point SELECTs per transaction (default: 10).")
    private int pointSelects = 10;

    @Option(names = "--simple-ranges", paramLabel = "N", description = "Range SELECTs (default: 1).")
    private int simpleRanges = 1;

    @Option(names = "--sum-ranges", paramLabel = "N", description = "Range SELECTs of a sum (default: 1).")
    private int sumRanges = 1;

    @Option(names = "--order-ranges", paramLabel = "N", description = "Range SELECTs in order (default: 1).")
    private int orderRanges = 1;

    @Option(names = "--distinct-ranges", paramLabel = "N", description = "Range SELECTs of distinct rows (default: 1).")
    private int distinctRanges = 1;

    @Option(
            names = "--range-selects",
            paramLabel = "on|off",
            description = "Whether there are range SELECTs at all (default: on).")
    private String rangeSelects = "on";

    @Option(names = "--index-updates", paramLabel = "N", description = "UPDATEs of the indexed column (default: 1).")
    private int indexUpdates = 1;

    @Option(
            names = "--non-index-updates",
            paramLabel = "N",
            description = "UPDATEs of a column without index (default: 1).")
    private int nonIndexUpdates = 1;

    @Option(
            names = "--delete-inserts",
            paramLabel = "N",
            description = "Pairs of DELETE and INSERT per transaction (default: 1).")
    private int deleteInserts = 1;

    @Option(
            names = "--skip-trx",
            paramLabel = "on|off",
            description = "Let each statement commit itself (default: off).")
    private String skipTrx = "off";

    @Option(
            names = "--auto-inc",
            paramLabel = "on|off",
            description = "Let the database number new rows (default: on).")
    private String autoInc = "on";

    @Option(
            names = "--create-secondary",
            paramLabel = "on|off",
            description = "Make the index k_N with prepare (default: on).")
    private String createSecondary = "on";

    @Option(
            names = "--report-interval",
            paramLabel = "N",
            description = "Seconds between lines of the figures so far, 0 for none (default: 0).")
    private int reportInterval;

    @Option(
            names = "--percentile",
            paramLabel = "N",
            description = "Percentile of the latency to print, 1 to 100, 0 for none (default: 95).")
    private int percentile = 95;

    @Option(
            names = "--histogram",
            paramLabel = "on|off",
            description = "Print the latencies' histogram (default: off).")
    private String histogram = "off";

    @Option(
            names = "--db-ps-mode",
            paramLabel = "MODE",
            description = "auto: statements are prepared; disable: they are sent as text (default: auto).")
    private StatementMode psMode = StatementMode.AUTO;

    int threads() {
        return threads;
    }

    int time() {
        return time;
    }

    long events() {
        return events;
    }

    double rate() {
        return rate;
    }

    int warmupTime() {
        return warmupTime;
    }

    int reportInterval() {
        return reportInterval;
    }

    int percentile() {
        return percentile;
    }

    boolean prepared() {
        return psMode == StatementMode.AUTO;
    }

    /** The seed that was given; empty where one is to be drawn. */
    Optional<Long> seed() {
        return randSeed == 0 ? Optional.empty() : Optional.of(randSeed);
    }

    boolean histogram() throws CommandException {
        return on("--histogram", histogram);
    }

    /** @throws CommandException on the first value that cannot be */
    void require() throws CommandException {
        atLeast("--tables", tables, 1);
        atLeast("--table-size", tableSize, 0);
        atLeast("--threads", threads, 1);
        atLeast("--time", time, 0);
        atLeast("--events", events, 0);
        atLeast("--warmup-time", warmupTime, 0);
        atLeast("--report-interval", reportInterval, 0);
        atLeast("--range-size", rangeSize, 1);
        within("--percentile", percentile, 100);
        within("--rand-spec-pct", randSpecPct, 100);
        within("--rand-spec-res", randSpecRes, 100);
        atLeast("--rand-spec-iter", randSpecIter, 1);
        if (!(rate >= 0 && rate < Double.POSITIVE_INFINITY)) {
            throw wrong("--rate", "a number of events per second, 0 for no limit", rate);
        }
        histogram();
    }

    SbtestData data() throws CommandException {
        return new SbtestData(tables, tableSize, on("--auto-inc", autoInc), on("--create-secondary", createSecondary));
    }

    OltpSettings settings(OltpTest test, long seed, boolean verify) throws CommandException {
        boolean explicit = !on("--skip-trx", skipTrx);
        return new OltpSettings(test, data(), mix(test), distribution(), rangeSize, explicit, seed, verify);
    }

    RandomDistribution distribution() throws CommandException {
        return switch (randType.toLowerCase(Locale.ROOT)) {
            case "uniform" -> new RandomDistribution.Uniform();
            case "gaussian" -> new RandomDistribution.Gaussian(randSpecIter);
            case "special" -> new RandomDistribution.Special(randSpecIter, randSpecPct, randSpecRes);
            case "pareto" -> {
                if (!(randParetoH > 0 && randParetoH < 1)) {
                    throw wrong("--rand-pareto-h", "a number between 0 and 1", randParetoH);
                }
                yield new RandomDistribution.Pareto(randParetoH);
            }
            case "zipfian" -> {
                if (!(randZipfianExp >= 0 && randZipfianExp < 100)) {
                    throw wrong("--rand-zipfian-exp", "a number in [0, 100)", randZipfianExp);
                }
                yield new RandomDistribution.Zipfian(randZipfianExp);
            }
            default ->
                throw CommandException.usage("--rand-type must be one of " + String.join(", ", RandomDistribution.NAMES)
                        + ", not '" + randType + "'" + NearestName.hint(randType, RandomDistribution.NAMES));
        };
    }

    /** As typed: {@code on} or {@code off}. */
    static boolean on(String option, String text) throws CommandException {
        return switch (text) {
            case "on", "true", "yes", "1" -> true;
            case "off", "false", "no", "0" -> false;
            default -> throw wrong(option, "on or off", text);
        };
    }

    private OltpMix mix(OltpTest test) throws CommandException {
        boolean ranges = on("--range-selects", rangeSelects);
        atLeast("--point-selects", pointSelects, 0);
        atLeast("--simple-ranges", simpleRanges, 0);
        atLeast("--sum-ranges", sumRanges, 0);
        atLeast("--order-ranges", orderRanges, 0);
        atLeast("--distinct-ranges", distinctRanges, 0);
        atLeast("--index-updates", indexUpdates, 0);
        atLeast("--non-index-updates", nonIndexUpdates, 0);
        atLeast("--delete-inserts", deleteInserts, 0);
        OltpMix mix = new OltpMix(
                pointSelects,
                ranges ? simpleRanges : 0,
                ranges ? sumRanges : 0,
                ranges ? orderRanges : 0,
                ranges ? distinctRanges : 0,
                indexUpdates,
                nonIndexUpdates,
                deleteInserts);
        if (mix.statements(test) == 0) {
            throw CommandException.usage(
                    test.label() + " has no statement left: each number of statements it has is 0");
        }
        return mix;
    }

    private static void within(String option, int value, int most) throws CommandException {
        if (value < 0 || value > most) {
            throw wrong(option, "a whole number in [0, " + most + "]", value);
        }
    }

    private static void atLeast(String option, long value, long least) throws CommandException {
        if (value < least) {
            throw wrong(option, "at least " + least, value);
        }
    }

    private static CommandException wrong(String option, String wanted, Object found) {
        return CommandException.usage(option + " must be " + wanted + ", not '" + found + "'");
    }
}
