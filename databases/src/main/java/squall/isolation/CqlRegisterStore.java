package squall.isolation;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.cql.CqlDatabase;
import squall.cql.CqlHandle;
import squall.cql.CqlUnitOfWork;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.CallContext;
import squall.spi.Outcome;
import squall.sql.WorkEffect;

/**
 * Store of registers over CQL, a partition each: a transaction reads one of them at serial consistency, or reads it and replaces it with a
 * lightweight transaction on condition that it is still what was read.
 */
public final class CqlRegisterStore extends CqlTransactionStore {
    /** Length of all transactions; no other can be requested. */
    public static final int LENGTH = 2;

    /** Outcome if another session was faster, and nothing was written: an answer. */
    private static final Outcome NOT_APPLIED = new Outcome.Ok("NOT_APPLIED");

    private static final ConsistencyLevel SERIAL = DefaultConsistencyLevel.SERIAL;

    public CqlRegisterStore(CqlDatabase database, RunTable at) {
        super(database, at);
    }

    @Override
    public History.Model model() {
        return History.Model.REGISTER;
    }

    /** Returns the guarantee: lightweight transactions on one row, and reads at serial consistency, are linearizable. */
    @Override
    public Promise promise() {
        return new Promise("lightweight transactions", Optional.of(ConsistencyModel.STRICT_SERIALIZABLE));
    }

    @Override
    public Client client(int session) {
        return new CqlClient(session);
    }

    private final class CqlClient extends CqlHandle implements Client {
        private List<Long> seen = List.of();

        CqlClient(int session) {
            super(cluster(), session);
        }

        @Override
        public Outcome perform(
                boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, CallContext call)
                throws InterruptedException {
            List<KeyOperation> operations = plan.get();
            long key = operations.getFirst().key();
            Outcome outcome = unit(WorkEffect.READ, call, exchange -> {
                history.begin();
                seen = values(row(exchange, key).next(), 0);
                history.read(key, seen);
                return Outcome.OK;
            });
            history.end(outcome);
            return outcome instanceof Outcome.Ok && operations.getLast() instanceof KeyOperation.Write write
                    ? replace(write, history, call)
                    : outcome;
        }

        private CqlUnitOfWork.CqlAnswer row(CqlUnitOfWork exchange, long key) throws InterruptedException {
            return exchange.execute(exchange.prepared(at().select("?", "?"))
                    .bind(key, at().run())
                    .setConsistencyLevel(SERIAL));
        }

        /** Writes on condition that the register holds what was read; where it does not, the answer has its value. */
        private Outcome replace(KeyOperation.Write write, SessionHistory history, CallContext call)
                throws InterruptedException {
            List<Long> expected = seen;
            Outcome outcome = furtherUnit(WorkEffect.ONCE, call, exchange -> {
                history.begin();
                history.read(write.key(), expected);
                history.write(write);
                BoundStatement update = exchange.prepared(
                                "UPDATE " + at().name() + " SET v = ? WHERE k = ? AND run = ? IF v = ?")
                        .bind(write.value(), write.key(), at().run());
                CqlUnitOfWork.CqlAnswer answer = exchange.execute(
                        expected.isEmpty() ? update.setToNull(3) : update.setLong(3, expected.getFirst()));
                if (answer.applied()) {
                    return Outcome.OK;
                }
                history.replaceByRead(write.key(), found(answer.next()));
                return NOT_APPLIED;
            });
            history.end(outcome);
            return outcome;
        }
    }

    /** Returns the value in the answer to a write whose condition did not hold; where the register's row is gone, it lacks the column. */
    static List<Long> found(@Nullable Row row) {
        if (row == null || !row.getColumnDefinitions().contains("v") || row.isNull("v")) {
            return List.of();
        }
        return List.of(row.getLong("v"));
    }
}
