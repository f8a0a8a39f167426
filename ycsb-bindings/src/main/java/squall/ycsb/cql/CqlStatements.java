package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import squall.cql.Answer;
import squall.cql.Exchange;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.ycsb.store.Columns;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** The prepared statements of one session, each asked for when it is first needed. One thread. */
final class CqlStatements {
    /** What a conditional insert answers to if the row is there: certainly not applied. */
    static final String NOT_APPLIED = "NOT_APPLIED";

    private static final Outcome NO_SUCH_ROW =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, Store.MISSING), "there is no row of this key");
    private static final Outcome THERE_ALREADY =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONSTRAINT, NOT_APPLIED), "there is a row of this key already");

    private final CqlText text;
    private final Map<Columns, PreparedStatement> reads = new HashMap<>();
    private final Map<Columns, PreparedStatement> scans = new HashMap<>();
    private final Map<Columns, PreparedStatement> updates = new HashMap<>();
    private final Map<Columns, PreparedStatement> inserts = new HashMap<>();
    private final Map<String, PreparedStatement> deletes = new HashMap<>();

    CqlStatements(CqlText text) {
        this.text = text;
    }

    Outcome read(Exchange exchange, String key, Columns columns, Rows into) throws InterruptedException {
        BoundStatement read = prepared(exchange, reads, columns, text::read).bind(key);
        Answer answer = exchange.execute(read);
        into.begin(columns);
        for (Row row = answer.next(); row != null; row = answer.next()) {
            into.row(key);
            values(row, 0, columns, into);
        }
        return into.count() == 0 ? Outcome.NOT_FOUND : Outcome.OK;
    }

    Outcome scan(Exchange exchange, String first, int limit, Columns columns, Rows into) throws InterruptedException {
        Answer answer =
                exchange.execute(prepared(exchange, scans, columns, text::scan).bind(first, limit));
        into.begin(columns);
        for (Row row = answer.next(); row != null; row = answer.next()) {
            into.row(String.valueOf(row.getString(0)));
            values(row, 1, columns, into);
        }
        return Outcome.OK;
    }

    Outcome update(Exchange exchange, String key, Values values) throws InterruptedException {
        BoundStatementBuilder update =
                with(prepared(exchange, updates, values.columns(), text::update).boundStatementBuilder(), 0, values);
        BoundStatement whole = update.setString(values.columns().size(), key).build();
        return exchange.execute(whole).applied() ? Outcome.OK : NO_SUCH_ROW;
    }

    Outcome insert(Exchange exchange, String key, Values values) throws InterruptedException {
        BoundStatementBuilder insert =
                with(prepared(exchange, inserts, values.columns(), text::insert).boundStatementBuilder(), 1, values);
        BoundStatement whole = insert.setString(0, key).build();
        return exchange.execute(whole).applied() ? Outcome.OK : THERE_ALREADY;
    }

    Outcome delete(Exchange exchange, String key) throws InterruptedException {
        PreparedStatement delete = prepared(exchange, deletes, text.delete(), own -> own);
        return exchange.execute(delete.bind(key)).applied() ? Outcome.OK : NO_SUCH_ROW;
    }

    private static <K> PreparedStatement prepared(
            Exchange exchange, Map<K, PreparedStatement> known, K choice, Function<K, String> text)
            throws InterruptedException {
        PreparedStatement statement = known.get(choice);
        if (statement == null) {
            statement = exchange.prepared(text.apply(choice));
            known.put(choice, statement);
        }
        return statement;
    }

    /** The values are UTF-8 already, as varchar is on the wire; copied, for the driver keeps them while it sends. */
    private static BoundStatementBuilder with(BoundStatementBuilder statement, int from, Values values) {
        BoundStatementBuilder filled = statement;
        for (int place = 0; place < values.columns().size(); place++) {
            byte[] value = new byte[values.length(place)];
            System.arraycopy(values.utf8(), values.offset(place), value, 0, value.length);
            filled = filled.setBytesUnsafe(from + place, ByteBuffer.wrap(value));
        }
        return filled;
    }

    private static void values(Row row, int from, Columns columns, Rows into) {
        for (int place = 0; place < columns.size(); place++) {
            into.value(row.getString(from + place));
        }
    }
}
