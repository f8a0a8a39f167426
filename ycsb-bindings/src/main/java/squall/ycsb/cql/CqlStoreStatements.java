package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.cql.CqlTable;
import squall.cql.CqlUnitOfWork;
import squall.cql.CqlUnitOfWork.CqlAnswer;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;

/** The prepared statements of one session, each asked for when it is first needed. One thread. */
final class CqlStoreStatements {
    /** Answer to a conditional insert if the row is there: certainly not applied. */
    static final String NOT_APPLIED = "NOT_APPLIED";

    static final Outcome THERE_ALREADY =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONSTRAINT, NOT_APPLIED), "a row with this key already exists");

    private final Texts text;
    private final Map<ColumnSelection, PreparedStatement> reads = new HashMap<>();
    private final Map<ColumnSelection, PreparedStatement> scans = new HashMap<>();
    private final Map<ColumnSelection, PreparedStatement> updates = new HashMap<>();
    private final Map<ColumnSelection, PreparedStatement> inserts = new HashMap<>();
    private final Map<String, PreparedStatement> deletes = new HashMap<>();

    CqlStoreStatements(Texts text) {
        this.text = text;
    }

    Outcome read(CqlUnitOfWork exchange, String key, ColumnSelection columns, ReadRows into)
            throws InterruptedException {
        BoundStatement read = prepared(exchange, reads, columns, text::read).bind(key);
        CqlAnswer answer = exchange.execute(read);
        into.begin(columns);
        for (Row row = answer.next(); row != null; row = answer.next()) {
            into.row(key);
            values(row, 0, columns, into);
        }
        return into.count() == 0 ? Outcome.NOT_FOUND : Outcome.OK;
    }

    Outcome scan(CqlUnitOfWork exchange, String first, int limit, ColumnSelection columns, ReadRows into)
            throws InterruptedException {
        CqlAnswer answer =
                exchange.execute(prepared(exchange, scans, columns, text::scan).bind(first, limit));
        into.begin(columns);
        for (Row row = answer.next(); row != null; row = answer.next()) {
            into.row(String.valueOf(row.getString(0)));
            values(row, 1, columns, into);
        }
        return Outcome.OK;
    }

    Outcome update(CqlUnitOfWork exchange, String key, RowValues values) throws InterruptedException {
        BoundStatementBuilder update =
                with(prepared(exchange, updates, values.columns(), text::update).boundStatementBuilder(), 0, values);
        BoundStatement whole = update.setString(values.columns().size(), key).build();
        return exchange.execute(whole).applied() ? Outcome.OK : KeyValueStore.NO_SUCH_ROW;
    }

    Outcome insert(CqlUnitOfWork exchange, String key, RowValues values) throws InterruptedException {
        BoundStatementBuilder insert =
                with(prepared(exchange, inserts, values.columns(), text::insert).boundStatementBuilder(), 1, values);
        BoundStatement whole = insert.setString(0, key).build();
        return exchange.execute(whole).applied() ? Outcome.OK : THERE_ALREADY;
    }

    Outcome delete(CqlUnitOfWork exchange, String key) throws InterruptedException {
        PreparedStatement delete = prepared(exchange, deletes, text.delete(), own -> own);
        return exchange.execute(delete.bind(key)).applied() ? Outcome.OK : KeyValueStore.NO_SUCH_ROW;
    }

    /** Looks for all keys at once, and leaves those that are there in {@code present}. */
    Outcome find(CqlUnitOfWork exchange, List<String> keys, Set<String> present) throws InterruptedException {
        present.clear();
        PreparedStatement search = exchange.prepared(text.present());
        List<CqlAnswer> answers =
                exchange.executeAll(keys.stream().map(search::bind).toList());
        for (int place = 0; place < keys.size(); place++) {
            if (answers.get(place).next() != null) {
                present.add(keys.get(place));
            }
        }
        return Outcome.OK;
    }

    private static <K> PreparedStatement prepared(
            CqlUnitOfWork exchange, Map<K, PreparedStatement> known, K choice, Function<K, String> text)
            throws InterruptedException {
        PreparedStatement statement = known.get(choice);
        if (statement == null) {
            statement = exchange.prepared(text.apply(choice));
            known.put(choice, statement);
        }
        return statement;
    }

    /** Binds the values, which are UTF-8 already, as varchar is on the wire; copied, for the driver keeps them while it sends. */
    private static BoundStatementBuilder with(BoundStatementBuilder statement, int from, RowValues values) {
        BoundStatementBuilder filled = statement;
        for (int place = 0; place < values.columns().size(); place++) {
            byte[] value = new byte[values.length(place)];
            System.arraycopy(values.utf8(), values.offset(place), value, 0, value.length);
            filled = filled.setBytesUnsafe(from + place, ByteBuffer.wrap(value));
        }
        return filled;
    }

    private static void values(Row row, int from, ColumnSelection columns, ReadRows into) {
        for (int place = 0; place < columns.size(); place++) {
            into.value(row.getString(from + place));
        }
    }

    /**
     * The statements of the ycql binding, as text; those of upstream's Cassandra binding, with columns named. Pure.
     *
     * @param lightweight whether writes are conditional
     */
    record Texts(CqlTable table, boolean lightweight) {
        /** The key's column in every YCSB table behind CQL. */
        static final String KEY_COLUMN = "y_id";

        private static final String WHERE_KEY = " WHERE " + KEY_COLUMN + " = ?";

        String read(ColumnSelection columns) {
            return "SELECT " + list(columns) + " FROM " + table.identifier() + WHERE_KEY;
        }

        /** Returns the statement of a scan, in the order of tokens: there is no other on a hashed key. */
        String scan(ColumnSelection columns) {
            return "SELECT " + KEY_COLUMN + "," + list(columns) + " FROM " + table.identifier() + " WHERE token("
                    + KEY_COLUMN + ") >= token(?) LIMIT ?";
        }

        String update(ColumnSelection columns) {
            return "UPDATE " + table.identifier() + " SET "
                    + columns.names().stream()
                            .map(name -> table.column(name) + "=?")
                            .collect(Collectors.joining(", "))
                    + WHERE_KEY + (lightweight ? " IF EXISTS" : "");
        }

        /** Writes one column on condition of what stands there; that is answered where it is something else. */
        String replace(ColumnSelection one) {
            String column = table.column(one.name(0));
            return "UPDATE " + table.identifier() + " SET " + column + " = ?" + WHERE_KEY + " IF " + column + " = ?";
        }

        String insert(ColumnSelection columns) {
            return "INSERT INTO " + table.identifier() + " (" + KEY_COLUMN + "," + list(columns) + ") VALUES (?"
                    + ",?".repeat(columns.size()) + ")" + (lightweight ? " IF NOT EXISTS" : "");
        }

        String delete() {
            return "DELETE FROM " + table.identifier() + WHERE_KEY + (lightweight ? " IF EXISTS" : "");
        }

        /** Returns the statement that looks for one key at a time: an IN over many partitions would make one node ask all the others. */
        String present() {
            return "SELECT " + KEY_COLUMN + " FROM " + table.identifier() + WHERE_KEY;
        }

        private String list(ColumnSelection columns) {
            return columns.names().stream().map(table::column).collect(Collectors.joining(","));
        }
    }
}
