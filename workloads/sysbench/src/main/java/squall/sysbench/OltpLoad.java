package squall.sysbench;

import java.io.IOException;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.isolation.JudgedSqlLoad;
import squall.isolation.LoadIsolation;
import squall.spi.CheckResult;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect.Language;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sysbench.OltpEvents.OltpStep;
import squall.sysbench.OltpLoad.OltpSession.Books;
import squall.sysbench.OltpSettings.OltpTest;
import squall.sysbench.OltpStatements.StatementCounts;
import squall.sysbench.SbtestTables.TableContents;
import squall.system.HumanNumbers;

/** Load of one of sysbench's OLTP tests on existing tables: its only operation is the event. */
public final class OltpLoad extends JudgedSqlLoad {
    private static final long NOT_MEASURING = -1;

    private final OltpSettings settings;
    private final SbtestTables tables;
    private final Operation event;
    private final List<Books> books = new CopyOnWriteArrayList<>();
    private volatile List<TableContents> before = List.of();
    private final OltpStamp stamp;
    private final AtomicLong written = new AtomicLong();
    private final long measuredFromNs;
    private volatile long connectionsBefore;
    private final AtomicLong connectionsBeforeMeasured = new AtomicLong(NOT_MEASURING);

    /**
     * @param warmUp whose events are not in {@link #measuredTotals}
     * @param isolation check of its transactions while it runs
     * @throws IllegalArgumentException if the test, or the check, needs what this database does not have
     */
    public OltpLoad(SqlDatabase database, OltpSettings settings, Duration warmUp, Optional<LoadIsolation> isolation) {
        super(database, isolation);
        requireSupport(database, settings, isolation.isPresent());
        this.stamp = new OltpStamp(isolation.isPresent() ? new SecureRandom().nextLong(OltpStamp.RUNS) : 0);
        this.settings = settings;
        this.measuredFromNs = warmUp.toNanos();
        this.tables = new SbtestTables(database, settings.data(), line -> {});
        this.event = new Operation(0, settings.test().label(), false);
    }

    /** @throws IllegalArgumentException if the test, or the check of its transactions, needs what this database does not have */
    public static void requireSupport(SqlDatabase database, OltpSettings settings, boolean judged) {
        if (settings.inTransaction()) {
            database.requireTransactions(settings.test().label());
        }
        if (judged && database.dialect().language() != Language.POSTGRESQL) {
            throw new IllegalArgumentException("--judge isolation of sysbench is for PostgreSQL, not for "
                    + database.dialect().product() + ": leave it out");
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(event);
    }

    /**
     * Looks at the tables.
     *
     * @throws IllegalArgumentException if one has other columns
     * @throws IOException without a cause if one is missing, or was plainly made with fewer rows than the run is told of
     */
    @Override
    public void setUp() throws IOException, InterruptedException {
        if (!tables.exist()) {
            throw new IOException(tables.missing());
        }
        if (settings.verify()) {
            before = tables.contents(false);
            requireIds();
        }
        super.setUp();
    }

    /**
     * Checks that at least half of the ids exist, because rows may have been deleted; an empty table is what deleting all of them leaves.
     */
    private void requireIds() throws IOException {
        int size = settings.data().rowsPerTable();
        for (int i = 0; i < before.size() && settings.test() != OltpTest.OLTP_INSERT; i++) {
            long lastId = before.get(i).lastId();
            if (lastId > 0 && lastId < size / 2) {
                throw new IOException("table sbtest" + (i + 1) + " has ids up to " + HumanNumbers.count(lastId)
                        + ", but --table-size is " + HumanNumbers.count(size)
                        + ", so that most statements would find no row: give --table-size as it was prepared with");
            }
        }
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        Books own = new Books(
                new OltpEvents(settings),
                new StatementCounts(),
                new RowChanges(),
                isolation()
                        .map(checked -> new OltpVersions(
                                checked.session(session), checked.keys(), stamp, written, sql().textIsUtf8()))
                        .orElse(null));
        OltpSession connected = SqlSession.opened(new OltpSession(sql(), session, own));
        books.add(own);
        return connected;
    }

    @Override
    public Operation planned(long index) {
        return event;
    }

    /** Returns what each session has sent so far, in no order. */
    public List<SessionTotals> totals() {
        return books.stream().map(own -> own.counts().totals()).toList();
    }

    /** Returns the totals of the events that were due after the warm-up: the same as in the run's window. */
    public List<SessionTotals> measuredTotals() {
        return books.stream().map(own -> own.counts().measured()).toList();
    }

    @Override
    public void begins(long startedAtEpochMs) {
        connectionsBefore = connections();
    }

    /** Returns the number of connections opened since the run began, for any purpose. */
    public long reconnects() {
        return connections() - connectionsBefore;
    }

    /** Returns the number of connections opened since the first event that was due after the warm-up; 0 until then. */
    public long measuredReconnects() {
        long before = connectionsBeforeMeasured.get();
        return before == NOT_MEASURING ? 0 : connections() - before;
    }

    private long connections() {
        return sql().connectionsByEndpoint().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        if (isolation().isPresent()) {
            results.add(isolation().get().check());
        }
        if (settings.verify()) {
            addChecks(results);
        }
        return Collections.unmodifiableList(results);
    }

    private void addChecks(List<CheckResult> results) throws InterruptedException {
        OltpCheck check = new OltpCheck(
                settings, tables, before, books.stream().map(Books::changes).toList());
        results.add(DataCheck.of("rows", "tables", check::rows));
        if (check.knowsSumOfK()) {
            results.add(DataCheck.of("sum of k", "tables", check::sumOfK));
        }
        if (settings.test() == OltpTest.OLTP_INSERT) {
            results.add(DataCheck.of("acknowledged inserts", "acknowledged inserts", check::inserts));
        }
    }

    /** Connection that performs events, each as one transaction or statement by statement. */
    final class OltpSession extends SqlSession<OltpStatements> implements Session {
        /**
         * Errors for a row that another transaction deleted and inserted meanwhile: sysbench begins the event again, and so does
         * Squall. MySQL's error says no more than that a constraint was violated; these tables have none but their keys.
         */
        private static final Set<String> DUPLICATES = Set.of("23505", "23000");

        /** sysbench has no bound. */
        private static final int MOST_RESTARTS = 100;

        private final OltpEvents events;
        private final StatementCounts counts;
        private final RowChanges changes;
        private final @Nullable OltpVersions versions;
        private boolean measuring;
        private int again;

        /** @param books what the session tells of itself while it works */
        OltpSession(SqlDatabase database, int number, Books books) {
            super(
                    database,
                    number,
                    connection -> new OltpStatements(connection, books, settings.rangeSize(), database.textIsUtf8()));
            this.events = books.events();
            this.counts = books.counts();
            this.changes = books.changes();
            this.versions = books.versions();
        }

        /** State that belongs to one session. @param versions what is read and replaced, if it is judged */
        record Books(
                OltpEvents events,
                StatementCounts counts,
                RowChanges changes,
                @Nullable OltpVersions versions) {}

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            if (!measuring && turn.dueNs() >= measuredFromNs) {
                measuring = true; // the turns of a session fall due one after the other
                counts.measure();
                connectionsBeforeMeasured.compareAndSet(NOT_MEASURING, connections());
            }
            long sentNs = turn.nowNs();
            again = 0;
            Outcome outcome = event(turn, 0);
            for (int restart = 1; collided(outcome) && restart <= MOST_RESTARTS; restart++) {
                again++;
                outcome = event(turn, restart);
            }
            counts.ended(outcome instanceof Outcome.Ok, again, turn.nowNs() - turn.dueNs());
            turn.record(event, sentNs, outcome, again + 1);
            return true;
        }

        /** Executes all statements of the event, with new values each time it is begun. */
        private Outcome event(Turn turn, int restart) throws InterruptedException {
            List<OltpStep> steps = events.at(turn.index(), restart);
            if (settings.inTransaction()) {
                return unit(turn, steps);
            }
            Outcome outcome = Outcome.OK;
            for (int i = 0; i < steps.size() && outcome instanceof Outcome.Ok; i++) {
                outcome = unit(turn, steps.subList(i, i + 1));
            }
            return outcome;
        }

        /** Executes statements and commits them together. */
        private Outcome unit(Turn turn, List<OltpStep> steps) throws InterruptedException {
            Outcome outcome = versions == null ? send(turn, steps) : judged(versions, turn, steps);
            again += attempts() - 1;
            switch (outcome) {
                case Outcome.Ok ok -> changes.applied(turn.index());
                case Outcome.Unknown unknown ->
                    changes.lost(turn.index(), steps.getFirst().k());
                case Outcome.Refused refused -> {}
            }
            return outcome;
        }

        private Outcome judged(OltpVersions own, Turn turn, List<OltpStep> steps) throws InterruptedException {
            own.begin(steps.size(), effect(steps));
            Outcome outcome = null;
            try {
                outcome = send(turn, steps);
                return outcome;
            } finally {
                own.end(outcome);
            }
        }

        private Outcome send(Turn turn, List<OltpStep> steps) throws InterruptedException {
            return settings.inTransaction()
                    ? transaction(effect(steps), turn, statements -> transaction(statements, steps))
                    : statement(effect(steps), turn, statements -> all(statements, steps));
        }

        /** Tells whether an insert that chose its id collided; where the database numbers the rows, a duplicate is no collision. */
        private boolean collided(Outcome outcome) {
            return outcome instanceof Outcome.Refused refused
                    && DUPLICATES.contains(refused.code())
                    && settings.test() != OltpTest.OLTP_INSERT;
        }

        private Outcome transaction(OltpStatements statements, List<OltpStep> steps) throws SQLException {
            counts.other(); // BEGIN, which the driver sends with the first statement
            Outcome outcome = all(statements, steps);
            counts.other(); // COMMIT, which the session sends next
            return outcome;
        }

        private Outcome all(OltpStatements statements, List<OltpStep> steps) throws SQLException {
            changes.begin();
            if (versions != null) {
                versions.restart();
            }
            for (OltpStep step : steps) {
                changes.sent(step);
                changes.answered(step, statements.execute(step));
            }
            return Outcome.OK;
        }

        private static WorkEffect effect(List<OltpStep> steps) {
            return steps.size() == 1
                    ? steps.getFirst().statement().effect()
                    : steps.stream().allMatch(step -> step.statement().reads()) ? WorkEffect.READ : WorkEffect.ONCE;
        }
    }

    /**
     * Count of the statements and events that one session, or several, have sent so far.
     *
     * @param reads statements that returned rows
     * @param writes statements that changed rows
     * @param others BEGIN, COMMIT, and statements that changed no row
     * @param restarts how often an event was begun again after an error
     * @param events that succeeded
     * @param busyNs spent in events, from when each was due
     */
    public record SessionTotals(long reads, long writes, long others, long restarts, long events, long busyNs) {
        static final SessionTotals NONE = new SessionTotals(0, 0, 0, 0, 0, 0);

        public long queries() {
            return reads + writes + others;
        }

        SessionTotals plus(SessionTotals more) {
            return new SessionTotals(
                    reads + more.reads,
                    writes + more.writes,
                    others + more.others,
                    restarts + more.restarts,
                    events + more.events,
                    busyNs + more.busyNs);
        }

        /** Returns the difference to earlier totals. */
        public SessionTotals since(SessionTotals before) {
            return new SessionTotals(
                    reads - before.reads,
                    writes - before.writes,
                    others - before.others,
                    restarts - before.restarts,
                    events - before.events,
                    busyNs - before.busyNs);
        }

        public static SessionTotals sum(Collection<SessionTotals> all) {
            return all.stream().reduce(NONE, SessionTotals::plus);
        }
    }
}
