package squall.sysbench.kv.cli;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;
import squall.spi.Durations;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvSettings.KvKeys;
import squall.system.CommandException;

/** The options that CockroachDB's kv has, under its names. */
final class KvFlags {
    private static final int MOST_BATCH = 10_000;

    @Option(
            names = "--read-percent",
            paramLabel = "N",
            description = "Percent of operations that read existing keys (default: 0, the published KV 95 has 95).")
    private int readPercent;

    @Option(names = "--min-block-bytes", paramLabel = "N", description = "Least bytes of a value (default: 1).")
    private int minBlockBytes = 1;

    @Option(names = "--max-block-bytes", paramLabel = "N", description = "Most bytes of a value (default: 1).")
    private int maxBlockBytes = 1;

    @Option(names = "--batch", paramLabel = "N", description = "Rows of a statement (default: 1).")
    private int batch = 1;

    @Option(
            names = "--cycle-length",
            paramLabel = "N",
            description = "Keys that are written again and again (default: as many as there are).")
    private long cycleLength = Long.MAX_VALUE;

    @Option(names = "--sequential", description = "Write keys one after the other from 0, not spread at random.")
    private boolean sequential;

    @Option(names = "--zipfian", description = "Write low keys again and again, by Zipf's law.")
    private boolean zipfian;

    @Option(
            names = "--write-seq",
            paramLabel = "N",
            description = "How many rows earlier runs wrote (default: as many as there are).")
    private String writeSeq = "";

    @Option(names = "--seed", paramLabel = "N", description = "Of everything random; drawn, printed and kept without.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--splits", paramLabel = "N", description = "Cuts of the table in the beginning (default: 0).")
    private int splits;

    @Option(names = "--scatter", description = "Spread the pieces over the nodes at once, on CockroachDB.")
    private boolean scatter;

    @Option(
            names = "--insert-count",
            paramLabel = "N",
            description = "Rows to insert when the table is made (default: 0).")
    private long insertCount;

    @Option(names = "--concurrency", paramLabel = "N", description = "Sessions at once (default: 16).")
    private int concurrency = 16;

    @Option(
            names = "--max-rate",
            paramLabel = "N",
            description = "Operations per second; 0 for as fast as they are answered (default: 0).")
    private double maxRate;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "How long, as 30s or 5m; 0 for no limit (default: 10s).")
    private String duration = "10s";

    @Option(names = "--ramp", paramLabel = "TIME", description = "Time before the measurement begins (default: 0s).")
    private String ramp = "0s";

    @Option(names = "--max-ops", paramLabel = "N", description = "Operations in all; 0 for no limit (default: 0).")
    private long maxOps;

    int splits() {
        return splits;
    }

    boolean scatter() {
        return scatter;
    }

    long insertCount() {
        return insertCount;
    }

    int concurrency() {
        return concurrency;
    }

    double maxRate() {
        return maxRate;
    }

    OptionalLong maxOps() {
        return maxOps == 0 ? OptionalLong.empty() : OptionalLong.of(maxOps);
    }

    Optional<Long> seed() {
        return seed;
    }

    Optional<Duration> duration() throws CommandException {
        Duration length = duration.equals("0") ? Duration.ZERO : time("--duration", duration);
        return length.isZero() ? Optional.empty() : Optional.of(length);
    }

    Duration ramp() throws CommandException {
        Duration length = time("--ramp", ramp);
        if (length.toNanosPart() != 0) {
            throw wrong("--ramp", "a whole number of seconds", ramp);
        }
        return length;
    }

    /** How many rows were written before; empty where they are to be counted. Accepts CockroachDB's R1000, S1000 and Z1000 too. */
    OptionalLong writeSeq() throws CommandException {
        if (writeSeq.isEmpty()) {
            return OptionalLong.empty();
        }
        String wanted = switch (order()) {
            case UNIFORM -> "R";
            case SEQUENTIAL -> "S";
            case ZIPFIAN -> "Z";
        };
        if (!writeSeq.matches("[RSZ]?\\d{1,18}")) {
            throw wrong("--write-seq", "a number of rows, as 1000 or " + wanted + "1000", writeSeq);
        }
        if (!Character.isDigit(writeSeq.charAt(0)) && !writeSeq.startsWith(wanted)) {
            throw CommandException.usage("--write-seq " + writeSeq + " is of another order of keys than "
                    + order().name().toLowerCase(Locale.ROOT) + ", whose letter is " + wanted);
        }
        return OptionalLong.of(Long.parseLong(writeSeq.replaceFirst("^[RSZ]", "")));
    }

    /** @throws CommandException on the first value that cannot be */
    KvSettings settings(long drawn, boolean verify) throws CommandException {
        within("--read-percent", readPercent, 0, 100);
        within("--min-block-bytes", minBlockBytes, 1, 1 << 30);
        within("--max-block-bytes", maxBlockBytes, minBlockBytes, 1 << 30);
        within("--batch", batch, 1, MOST_BATCH);
        within("--cycle-length", cycleLength, 1, Long.MAX_VALUE);
        within("--splits", splits, 0, 1_000_000);
        within("--insert-count", insertCount, 0, Math.min(Integer.MAX_VALUE, cycleLength));
        within("--concurrency", concurrency, 1, 1_000_000);
        within("--max-ops", maxOps, 0, Long.MAX_VALUE);
        if (!(maxRate >= 0 && maxRate < Double.POSITIVE_INFINITY)) {
            throw wrong("--max-rate", "a number of operations per second, 0 for no limit", maxRate);
        }
        if (sequential && zipfian) {
            throw CommandException.usage("--sequential and --zipfian exclude each other: leave one out");
        }
        if (batch > cycleLength) {
            throw CommandException.usage(
                    "--batch " + batch + " is more than the " + cycleLength + " keys of --cycle-length");
        }
        if (sequential && cycleLength <= splits) {
            throw CommandException.usage(
                    "--splits " + splits + " must be below the " + cycleLength + " keys of --cycle-length");
        }
        long first = writeSeq().orElse(0);
        return new KvSettings(
                new KvKeys(order(), cycleLength),
                readPercent,
                minBlockBytes,
                maxBlockBytes,
                batch,
                first,
                drawn,
                verify);
    }

    private KvKeys.KeyOrder order() {
        return sequential ? KvKeys.KeyOrder.SEQUENTIAL : zipfian ? KvKeys.KeyOrder.ZIPFIAN : KvKeys.KeyOrder.UNIFORM;
    }

    static Duration time(String option, String text) throws CommandException {
        return Durations.parse(text).orElseThrow(() -> wrong(option, Durations.WANTED, text));
    }

    private static void within(String option, long value, long least, long most) throws CommandException {
        if (value < least || value > most) {
            throw wrong(option, "a whole number in [" + least + ", " + most + "]", value);
        }
    }

    private static CommandException wrong(String option, String wanted, Object found) {
        return CommandException.usage(option + " must be " + wanted + ", not '" + found + "'");
    }
}
