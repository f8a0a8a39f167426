package squall.ycsb.jdbc;

import static java.nio.charset.StandardCharsets.US_ASCII;

import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlSession;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Values;

/** A counter in one column of a row behind JDBC, raised by a read and a write in one transaction. */
final class SqlCounter implements HotCounter {
    private final SqlSession<SqlStatements> session;
    private final String key;
    private final Columns column;
    private final Rows found = new Rows();
    private final Values next;
    private long value;

    SqlCounter(SqlSession<SqlStatements> session, String key, Columns column) {
        this.session = session;
        this.key = key;
        this.column = column;
        this.next = new Values(column);
    }

    @Override
    public Outcome create(Turn turn) throws InterruptedException {
        return session.statement(Effect.ONCE, turn, statements -> statements.insert(key, text(0)));
    }

    @Override
    public Outcome raise(Turn turn) throws InterruptedException {
        return session.transaction(Effect.ONCE, turn, statements -> {
            Outcome read = statements.readToRaise(key, column, found);
            return found.count() == 0 ? missing(read) : statements.update(key, text(number() + 1));
        });
    }

    @Override
    public Outcome read(Turn turn) throws InterruptedException {
        return session.statement(Effect.READ, turn, statements -> {
            Outcome outcome = statements.read(key, column, found);
            value = found.count() == 0 ? 0 : number();
            return outcome;
        });
    }

    @Override
    public long value() {
        return value;
    }

    private static Outcome missing(Outcome read) {
        return read.equals(Outcome.NOT_FOUND) ? SqlStatements.NO_SUCH_ROW : read;
    }

    private long number() {
        return Long.parseLong(String.valueOf(found.value(0, 0)).strip());
    }

    private Values text(long number) {
        next.begin(column).append(Long.toString(number).getBytes(US_ASCII));
        return next;
    }
}
