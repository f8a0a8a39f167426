package squall.ycsb.binding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import squall.results.RunInfo.Setting;
import squall.spi.DetachedTurn;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.bulk.BulkWriter;
import squall.sql.bulk.RowChunk;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;
import squall.ycsb.loading.LoadMode;
import squall.ycsb.store.BindingTarget;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.store.YcsbSchema;

/**
 * Binding of Squall's own under YCSB's public interface, for third-party workloads and for upstream's own client: it reconnects, retries
 * and distinguishes outcomes as Squall's own load does.
 *
 * <p>Batches of inserts, if upstream's properties request them, are for callers that accept the outcome of each row ({@link BatchingDb}).
 * For all others every insert is a separate statement: OK means that it is stored. One thread.
 */
abstract sealed class StoreDb extends DB implements BatchingDb permits JdbcDb, YcqlDb {
    private static final Logger LOG = LoggerFactory.getLogger(StoreDb.class);

    private final Turn turn = DetachedTurn.now();
    private final ReadRows rows = new ReadRows();
    private final Map<Set<String>, ColumnSelection> known = new HashMap<>();
    private YcsbSchema schema = new YcsbSchema("", List.of());
    private RowValues values = new RowValues(schema.all());
    private @Nullable Shards stores;
    private @Nullable KeyValueStore store;
    private @Nullable InsertBatches batches;

    @Override
    public void init() throws DBException {
        try {
            Map<String, Setting> settings = new TreeMap<>();
            for (String name : getProperties().stringPropertyNames()) {
                settings.put(name, new Setting(getProperties().getProperty(name), "properties"));
            }
            YcsbProperties properties = YcsbProperties.of(settings);
            schema = YcsbSchema.of(properties);
            values = new RowValues(schema.all());
            LoadMode.require(properties);
            Shards shards = target(properties, StoreDb.class.getClassLoader(), LOG::info)
                    .connect(schema);
            stores = shards;
            store = shards.open(0);
            OptionalInt rowsAtOnce = LoadMode.upstreamsBatch(properties);
            batches = rowsAtOnce.isPresent() ? new InsertBatches(shards, schema, rowsAtOnce.getAsInt()) : null;
        } catch (CommandException | IOException e) {
            throw new DBException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DBException("interrupted while connecting", e);
        }
    }

    /** Sends the rows that still wait. */
    @Override
    public void cleanup() {
        if (batches != null) {
            try (InsertBatches last = batches) {
                last.send(turn);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the rows have been told
            }
        }
        if (store != null) {
            store.close();
        }
        if (stores != null) {
            stores.close();
        }
    }

    /** Returns the database that the properties point to; may start a database of Squall's own. */
    abstract BindingTarget target(YcsbProperties properties, ClassLoader classes, Consumer<String> say)
            throws CommandException, InterruptedException;

    @Override
    public boolean batching() {
        return batches != null;
    }

    /** Adds a row to its shard's batch; a row that lacks columns cannot go with the others and is a statement of its own. */
    @Override
    public void insert(String table, String key, Map<String, ByteIterator> inserted, Settled settled) {
        boolean whole = inserted.keySet().equals(Set.copyOf(schema.columns()));
        if (batches == null || !whole || !table.equals(schema.table())) {
            Status status = insert(table, key, inserted);
            settled.row(DbAccess.WRITE.outcome(status), store == null ? 1 : store.attempts());
            return;
        }
        try {
            batches.add(key, values(schema.all(), inserted), turn, settled);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the rows have been told
        }
    }

    @Override
    public Status read(String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
        return call(table, connected -> {
            ColumnSelection columns = columns(fields);
            Status status = OutcomeStatus.of(connected.read(key, columns, rows, turn));
            if (status.isOk()) {
                copy(columns, 0, result);
            }
            return status;
        });
    }

    @Override
    @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's interface asks for a Vector of HashMaps
    public Status scan(
            String table,
            String startkey,
            int recordcount,
            @Nullable Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return call(table, connected -> {
            ColumnSelection columns = columns(fields);
            Status status = OutcomeStatus.of(connected.scan(startkey, recordcount, columns, rows, turn));
            for (int row = 0; status.isOk() && row < rows.count(); row++) {
                HashMap<String, ByteIterator> copied = new HashMap<>();
                copy(columns, row, copied);
                result.add(copied);
            }
            return status;
        });
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> changed) {
        return call(table, connected -> OutcomeStatus.of(connected.update(key, values(changed), turn)));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> inserted) {
        return call(table, connected -> OutcomeStatus.of(connected.insert(key, values(inserted), turn)));
    }

    @Override
    public Status delete(String table, String key) {
        return call(table, connected -> OutcomeStatus.of(connected.delete(key, turn)));
    }

    private Status call(String table, Call call) {
        if (store == null) {
            return refused(ErrorKind.CONNECTION, "NOT_CONNECTED", "init() was not called, or failed");
        }
        if (!table.equals(schema.table())) {
            return refused(
                    ErrorKind.OTHER,
                    "BAD_REQUEST",
                    "the table is " + schema.table() + ", not " + table + "; set -p table=" + table);
        }
        try {
            return call.on(store);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Status("INTERRUPTED", "the run was ended while waiting for the database");
        }
    }

    private static Status refused(ErrorKind kind, String name, String message) {
        return OutcomeStatus.of(new Outcome.Refused(new ErrorCode(kind, name), message));
    }

    private ColumnSelection columns(@Nullable Set<String> fields) {
        return fields == null
                ? schema.all()
                : known.computeIfAbsent(Set.copyOf(fields), names -> new ColumnSelection(List.copyOf(names)));
    }

    private RowValues values(Map<String, ByteIterator> given) {
        return values(columns(given.keySet()), given);
    }

    private RowValues values(ColumnSelection columns, Map<String, ByteIterator> given) {
        values.begin(columns);
        for (String name : columns.names()) {
            ByteIterator value = given.get(name);
            values.append(value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8));
        }
        return values;
    }

    private void copy(ColumnSelection columns, int row, Map<String, ByteIterator> into) {
        for (int place = 0; place < columns.size(); place++) {
            String value = rows.value(row, place);
            if (value != null) {
                into.put(columns.name(place), new StringByteIterator(value));
            }
        }
    }

    /** Operation on the connected store. */
    private interface Call {
        Status on(KeyValueStore connected) throws InterruptedException;
    }

    /**
     * Set of batches of rows that wait to be sent, one for each shard, until there are as many as {@code db.batchsize} says. One thread.
     */
    private static final class InsertBatches implements AutoCloseable {
        private final Shards stores;
        private final List<Batch> batches;

        InsertBatches(Shards stores, YcsbSchema schema, int rowsAtOnce) throws IOException, InterruptedException {
            this.stores = stores;
            this.batches = stores.each(shard -> new Batch(shard, schema, rowsAtOnce), Batch::close);
        }

        /**
         * Adds a row, and sends the batch that it fills.
         *
         * @param values of all columns
         * @throws InterruptedException if interrupted while rows were sent; those have been told all the same
         */
        void add(String key, RowValues values, Turn turn, BatchingDb.Settled settled) throws InterruptedException {
            batches.get(stores.shardOf(key)).add(key, values, turn, settled);
        }

        /** Sends all that waits; throws as {@link #add}. */
        void send(Turn turn) throws InterruptedException {
            for (Batch batch : batches) {
                batch.send(turn);
            }
        }

        @Override
        public void close() {
            batches.forEach(Batch::close);
        }

        /** Batch of one shard. */
        private static final class Batch {
            private final BulkWriter bulk;
            private final RowChunk rows;
            private final List<BatchingDb.Settled> waiting = new ArrayList<>();

            Batch(Shard shard, YcsbSchema schema, int rowsAtOnce) throws IOException, InterruptedException {
                this.bulk = shard.bulk(Shard.InsertMethod.BATCH, 0);
                this.rows = new RowChunk(schema.columns().size() + 1, rowsAtOnce);
            }

            void add(String key, RowValues values, Turn turn, BatchingDb.Settled settled) throws InterruptedException {
                byte[] keyBytes = key.getBytes(UTF_8);
                rows.beginRow();
                rows.value(keyBytes, 0, keyBytes.length);
                for (int place = 0; place < values.columns().size(); place++) {
                    rows.value(values.utf8(), values.offset(place), values.length(place));
                }
                rows.endRow();
                waiting.add(settled);
                if (rows.full()) {
                    send(turn);
                }
            }

            void close() {
                bulk.close();
            }

            void send(Turn turn) throws InterruptedException {
                try {
                    bulk.send(
                            rows,
                            turn,
                            (row, outcome, attempts) -> waiting.get(row).row(outcome, attempts));
                } finally {
                    rows.clear();
                    waiting.clear();
                }
            }
        }
    }
}
