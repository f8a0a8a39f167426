package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.Row;
import org.jspecify.annotations.Nullable;
import squall.cql.Answer;
import squall.cql.CqlHandle;
import squall.cql.Exchange;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Store;

/**
 * A counter in one column of a row behind CQL. There is no transaction of a read and a write there: it is raised by lightweight
 * transactions, each on condition that nobody else has raised it since it was read.
 */
final class CqlCounter implements HotCounter {
    /** Other sessions may be first so often; more is a database that makes no progress. */
    private static final int MOST_TRIES = 1_000;

    /** Stands in no counter: what is to be compared with it only tells what is there. */
    private static final String NO_NUMBER = "-";

    private static final Outcome OVERTAKEN = new Outcome.Refused(
            new ErrorCode(ErrorKind.SERIALIZATION, CqlStatements.NOT_APPLIED),
            "other sessions raised it first, each time");
    private static final Outcome MISSING =
            new Outcome.Refused(new ErrorCode(ErrorKind.DATA, Store.MISSING), "there is no row of this key");

    private final CqlHandle handle;
    private final CqlText text;
    private final String key;
    private final Columns column;
    private String seen = "0";
    private long value;

    CqlCounter(CqlHandle handle, CqlText text, String key, Columns column) {
        this.handle = handle;
        this.text = text;
        this.key = key;
        this.column = column;
    }

    @Override
    public Outcome create(Turn turn) throws InterruptedException {
        String insert = new CqlText(text.table(), true).insert(column);
        return handle.unit(
                Effect.ONCE,
                turn,
                exchange -> exchange.execute(exchange.prepared(insert).bind(key, "0"))
                                .applied()
                        ? Outcome.OK
                        : new Outcome.Refused(
                                new ErrorCode(ErrorKind.CONSTRAINT, CqlStatements.NOT_APPLIED),
                                "there is a row of this key already"));
    }

    @Override
    public Outcome raise(Turn turn) throws InterruptedException {
        return handle.unit(Effect.ONCE, turn, exchange -> {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                String raised = Long.toString(Long.parseLong(seen) + 1);
                Answer answer = replaced(exchange, raised, seen);
                if (answer.applied()) {
                    seen = raised;
                    return Outcome.OK;
                }
                String found = found(answer);
                if (found == null) {
                    return MISSING;
                }
                seen = found;
            }
            return OVERTAKEN;
        });
    }

    @Override
    public Outcome read(Turn turn) throws InterruptedException {
        return handle.unit(Effect.ONCE, turn, exchange -> {
            String found = found(replaced(exchange, NO_NUMBER, NO_NUMBER));
            value = found == null ? 0 : Long.parseLong(found);
            return found == null ? Outcome.NOT_FOUND : Outcome.OK;
        });
    }

    @Override
    public long value() {
        return value;
    }

    private Answer replaced(Exchange exchange, String by, String seenBefore) throws InterruptedException {
        return exchange.execute(exchange.prepared(text.replace(column)).bind(by, key, seenBefore));
    }

    /** What stands there instead; null if nothing does. */
    private @Nullable String found(Answer answer) throws InterruptedException {
        Row row = answer.next();
        return row == null || row.getColumnDefinitions().size() < 2 ? null : row.getString(1);
    }
}
