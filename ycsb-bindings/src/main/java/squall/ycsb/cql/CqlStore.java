package squall.ycsb.cql;

import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;
import squall.ycsb.store.Columns;
import squall.ycsb.store.HotCounter;
import squall.ycsb.store.Rows;
import squall.ycsb.store.Store;
import squall.ycsb.store.Values;

/**
 * A table behind CQL. Plain writes are upserts, and so harmless twice; conditional ones are not, and a second one would be answered by
 * what the first did.
 */
final class CqlStore implements Store {
    private final CqlHandle handle;
    private final CqlText text;
    private final CqlStatements statements;
    private final Effect write;

    CqlStore(CqlDatabase database, CqlText text, int session) {
        this.handle = database.handle(session);
        this.text = text;
        this.statements = new CqlStatements(text);
        this.write = text.lightweight() ? Effect.ONCE : Effect.IDEMPOTENT;
    }

    @Override
    public Outcome read(String key, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return handle.unit(Effect.READ, turn, exchange -> statements.read(exchange, key, columns, into));
    }

    @Override
    public Outcome scan(String first, int limit, Columns columns, Rows into, Turn turn) throws InterruptedException {
        return handle.unit(Effect.READ, turn, exchange -> statements.scan(exchange, first, limit, columns, into));
    }

    @Override
    public Outcome update(String key, Values values, Turn turn) throws InterruptedException {
        return handle.unit(write, turn, exchange -> statements.update(exchange, key, values));
    }

    @Override
    public Outcome insert(String key, Values values, Turn turn) throws InterruptedException {
        return handle.unit(write, turn, exchange -> statements.insert(exchange, key, values));
    }

    @Override
    public Outcome delete(String key, Turn turn) throws InterruptedException {
        return handle.unit(write, turn, exchange -> statements.delete(exchange, key));
    }

    @Override
    public HotCounter counter(String key, Columns column) {
        return new CqlCounter(handle, text, key, column);
    }

    @Override
    public int attempts() {
        return handle.attempts();
    }

    @Override
    public void abort() {
        handle.abort();
    }

    @Override
    public void close() {
        handle.close();
    }
}
