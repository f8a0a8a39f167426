package squall.apps.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import squall.apps.AppContext;
import squall.apps.AppOperations;
import squall.check.DataCheck;
import squall.check.ObservedValue;
import squall.check.VersionLedger;
import squall.database.Database;
import squall.spi.CheckResult;
import squall.spi.DatabaseInfo;
import squall.spi.Operation;
import squall.spi.Session;
import squall.spi.TurnPosition;

/** Load that writes and reads the keys of a sample application. */
public final class AppLoad implements SampleAppLoad {
    private final AppContext setting;
    private final AppAssignment assignment;
    private final AppTables tables;
    private final KeyHistory evidence;
    private final OperationQuota quota;
    private volatile DatabaseInfo server = DatabaseInfo.NONE;

    /** @param tables whose database is closed with this load */
    public AppLoad(AppContext setting, AppAssignment assignment, AppTables tables) {
        this(
                setting,
                assignment,
                tables,
                evidence(assignment, tables.staleReads()),
                new OperationQuota(assignment.ownWrites(), assignment.ownReads(), assignment.readsEndWithWrites()));
    }

    private AppLoad(
            AppContext setting, AppAssignment assignment, AppTables tables, KeyHistory evidence, OperationQuota quota) {
        this.setting = setting;
        this.assignment = assignment;
        this.tables = tables;
        this.evidence = evidence;
        this.quota = quota;
    }

    /** Returns a part of this load with other roles, on the same tables and quota. It is closed with this load. */
    public AppLoad with(SessionRoles roles) {
        return part(roles, quota);
    }

    /** Returns a part of this load with other roles and no limit of writes and reads. It is closed with this load. */
    public AppLoad rehearsal(SessionRoles roles) {
        return part(roles, OperationQuota.unlimited());
    }

    private AppLoad part(SessionRoles roles, OperationQuota own) {
        AppLoad part = new AppLoad(setting, assignment.with(roles), tables, evidence, own);
        part.server = server;
        return part;
    }

    @Override
    public List<Operation> operations() {
        return AppOperations.ALL;
    }

    /**
     * Makes the tables ready and reads what is there.
     *
     * @throws IllegalArgumentException if a table has other columns
     * @throws IOException without a cause if rows are there that should not be, or the other way round
     */
    @Override
    public void setUp() throws IOException, InterruptedException {
        if (assignment.tables() != AppAssignment.Tables.DROP) {
            tables.requireColumns();
        }
        switch (assignment.tables()) {
            case AS_THEY_ARE -> {}
            case KEEP -> tables.create();
            case DROP -> tables.replace();
            case TRUNCATE -> {
                tables.create();
                tables.empty();
            }
        }
        long found = adopt();
        if (found != assignment.nextKey() - assignment.firstKey()) {
            throw new IOException(mismatch(found));
        }
        server = tables.database().describe();
    }

    @Override
    public void drop() throws IOException, InterruptedException {
        tables.drop();
    }

    @Override
    public DatabaseInfo database() {
        return server;
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        return new AppSession(
                session,
                evidence,
                new AppSession.SessionSettings(assignment.roles(), assignment.batch(), quota),
                tables.client(session, assignment.batch()),
                assignment.seed() * 31 + assignment.split().dealt(session));
    }

    @Override
    public @Nullable Operation planned(long index) {
        return null; // a place tells, see below
    }

    @Override
    public @Nullable Operation planned(TurnPosition place) {
        return switch (assignment.roles()) {
            case SessionRoles.BySession bySession -> null;
            case SessionRoles.ByTurn byTurn -> byTurn.writes(0, place) ? AppOperations.WRITE : AppOperations.READ;
        };
    }

    @Override
    public long writtenKeys() {
        return evidence.keys().written();
    }

    @Override
    public Database tested() {
        return tables.database();
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>(seen());
        results.add(evidence.new KeySurvey().of(tables::survey));
        if (assignment.split().shared()) {
            results.add(
                    DataCheck.skipped("tables", "checks of whole tables are left out: other clients wrote to them"));
        } else {
            results.addAll(tables.check(evidence.writes()));
        }
        return Collections.unmodifiableList(results);
    }

    @Override
    public List<CheckResult> seen() {
        return tables.splits() ? List.of(evidence.reads(), evidence.splits()) : List.of(evidence.reads());
    }

    @Override
    public void close() {
        tables.database().close();
    }

    private static KeyHistory evidence(AppAssignment assignment, boolean staleReads) {
        VersionLedger ledger = new VersionLedger(assignment.keys());
        return new KeyHistory(
                ledger,
                new KeySequence(ledger, assignment.firstKey(), assignment.nextKey(), assignment.endKey()),
                staleReads);
    }

    /** Counts the keys that have rows, and enters the expected ones in the ledger. */
    private long adopt() throws IOException, InterruptedException {
        BitSet found = new BitSet();
        long[] strange = {0};
        tables.survey((key, parts) -> {
            if (key < 0 || key >= Integer.MAX_VALUE) {
                strange[0]++;
                return;
            }
            if (key < assignment.keys() && !evidence.keys().owns(key)) {
                return; // another client's
            }
            found.set((int) key);
            if (key < assignment.present() && parts.getFirst() instanceof ObservedValue.Version(int number)) {
                evidence.ledger().found(key, number);
            }
        });
        return found.cardinality() + strange[0];
    }

    private String mismatch(long found) {
        String there = "table " + setting.table() + " has " + found + " rows with keys of prefix '"
                + setting.texts().prefix() + "'";
        return assignment.present() == 0
                ? there + " already: empty it with --truncate, drop it with --drop_table_name " + setting.table()
                        + ", keep them with --max_written_key " + (found - 1) + ", or use another --uuid"
                : there + ", but --max_written_key says " + assignment.present()
                        + (assignment.split().shared()
                                ? ", of which " + (assignment.nextKey() - assignment.firstKey()) + " are of "
                                        + assignment.split()
                                : "");
    }

    /** Quota of the writes and reads that a run may still make. Safe for use by many threads. */
    static final class OperationQuota {
        private final AtomicLong writes;
        private final AtomicLong reads;
        // Given out and not done.
        private final AtomicLong writing = new AtomicLong();
        private final boolean readsEndWithWrites;

        /**
         * @param writes negative: no limit
         * @param reads likewise
         */
        OperationQuota(long writes, long reads, boolean readsEndWithWrites) {
            this.writes = new AtomicLong(writes < 0 ? Long.MAX_VALUE : writes);
            this.reads = new AtomicLong(reads < 0 ? Long.MAX_VALUE : reads);
            this.readsEndWithWrites = readsEndWithWrites;
        }

        static OperationQuota unlimited() {
            return new OperationQuota(-1, -1, false);
        }

        /** Takes up to so many of the remaining writes. @return 0 if all have been given out */
        int takeWrites(int most) {
            writing.addAndGet(most); // before they are taken, or a reader could see neither
            int taken = (int) take(writes, most);
            writing.addAndGet(taken - most);
            return taken;
        }

        /** Reports that so many of the writes that were taken have ended. */
        void wrote(int done) {
            writing.addAndGet(-done);
        }

        /** Takes up to so many of the remaining reads. @return 0 if all have been given out, or reads end with the last write */
        int takeReads(int most) {
            boolean over = readsEndWithWrites && writes.get() == 0 && writing.get() == 0;
            return over ? 0 : (int) take(reads, most);
        }

        private static long take(AtomicLong left, long most) {
            long before = left.getAndUpdate(n -> n == Long.MAX_VALUE ? n : n - Math.min(n, most));
            return Math.min(before, most);
        }
    }
}
