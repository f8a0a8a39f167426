package squall.apps.run;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchStatementBuilder;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.List;
import squall.apps.Cql;
import squall.apps.CqlStatements;
import squall.apps.Write;
import squall.check.Seen;
import squall.cql.Answer;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.cql.Exchange;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.Effect;

/** A session over CQL: a handle on what all share. */
final class CqlHand implements Hand {
    private static final Outcome NOT_APPLIED = new Outcome.Refused(
            new ErrorCode(ErrorKind.DATA, "not-applied"), "the condition of the write did not hold");

    private final CqlDatabase database;
    private final CqlHandle handle;
    private final CqlStatements statements;
    private final boolean transactional;
    private final Effect effect;
    private List<Seen> seen = List.of();

    /** @param transactional whether what is written together is a transaction, where the database has such */
    CqlHand(CqlDatabase database, int session, CqlStatements statements, boolean transactional) {
        this.database = database;
        this.handle = database.handle(session);
        this.statements = statements;
        this.transactional = transactional;
        // An upsert is harmless twice only where the client dates it: else a late first copy would undo the next
        // version.
        this.effect = database.dialect() == CqlDialect.CASSANDRA && !statements.conditional()
                ? Effect.IDEMPOTENT
                : Effect.ONCE;
    }

    @Override
    public Outcome write(List<Write> writes, Turn turn) throws InterruptedException {
        List<Cql> all = new ArrayList<>();
        writes.forEach(write -> all.addAll(statements.write(write)));
        return handle.unit(effect, turn, exchange -> together(exchange, all).applied() ? Outcome.OK : NOT_APPLIED);
    }

    @Override
    public Outcome read(long key, int version, Turn turn) throws InterruptedException {
        Cql cql = statements.read(key, version);
        return handle.unit(Effect.READ, turn, exchange -> {
            Answer answer = exchange.execute(bound(exchange, cql));
            List<Row> rows = new ArrayList<>();
            for (Row row = answer.next(); row != null; row = answer.next()) {
                rows.add(row);
            }
            seen = statements.seen(key, version, rows);
            return Outcome.OK;
        });
    }

    @Override
    public List<Seen> seen() {
        return seen;
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

    private Answer together(Exchange exchange, List<Cql> all) throws InterruptedException {
        if (all.size() == 1 && !(transactional && database.dialect().isolates())) {
            return exchange.execute(bound(exchange, all.getFirst()));
        }
        return transactional ? transaction(exchange, all) : batch(exchange, all);
    }

    private Answer transaction(Exchange exchange, List<Cql> all) throws InterruptedException {
        if (!database.dialect().isolates()) {
            return batch(exchange, all);
        }
        String text = database.dialect().transaction(all.stream().map(Cql::text).toList());
        return exchange.execute(bound(
                exchange,
                new Cql(text, all.stream().flatMap(cql -> cql.values().stream()).toList())));
    }

    /** A logged one: in the end all of it is there. */
    private Answer batch(Exchange exchange, List<Cql> all) throws InterruptedException {
        BatchStatementBuilder batch = BatchStatement.builder(DefaultBatchType.LOGGED);
        for (Cql cql : all) {
            batch.addStatement(bound(exchange, cql));
        }
        return exchange.execute(database.attributed(batch.build(), effect));
    }

    private static BoundStatement bound(Exchange exchange, Cql cql) throws InterruptedException {
        return exchange.prepared(cql.text()).bind(cql.values().toArray());
    }
}
