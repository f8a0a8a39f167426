package squall.isolation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.IsolationExpectation;
import squall.check.isolation.JudgeRequest;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.DriverSteps;
import squall.spi.Instrument;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/**
 * Load of transactions whose isolation is judged afterwards. Those that only read and those that write are counted separately. The plan
 * determines their number, so that no session takes a turn that it has no transaction for.
 */
public final class IsolationLoad implements Load {
    /** Name of its check. */
    public static final String CHECK = JudgeRequest.ISOLATION;

    private static final Operation READ = new Operation(0, "Read", false);
    private static final Operation WRITE = new Operation(1, "Write", false);

    private final IsolationMeasurement measurement;
    private final TransactionStore store;
    private final TableSetup preparation;
    private final IsolationExpectation expectation;
    private volatile DatabaseInfo database = DatabaseInfo.NONE;

    /** Preparation of the table before the run. */
    public enum TableSetup {
        /** Creates the table where it is missing. */
        CREATE,
        /** Creates the table where it is missing, then empties it. */
        EMPTY,
        /** Drops the table, then creates it. */
        REPLACE
    }

    /** @param expectation of the database, as it is configured */
    public IsolationLoad(IsolationMeasurement measurement, TableSetup preparation, IsolationExpectation expectation) {
        this.measurement = measurement;
        this.store = measurement.store();
        this.preparation = preparation;
        this.expectation = expectation;
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ, WRITE);
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        if (preparation == TableSetup.REPLACE) {
            store.drop();
        }
        store.create();
        if (preparation == TableSetup.EMPTY) {
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
    public @Nullable Operation planned(long index) {
        return measurement.writes(index) ? WRITE : READ;
    }

    @Override
    public List<Instrument> instruments(List<URI> pages) {
        return store.database().instruments(pages);
    }

    @Override
    public DriverSteps driverSteps(long originNs) {
        return store.database().driverSteps(originNs);
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        return List.of(measurement.check(CHECK));
    }

    /** Drops its table. */
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
            turn.record(
                    measurement.writes(turn.index()) ? WRITE : READ,
                    sentNs,
                    outcome,
                    session.client().attempts());
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
