package squall.ycsb.loading;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import squall.database.Database;
import squall.database.DatabaseLoad;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sql.bulk.BulkWriter;
import squall.sql.bulk.RowChunk;
import squall.system.CommandException;
import squall.system.HumanNumbers;
import squall.ycsb.YcsbProperties;
import squall.ycsb.distribution.SplitMix;
import squall.ycsb.loading.LoadCheck.LoadedRowCounts;
import squall.ycsb.loading.TablePreparation.ExistingRowPolicy;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.KeyValueStores;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.store.StoreSession;
import squall.ycsb.workload.CoreSettings;

/** CoreWorkload's load phase: turn {@code n} inserts row {@code insertstart + n}; of several clients each inserts a range of its own. */
public final class CoreLoadPhase implements DatabaseLoad {
    static final Operation INSERT = new Operation(0, "INSERT", false);

    private final CoreSettings settings;
    private final KeyValueStores stores;
    private final LoadMode mode;
    private final boolean append;
    private final DatabaseInfo server;
    private final LoadedRowCounts tally = new LoadedRowCounts();

    /**
     * @param stores closed with this load
     * @param append whether rows may exist already; they are not loaded again
     * @param server what the database reports about itself
     */
    public CoreLoadPhase(
            CoreSettings settings, KeyValueStores stores, LoadMode mode, boolean append, DatabaseInfo server) {
        this.settings = settings;
        this.stores = stores;
        this.mode = mode;
        this.append = append;
        this.server = server;
    }

    @Override
    public List<Operation> operations() {
        return List.of(INSERT);
    }

    @Override
    public void setUp() {
        // Prepared.of has made the table.
    }

    @Override
    public DatabaseInfo database() {
        return server;
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        if (stores instanceof Shards shards && (append || mode.way() != Shard.InsertMethod.INSERT)) {
            return new ChunkSession(shards, session);
        }
        return new InsertSession(stores.open(session));
    }

    @Override
    public @Nullable Operation planned(long index) {
        return INSERT;
    }

    @Override
    public Database tested() {
        return stores.database();
    }

    @Override
    public List<CheckResult> check() {
        return List.of();
    }

    @Override
    public void close() {
        stores.close();
    }

    /** Session that loads chunks of rows: a row's latency runs from when it was due to the acknowledgement of its chunk. One thread. */
    private final class ChunkSession implements Session {
        private final Shards shards;
        private final List<ShardChunk> chunks;

        ChunkSession(Shards shards, int session) throws IOException, InterruptedException {
            this.shards = shards;
            this.chunks = shards.each(
                    shard -> new ShardChunk(settings, mode, tally, ShardLoader.open(shard, session, mode, append)),
                    ShardChunk::close);
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            long number = settings.loadedNumber(turn.index());
            String key = settings.keys().of(number);
            chunks.get(shards.shardOf(key)).add(number, key, turn);
            return true;
        }

        @Override
        public void flush(Turn turn) throws InterruptedException {
            for (ShardChunk chunk : chunks) {
                chunk.send(turn);
            }
        }

        @Override
        public void abort() {
            chunks.forEach(ShardChunk::abort);
        }

        @Override
        public void close() {
            chunks.forEach(ShardChunk::close);
        }
    }

    /** Session that loads row by row. One thread. */
    private final class InsertSession extends StoreSession {
        private final SplitMix random = new SplitMix();
        private final RowValues values = new RowValues(settings.schema().all());

        InsertSession(KeyValueStore store) {
            super(store);
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            long number = settings.loadedNumber(turn.index());
            String key = settings.loadedRow(number, random, values);
            long sentNs = turn.nowNs();
            long dueNs = turn.dueNs();
            store.insert(key, values, turn, (outcome, attempts, now) -> {
                tally.add(number, outcome);
                now.record(CoreLoadPhase.INSERT, dueNs, sentNs, outcome, attempts);
            });
            return true;
        }
    }

    /** The rows that wait to be sent to one shard. One thread. */
    private static final class ShardChunk {
        /** At a low rate a chunk fills slowly: one whose first row has waited this long is sent with the next row. */
        private static final long LONGEST_WAIT_NS = 1_000_000_000L;

        private final CoreSettings settings;
        private final LoadedRowCounts tally;
        private final ShardLoader loader;
        private final RowChunk chunk;
        private final List<String> keys = new ArrayList<>();
        private final long[] numbers;
        private final long[] duesNs;
        private final SplitMix random = new SplitMix();
        private final RowValues values;

        ShardChunk(CoreSettings settings, LoadMode mode, LoadedRowCounts tally, ShardLoader loader) {
            this.settings = settings;
            this.tally = tally;
            this.loader = loader;
            this.chunk = new RowChunk(settings.schema().columns().size() + 1, mode.rowsAtOnce());
            this.numbers = new long[mode.rowsAtOnce()];
            this.duesNs = new long[mode.rowsAtOnce()];
            this.values = new RowValues(settings.schema().all());
        }

        void add(long number, String key, Turn turn) throws InterruptedException {
            numbers[keys.size()] = number;
            duesNs[keys.size()] = turn.dueNs();
            keys.add(key);
            if (keys.size() == numbers.length || turn.nowNs() - duesNs[0] > LONGEST_WAIT_NS) {
                send(turn);
            }
        }

        void send(Turn turn) throws InterruptedException {
            if (!dropStoredRows(turn)) {
                keys.clear();
                return;
            }
            for (int row = 0; row < keys.size(); row++) {
                append(keys.get(row), numbers[row]);
            }
            if (!keys.isEmpty()) {
                long sentNs = turn.nowNs();
                loader.bulk().send(chunk, turn, (row, outcome, attempts) -> {
                    tally.add(numbers[row], outcome);
                    turn.record(CoreLoadPhase.INSERT, duesNs[row], sentNs, outcome, attempts);
                });
            }
            chunk.clear();
            keys.clear();
        }

        void abort() {
            loader.bulk().abort();
        }

        void close() {
            loader.close();
        }

        private void append(String key, long number) {
            settings.loadedRow(number, random, values);
            chunk.beginRow();
            byte[] keyBytes = key.getBytes(ISO_8859_1);
            chunk.value(keyBytes, 0, keyBytes.length);
            for (int place = 0; place < values.columns().size(); place++) {
                chunk.value(values.utf8(), values.offset(place), values.length(place));
            }
            chunk.endRow();
        }

        /** Keeps only the rows that the table does not have yet. @return false if the database did not answer */
        private boolean dropStoredRows(Turn turn) throws InterruptedException {
            Shard.Store finder = loader.finder();
            if (finder == null) {
                return true;
            }
            try {
                drop(finder.present(keys, turn), turn);
                return true;
            } catch (IOException e) {
                Outcome refused = new Outcome.Refused(
                        new ErrorCode(ErrorKind.CONNECTION, "08006"), String.valueOf(e.getMessage()));
                for (int row = 0; row < keys.size(); row++) {
                    tally.add(numbers[row], refused);
                    turn.record(CoreLoadPhase.INSERT, duesNs[row], turn.nowNs(), refused, 1);
                }
                return false;
            }
        }

        private void drop(Set<String> stored, Turn turn) {
            long nowNs = turn.nowNs();
            List<String> missing = new ArrayList<>();
            for (int row = 0; row < keys.size(); row++) {
                if (stored.contains(keys.get(row))) {
                    tally.skip(numbers[row]);
                    turn.record(CoreLoadPhase.INSERT, duesNs[row], nowNs, Outcome.EXISTED, 1);
                } else {
                    numbers[missing.size()] = numbers[row];
                    duesNs[missing.size()] = duesNs[row];
                    missing.add(keys.get(row));
                }
            }
            keys.clear();
            keys.addAll(missing);
        }
    }

    /**
     * Loader of one session into one shard.
     *
     * @param finder looks up which rows are stored already; null where none can be
     */
    record ShardLoader(BulkWriter bulk, Shard.@Nullable Store finder) implements AutoCloseable {
        static ShardLoader open(Shard shard, int session, LoadMode mode, boolean append)
                throws IOException, InterruptedException {
            Shard.Store finder = append ? shard.open(session) : null;
            try {
                return new ShardLoader(shard.bulk(mode.chunks(shard), session), finder);
            } catch (IOException | InterruptedException | RuntimeException e) {
                close(finder);
                throw e;
            }
        }

        @Override
        public void close() {
            bulk.close();
            close(finder);
        }

        private static void close(Shard.@Nullable Store finder) {
            if (finder != null) {
                finder.close();
            }
        }
    }

    /**
     * Load phase on a table that is ready for it.
     *
     * @param check to be run after the load
     */
    public record Prepared(CoreLoadPhase load, LoadMode mode, LoadCheck check) {
        /**
         * Creates the table where it is missing, and empties it where the policy says so.
         *
         * @param otherwise the policy for existing rows, if no property sets one
         * @param say receives one line for each step
         * @throws CommandException if there are rows and no policy for them is set
         */
        public static Prepared of(
                YcsbProperties properties,
                CoreSettings settings,
                Shards stores,
                ExistingRowPolicy otherwise,
                Consumer<String> say)
                throws CommandException, IOException, InterruptedException {
            DatabaseInfo server = stores.database().describe();
            LoadMode mode = LoadMode.of(properties, stores.first());
            ExistingRowPolicy existing = ExistingRowPolicy.of(properties, otherwise);
            if (existing != ExistingRowPolicy.DROP) {
                stores.requireColumns();
            }
            boolean append = new TablePreparation(stores, TablePreparation.Rows.of(settings), existing, say).prepare();
            say.accept("loading " + (append ? "what is missing of " : "") + HumanNumbers.counted(settings.rows(), "row")
                    + " by " + mode);
            CoreLoadPhase loading = new CoreLoadPhase(settings, stores, mode, append, server);
            return new Prepared(loading, mode, new LoadCheck(settings, stores, loading.tally, append));
        }
    }
}
