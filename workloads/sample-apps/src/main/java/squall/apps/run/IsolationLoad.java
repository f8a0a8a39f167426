package squall.apps.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import squall.apps.AppOperations;
import squall.apps.run.AppAssignment.Tables;
import squall.check.isolation.IsolationExpectation;
import squall.check.isolation.JudgeRequest;
import squall.database.Database;
import squall.isolation.IsolationMeasurement;
import squall.isolation.TransactionStore;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/**
 * Load of transactions whose isolation is judged afterwards. Those that only read and those that write are counted separately. The plan
 * determines their number, so that no session takes a turn that it has no transaction for.
 */
public final class IsolationLoad implements SampleAppLoad {
    private final IsolationMeasurement measurement;
    private final TransactionStore store;
    private final Tables tables;
    private final IsolationExpectation expectation;
    private volatile DatabaseInfo database = DatabaseInfo.NONE;

    /** @param tables what is done with the table before the run @param expectation of the database, as it is configured */
    public IsolationLoad(IsolationMeasurement measurement, Tables tables, IsolationExpectation expectation) {
        this.measurement = measurement;
        this.store = measurement.store();
        this.tables = tables;
        this.expectation = expectation;
    }

    @Override
    public List<Operation> operations() {
        return AppOperations.ALL;
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        if (tables == Tables.DROP) {
            store.drop();
        }
        store.create();
        if (tables == Tables.TRUNCATE) {
            store.empty();
        }
        database = store.database().describe();
    }

    @Override
    public DatabaseInfo database() {
        return database;
    }

    @Override
    public void keepIn(Path directory) throws IOException, InterruptedException {
        measurement.begin(directory, expectation);
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return new TransactionSession(measurement.session(session));
    }

    @Override
    public Operation planned(long index) {
        return measurement.writes(index) ? AppOperations.WRITE : AppOperations.READ;
    }

    @Override
    public Database tested() {
        return store.database();
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        return List.of(measurement.check(JudgeRequest.ISOLATION));
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        store.drop();
    }

    @Override
    public void close() {
        try {
            measurement.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the history cannot be closed", e);
        } finally {
            store.database().close();
        }
    }

    private final class TransactionSession implements Session {
        private final IsolationMeasurement.MeasuredSession session;

        TransactionSession(IsolationMeasurement.MeasuredSession session) {
            this.session = session;
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            long sentNs = turn.nowNs();
            Outcome outcome = session.perform(turn.index(), turn);
            turn.record(planned(turn.index()), sentNs, outcome, session.client().attempts());
            return true;
        }

        @Override
        public void abort() {
            session.client().abort();
        }

        @Override
        public void close() {
            session.client().close();
        }
    }
}
