package squall.ycsb.binding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import squall.spi.DetachedTurn;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.YcsbSchema;

/** Any class of the YCSB interface as a store. One thread, as YCSB promises its classes. */
final class DbStore implements KeyValueStore {
    private final DB db;
    private final YcsbSchema schema;
    private final OpenBatch.Reader reader;
    private final OpenBatch inserts = new OpenBatch();
    private final OpenBatch updates = new OpenBatch();
    private final AtomicReference<@Nullable Thread> calling = new AtomicReference<>();
    private Turn turn = DetachedTurn.now();
    private boolean cleanedUp;

    /** @param db initialised @param reader opens the same database once more */
    DbStore(DB db, YcsbSchema schema, OpenBatch.Reader reader) {
        this.db = db;
        this.schema = schema;
        this.reader = reader;
    }

    @Override
    public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) {
        Map<String, ByteIterator> row = new HashMap<>();
        return call(DbAccess.READ, () -> {
            Status status = db.read(schema.table(), key, fields(columns), row);
            into.begin(columns);
            if (status.isOk()) {
                add(key, row, columns, into);
            }
            return status;
        });
    }

    @Override
    @SuppressWarnings("JdkObsolete") // YCSB's interface asks for a Vector
    public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn) {
        Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
        return call(DbAccess.READ, () -> {
            Status status = db.scan(schema.table(), first, limit, fields(columns), rows);
            into.begin(columns);
            for (Map<String, ByteIterator> row : rows) {
                add(ReadRows.KEY_UNKNOWN, row, columns, into); // YCSB's scan does not tell the keys
            }
            return status;
        });
    }

    @Override
    public Outcome update(String key, RowValues values, Turn turn) {
        return once(ended -> update(key, values, turn, ended));
    }

    @Override
    public void update(String key, RowValues values, Turn under, Ended ended) {
        turn = under;
        write(updates, key, ended, () -> db.update(schema.table(), key, map(values)));
    }

    @Override
    public Outcome insert(String key, RowValues values, Turn turn) {
        return once(ended -> insert(key, values, turn, ended));
    }

    @Override
    public void insert(String key, RowValues values, Turn under, Ended ended) {
        turn = under;
        write(inserts, key, ended, () -> db.insert(schema.table(), key, map(values)));
    }

    /** Cleans up the database, which sends the last batches. */
    @Override
    public void flush(Turn last) {
        turn = last;
        cleanedUp = true;
        Outcome outcome = call(DbAccess.WRITE, () -> {
            db.cleanup();
            return Status.OK;
        });
        for (OpenBatch batch : List.of(inserts, updates)) {
            batch.cleanedUp(outcome, reader);
        }
    }

    @Override
    public Outcome delete(String key, Turn turn) {
        return call(DbAccess.WRITE, () -> db.delete(schema.table(), key));
    }

    @Override
    public int attempts() {
        return 1;
    }

    /** Interrupts the call: YCSB's interface cannot cancel one, and such a class may react only to an interrupt. */
    @Override
    public void abort() {
        Thread thread = calling.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        if (!cleanedUp) {
            try {
                db.cleanup();
            } catch (DBException e) {
                throw new IllegalStateException(db.getClass().getName() + ".cleanup failed: " + e.getMessage(), e);
            }
        }
    }

    /** Executes a write for callers that cannot wait: a write that is batched is unknown to them. */
    private static Outcome once(Consumer<Ended> write) {
        AtomicReference<Outcome> told = new AtomicReference<>(OpenBatch.WAITING);
        write.accept((outcome, attempts, turn) -> told.set(outcome));
        return told.get();
    }

    private void write(OpenBatch batch, String key, Ended ended, Call call) {
        AtomicBoolean held = new AtomicBoolean();
        Outcome outcome = call(DbAccess.WRITE, () -> {
            Status status = call.make();
            held.set(OpenBatch.holds(status));
            return status;
        });
        if (held.get()) {
            batch.add(schema.table(), key, (told, attempts) -> ended.write(told, attempts, turn));
        } else {
            batch.end(outcome);
            ended.write(outcome, 1, turn);
        }
    }

    private Outcome call(DbAccess access, Call call) {
        calling.set(Thread.currentThread());
        try {
            return access.outcome(call.make());
        } catch (DBException | RuntimeException e) { // third-party code: a refused operation, not the end of the run
            return access.failed(
                    new ErrorCode(ErrorKind.OTHER, e.getClass().getSimpleName()), String.valueOf(e.getMessage()));
        } finally {
            calling.set(null);
        }
    }

    /** Returns the names of the columns; null for all, as YCSB wants it. */
    private @Nullable Set<String> fields(ColumnSelection columns) {
        return columns == schema.all() ? null : new HashSet<>(columns.names());
    }

    private static void add(String key, Map<String, ByteIterator> row, ColumnSelection columns, ReadRows into) {
        into.row(key);
        for (int place = 0; place < columns.size(); place++) {
            ByteIterator value = row.get(columns.name(place));
            into.value(value == null ? null : value.toString());
        }
    }

    private static Map<String, ByteIterator> map(RowValues values) {
        Map<String, ByteIterator> map = new HashMap<>();
        for (int place = 0; place < values.columns().size(); place++) {
            map.put(values.columns().name(place), new StringByteIterator(values.text(place)));
        }
        return map;
    }

    /** Call of the YCSB interface. */
    private interface Call {
        Status make() throws DBException;
    }
}
