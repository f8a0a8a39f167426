package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import org.jspecify.annotations.Nullable;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.cql.CqlUnitOfWork.CqlAnswer;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.WorkEffect;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;

/**
 * Counter in one column of a row over CQL, which has no transaction of a read and a write: it is incremented by lightweight transactions,
 * each on condition that no other session has incremented it since it was read.
 */
final class CqlCounter implements KeyValueStore.HotCounter {
    /** Other sessions may be first so often; more is a database that makes no progress. */
    private static final int MOST_TRIES = 1_000;

    /** Never the value of a counter: comparing with it only reads the present value. */
    private static final String NO_NUMBER = "-";

    private static final Outcome OVERTAKEN = new Outcome.Refused(
            new ErrorCode(ErrorKind.SERIALIZATION, CqlStoreStatements.NOT_APPLIED),
            "other sessions incremented it first on every attempt");

    private final CqlHandle handle;
    private final CqlStoreStatements.Texts text;
    private final String key;
    private final ColumnSelection column;
    private String seen = "0";
    private long value;

    CqlCounter(CqlHandle handle, CqlStoreStatements.Texts text, String key, ColumnSelection column) {
        this.handle = handle;
        this.text = text;
        this.key = key;
        this.column = column;
    }

    @Override
    public Outcome create(Turn turn) throws InterruptedException {
        String insert = new CqlStoreStatements.Texts(text.table(), true).insert(column);
        return handle.unit(
                WorkEffect.ONCE,
                turn,
                exchange -> exchange.execute(exchange.prepared(insert).bind(key, "0"))
                                .applied()
                        ? Outcome.OK
                        : CqlStoreStatements.THERE_ALREADY);
    }

    @Override
    public Outcome raise(Turn turn) throws InterruptedException {
        return handle.unit(WorkEffect.ONCE, turn, exchange -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                String raised = Long.toString(Long.parseLong(seen) + 1);
                CqlAnswer answer = replaced(exchange, raised, seen);
                if (answer.applied()) {
                    seen = raised;
                    return Outcome.OK;
                }
                String found = found(answer);
                if (found == null) {
                    return KeyValueStore.NO_SUCH_ROW;
                }
                seen = found;
            }
            return OVERTAKEN;
        });
    }

    @Override
    public Outcome read(Turn turn) throws InterruptedException {
        return handle.unit(WorkEffect.ONCE, turn, exchange -> {
            String found = found(replaced(exchange, NO_NUMBER, NO_NUMBER));
            value = found == null ? 0 : Long.parseLong(found);
            return found == null ? Outcome.NOT_FOUND : Outcome.OK;
        });
    }

    @Override
    public long value() {
        return value;
    }

    private CqlAnswer replaced(CqlUnitOfWork exchange, String by, String seenBefore) throws InterruptedException {
        return exchange.execute(exchange.prepared(text.replace(column)).bind(by, key, seenBefore));
    }

    /** Returns the value found in the row; null if there is none. */
    private @Nullable String found(CqlAnswer answer) throws InterruptedException {
        Row row = answer.next();
        return row == null || row.getColumnDefinitions().size() < 2 ? null : row.getString(1);
    }
}
