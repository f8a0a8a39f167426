package squall.sysbench.kv.cli;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.check.isolation.JudgeSettings;
import squall.cli.command.JudgeOptions;
import squall.cli.command.RunOption;
import squall.cli.command.RunOptions;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;
import squall.sysbench.cli.SqlLogin;
import squall.sysbench.kv.KvSettings;
import squall.sysbench.kv.KvSettings.KvKeys;
import squall.sysbench.kv.KvSettings.KvKeys.KeyOrder;
import squall.system.CommandException;

/** Workload {@code kv}, with the options that CockroachDB's has, under its names. */
public final class KvWorkload implements Workload {
    private static final int MOST_BYTES = 1 << 30;

    private static final RunOption<Integer> READ_PERCENT = RunOption.integer(
            "read-percent", "Percent of operations that read existing keys; the published KV 95 has 95", 0, 0, 100);
    private static final RunOption<Integer> MIN_BLOCK_BYTES =
            RunOption.integer("min-block-bytes", "Least bytes of a value", 1, 1, MOST_BYTES);
    private static final RunOption<Integer> MAX_BLOCK_BYTES =
            RunOption.integer("max-block-bytes", "Most bytes of a value", 1, 1, MOST_BYTES);
    private static final RunOption<Integer> BATCH = RunOption.integer("batch", "Rows of a statement", 1, 1, 10_000);
    private static final RunOption<Long> CYCLE_LENGTH = new RunOption<>(
            "cycle-length",
            "N",
            "Keys that are written again and again (default: as many as there are)",
            RunOption.ValueFormat.whole(1, Long.MAX_VALUE),
            Long.MAX_VALUE);
    private static final RunOption<Boolean> SEQUENTIAL =
            RunOption.flag("sequential", "Write keys one after the other from 0, not spread at random");
    private static final RunOption<Boolean> ZIPFIAN =
            RunOption.flag("zipfian", "Write low keys again and again, by Zipf's law");
    private static final RunOption<String> WRITE_SEQ =
            RunOption.text("write-seq", "N", "How many rows earlier runs wrote (default: as many as there are)");
    private static final RunOption<Integer> SPLITS =
            RunOption.integer("splits", "Cuts of the table in the beginning", 0, 0, 1_000_000);
    private static final RunOption<Boolean> SCATTER =
            RunOption.flag("scatter", "Spread the pieces over the nodes at once, on CockroachDB");
    private static final RunOption<Integer> INSERT_COUNT =
            RunOption.integer("insert-count", "Rows to insert when the table is made", 0, 0, Integer.MAX_VALUE);
    static final RunOption<Integer> CONCURRENCY =
            RunOption.integer("concurrency", "Sessions at once", 16, 1, 1_000_000);

    /** Options that have an effect when the table is made, and not afterwards. */
    static final List<RunOption<?>> OPTIONS_OF_TABLE = List.of(SPLITS, SCATTER, INSERT_COUNT);

    /** Options that decide the table and the rows that {@code kv init} makes. */
    static final List<RunOption<?>> OPTIONS_OF_INIT = List.of(
            MIN_BLOCK_BYTES,
            MAX_BLOCK_BYTES,
            CYCLE_LENGTH,
            SEQUENTIAL,
            ZIPFIAN,
            SPLITS,
            SCATTER,
            INSERT_COUNT,
            CONCURRENCY);

    static final List<RunOption<?>> OPTIONS = Stream.concat(
                    Stream.<RunOption<?>>of(
                            READ_PERCENT,
                            MIN_BLOCK_BYTES,
                            MAX_BLOCK_BYTES,
                            BATCH,
                            CYCLE_LENGTH,
                            SEQUENTIAL,
                            ZIPFIAN,
                            WRITE_SEQ,
                            SPLITS,
                            SCATTER,
                            INSERT_COUNT,
                            CONCURRENCY),
                    JudgeOptions.ALL.stream())
            .toList();

    @Override
    public String name() {
        return "kv";
    }

    @Override
    public String summary() {
        return "CockroachDB's kv: read-percent, concurrency, insert-count, splits, and the other options of bin/kv";
    }

    @Override
    public PreparedWorkload prepare(Options options, Target target, long seed) throws IOException {
        SqlLogin login =
                new SqlLogin(target, options.duration(STATEMENT_TIMEOUT, SqlLogin.STATEMENT_TIMEOUT), Map.of());
        try {
            RunOptions given = RunOptions.of(options, RunOptions.names(OPTIONS), RunOptions.names(KvRun.OPTIONS));
            return new PreparedKv(KvOptions.of(given, seed), login);
        } catch (CommandException e) {
            throw e.plain();
        }
    }

    /**
     * Options of kv, whose values go together.
     *
     * @param counted whether writes go on after the rows that are there
     * @param judged how the transactions are judged; empty: not at all
     */
    record KvOptions(
            KvSettings settings,
            int splits,
            boolean scatter,
            int insertCount,
            int sessions,
            boolean counted,
            Optional<JudgeSettings> judged) {
        /** @throws CommandException on the first value that is wrong, or does not go together with another */
        static KvOptions of(RunOptions options, long seed) throws CommandException {
            options.require(OPTIONS);
            KvKeys keys = keys(options);
            int least = options.get(MIN_BLOCK_BYTES);
            int most = options.get(MAX_BLOCK_BYTES);
            if (most < least) {
                throw MAX_BLOCK_BYTES.wrong("a whole number in [" + least + ", " + MOST_BYTES + "]", most);
            }
            int inserts = options.get(INSERT_COUNT);
            if (inserts > keys.cycleLength()) {
                throw INSERT_COUNT.wrong("a whole number in [0, " + keys.cycleLength() + "]", inserts);
            }
            OptionalLong written = written(options.get(WRITE_SEQ), keys.order());
            KvSettings settings = new KvSettings(
                    keys,
                    options.get(READ_PERCENT),
                    least,
                    most,
                    options.get(BATCH),
                    written.orElse(0),
                    seed,
                    options.verify());
            return new KvOptions(
                    settings,
                    options.get(SPLITS),
                    options.get(SCATTER),
                    inserts,
                    options.get(CONCURRENCY),
                    written.isEmpty(),
                    JudgeOptions.of(options));
        }

        private static KvKeys keys(RunOptions options) throws CommandException {
            boolean sequential = options.get(SEQUENTIAL);
            boolean zipfian = options.get(ZIPFIAN);
            long length = options.get(CYCLE_LENGTH);
            if (sequential && zipfian) {
                throw CommandException.usage("--sequential and --zipfian exclude each other: leave one out");
            }
            if (options.get(BATCH) > length) {
                throw CommandException.usage(
                        "--batch " + options.get(BATCH) + " is more than the " + length + " keys of --cycle-length");
            }
            if (sequential && length <= options.get(SPLITS)) {
                throw CommandException.usage(
                        "--splits " + options.get(SPLITS) + " must be below the " + length + " keys of --cycle-length");
            }
            return new KvKeys(sequential ? KeyOrder.SEQUENTIAL : zipfian ? KeyOrder.ZIPFIAN : KeyOrder.UNIFORM, length);
        }

        /** Returns how many rows were written before; empty where they are to be counted. Accepts CockroachDB's R1000, S1000 and Z1000 too. */
        private static OptionalLong written(String typed, KeyOrder order) throws CommandException {
            if (typed.isEmpty()) {
                return OptionalLong.empty();
            }
            String letter = switch (order) {
                case UNIFORM -> "R";
                case SEQUENTIAL -> "S";
                case ZIPFIAN -> "Z";
            };
            if (!typed.matches("[RSZ]?\\d{1,18}")) {
                throw WRITE_SEQ.wrong("a number of rows, as 1000 or " + letter + "1000", typed);
            }
            if (!Character.isDigit(typed.charAt(0)) && !typed.startsWith(letter)) {
                throw CommandException.usage("--write-seq " + typed + " is of another order of keys than "
                        + order.name().toLowerCase(Locale.ROOT) + ", whose letter is " + letter);
            }
            return OptionalLong.of(Long.parseLong(typed.replaceFirst("^[RSZ]", "")));
        }
    }
}
