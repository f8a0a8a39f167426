package squall.ycsb.binding;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.ycsb.store.Columns;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** Any class of the YCSB interface as a store. One thread, as YCSB promises its classes. */
final class DbStore implements Store {
    private final DB db;
    private final Schema schema;
    private final AtomicReference<@Nullable Thread> calling = new AtomicReference<>();

    /** @param db initialised */
    DbStore(DB db, Schema schema) {
        this.db = db;
        this.schema = schema;
    }

    @Override
    public Outcome read(String key, Columns columns, Rows into, Turn turn) {
        Map<String, ByteIterator> row = new HashMap<>();
        return call(Access.READ, () -> {
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
    public Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) {
        Vector<HashMap<String, ByteIterator>> rows = new Vector<>();
        return call(Access.READ, () -> {
            Status status = db.scan(schema.table(), first, limit, fields(columns), rows);
            into.begin(columns);
            for (Map<String, ByteIterator> row : rows) {
                add(Rows.KEY_UNKNOWN, row, columns, into); // YCSB's scan does not tell the keys
            }
            return status;
        });
    }

    @Override
    public Outcome update(String key, Values values, Turn turn) {
        return call(Access.WRITE, () -> db.update(schema.table(), key, map(values)));
    }

    @Override
    public Outcome insert(String key, Values values, Turn turn) {
        return call(Access.WRITE, () -> db.insert(schema.table(), key, map(values)));
    }

    @Override
    public Outcome delete(String key, Turn turn) {
        return call(Access.WRITE, () -> db.delete(schema.table(), key));
    }

    @Override
    public int attempts() {
        return 1;
    }

    /** YCSB's interface cannot end a call; an interrupt is the only thing such a class may hear. */
    @Override
    public void abort() {
        Thread thread = calling.get();
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void close() {
        try {
            db.cleanup();
        } catch (DBException e) {
            throw new IllegalStateException(db.getClass().getName() + ".cleanup failed: " + e.getMessage(), e);
        }
    }

    private Outcome call(Access access, Call call) {
        calling.set(Thread.currentThread());
        try {
            return access.outcome(call.make());
        } catch (RuntimeException e) { // code of third parties: what it throws is an answer too, not the end of the run
            return access.failed(
                    new ErrorCode(ErrorKind.OTHER, e.getClass().getSimpleName()), String.valueOf(e.getMessage()));
        } finally {
            calling.set(null);
        }
    }

    /** YCSB says null for all. */
    private @Nullable Set<String> fields(Columns columns) {
        return columns == schema.all() ? null : new HashSet<>(columns.names());
    }

    private static void add(String key, Map<String, ByteIterator> row, Columns columns, Rows into) {
        into.row(key);
        for (int place = 0; place < columns.size(); place++) {
            ByteIterator value = row.get(columns.name(place));
            into.value(value == null ? null : value.toString());
        }
    }

    private static Map<String, ByteIterator> map(Values values) {
        Map<String, ByteIterator> map = new HashMap<>();
        for (int place = 0; place < values.columns().size(); place++) {
            map.put(values.columns().name(place), new StringByteIterator(values.text(place)));
        }
        return map;
    }

    /** One call of the YCSB interface. */
    private interface Call {
        Status make();
    }
}
