package squall.ycsb.jdbc;

import java.io.IOException;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/** A table behind JDBC, on one session that reconnects by itself. */
final class SqlStore implements Store {
    private final SqlSession<SqlStatements> session;

    SqlStore(SqlDatabase database, Schema schema, int fetchSize, int number) throws IOException, InterruptedException {
        SqlText text = new SqlText(database.dialect(), schema.table());
        this.session = database.session(number, connection -> new SqlStatements(connection, text, fetchSize));
    }

    @Override
    public Outcome read(String key, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return session.statement(Effect.READ, turn, statements -> statements.read(key, columns, into));
    }

    @Override
    public Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return session.statement(Effect.READ, turn, statements -> statements.scan(first, limit, columns, into));
    }

    @Override
    public Outcome update(String key, Values values, Turn turn) throws InterruptedException {
        return session.statement(Effect.IDEMPOTENT, turn, statements -> statements.update(key, values));
    }

    @Override
    public Outcome insert(String key, Values values, Turn turn) throws InterruptedException {
        return session.statement(Effect.ONCE, turn, statements -> statements.insert(key, values));
    }

    @Override
    public Outcome delete(String key, Turn turn) throws InterruptedException {
        return session.statement(Effect.ONCE, turn, statements -> statements.delete(key));
    }

    @Override
    public HotCounter counter(String key, Columns column) {
        return new SqlCounter(session, key, column);
    }

    @Override
    public int attempts() {
        return session.attempts();
    }

    @Override
    public void abort() {
        session.abort();
    }

    @Override
    public void close() {
        session.close();
    }
}
