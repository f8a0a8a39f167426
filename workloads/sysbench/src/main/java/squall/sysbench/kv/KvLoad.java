package squall.sysbench.kv;

import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.isolation.JudgedSqlLoad;
import squall.isolation.LoadIsolation;
import squall.spi.CheckResult;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;
import squall.sql.SqlDatabase;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sysbench.kv.KvSettings.KvKeys;
import squall.system.HumanNumbers;

/** The kv workload on a table that is there. */
public final class KvLoad extends JudgedSqlLoad {
    static final Operation READ = new Operation(0, "read", false);
    static final Operation WRITE = new Operation(1, "write", false);

    /** The check that counts all rows. */
    public static final String ROWS = "rows";

    private final KvTable table;
    private final KvSettings settings;
    private final long run;
    private final List<WrittenRows> written = new CopyOnWriteArrayList<>();
    private final AtomicLong lastVersion = new AtomicLong();
    private volatile long rowsBefore;

    /**
     * @param isolation check of its transactions while it runs
     * @throws IllegalArgumentException as {@link KvTable}, or if this database cannot tell which version a write replaces
     */
    public KvLoad(SqlDatabase database, KvSettings settings, Optional<LoadIsolation> isolation) {
        super(database, isolation);
        this.table = new KvTable(database);
        this.settings = settings;
        this.run = isolation.isPresent() ? new SecureRandom().nextLong() : 0;
        if (isolation.isPresent()) {
            table.stampedUpsert(1);
        }
    }

    @Override
    public List<Operation> operations() {
        return List.of(READ, WRITE);
    }

    @Override
    public void setUp() throws IOException, InterruptedException {
        if (settings.verify()) {
            rowsBefore = table.count();
        }
        super.setUp();
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        WrittenRows own = new WrittenRows();
        KvSession connected = SqlSession.opened(new KvSession(
                session,
                own,
                isolation()
                        .map(checked -> new KvVersions(checked.session(session), checked.keys(), run, lastVersion))
                        .orElse(null)));
        written.add(own);
        return connected;
    }

    @Override
    public Operation planned(long index) {
        return new KvTurns(settings).reads(index) ? READ : WRITE;
    }

    @Override
    public List<CheckResult> check() throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        if (isolation().isPresent()) {
            results.add(isolation().get().check());
        }
        if (settings.verify()) {
            results.add(DataCheck.of("acknowledged writes", "acknowledged writes", this::acknowledged));
            results.add(DataCheck.of(ROWS, "acknowledged writes", this::rows));
        }
        return results;
    }

    /** Checks that each key of an acknowledged write has a row. */
    private String acknowledged(DataCheck check) throws IOException, InterruptedException {
        Set<Long> keys = keys();
        check.examined(keys.size());
        List<Long> missing = table.missing(List.copyOf(keys));
        check.figure(CheckResult.ACKNOWLEDGED, keys.size());
        check.figure(DataAnomaly.LOST.label(), missing.size());
        if (!missing.isEmpty()) {
            check.wrong(missing.size() + " of " + keys.size() + " acknowledged keys have no row, " + missing.getFirst()
                    + " for one");
        }
        return keys.size() + " acknowledged keys, all there";
    }

    /** Checks that there are no more rows than could have been written. */
    private String rows(DataCheck check) throws IOException, InterruptedException {
        long rows = table.count();
        long unknown = written.stream().mapToLong(WrittenRows::unknown).sum();
        long acknowledged = written.stream().mapToLong(WrittenRows::rows).sum();
        long most = rowsBefore + acknowledged + unknown;
        check.examined(acknowledged);
        check.figure(CheckResult.ACKNOWLEDGED, acknowledged);
        check.figure(CheckResult.UNKNOWN, unknown);
        if (rows > most) {
            check.wrong("found " + rows + " rows, but no more than " + most + " can have been written");
        }
        if (rows < rowsBefore) {
            check.wrong(
                    "found " + rows + " rows, but there were " + rowsBefore + " before the run, which deletes none");
        }
        return HumanNumbers.counted(rows, "row") + "; " + HumanNumbers.count(rowsBefore) + " before, "
                + HumanNumbers.count(acknowledged) + " acknowledged";
    }

    private Set<Long> keys() {
        return written.stream()
                .flatMap(own -> own.keys(settings.keys()).stream())
                .collect(Collectors.toSet());
    }

    /** Connection that reads and writes batches of rows. */
    final class KvSession extends SqlSession<KvSession.Statements> implements Session {
        private final KvTurns turns = new KvTurns(settings);
        private final WrittenRows written;
        private final @Nullable KvVersions versions;

        /** @param versions what is read and written, if it is judged */
        KvSession(int number, WrittenRows written, @Nullable KvVersions versions) {
            super(sql(), number, connection -> Statements.on(connection, table, settings.batch(), versions != null));
            this.versions = versions;
            this.written = written;
        }

        /** The statements of one connection. @param judgedWrite the plain one if nothing is judged */
        record Statements(PreparedStatement read, PreparedStatement write, PreparedStatement judgedWrite) {
            static Statements on(Connection connection, KvTable table, int batch, boolean judged) throws SQLException {
                PreparedStatement plain = connection.prepareStatement(table.upsert(batch));
                return new Statements(
                        connection.prepareStatement(KvTable.select("k, v", batch)),
                        plain,
                        judged ? connection.prepareStatement(table.stampedUpsert(batch)) : plain);
            }
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            if (turns.reads(turn.index())) {
                read(turn);
            } else {
                write(turn);
            }
            return true;
        }

        private void read(Turn turn) throws InterruptedException {
            long[] keys = turns.readKeys(turn.index());
            long sentNs = turn.nowNs();
            Outcome outcome;
            if (versions != null && versions.judges(keys)) {
                outcome = versions.read(this, keys, turn);
            } else {
                outcome = plainRead(keys, turn);
                if (versions != null && outcome instanceof Outcome.Ok) {
                    versions.passed(keys.length, 0);
                }
            }
            turn.record(KvLoad.READ, sentNs, outcome, attempts());
        }

        private Outcome plainRead(long[] keys, Turn turn) throws InterruptedException {
            return statement(WorkEffect.READ, turn, statements -> {
                for (int i = 0; i < keys.length; i++) {
                    statements.read().setLong(i + 1, keys[i]);
                }
                boolean any = false;
                try (ResultSet rows = statements.read().executeQuery()) {
                    while (rows.next()) {
                        rows.getLong(1);
                        rows.getBytes(2);
                        any = true;
                    }
                }
                return any ? Outcome.OK : Outcome.NOT_FOUND;
            });
        }

        private void write(Turn turn) throws InterruptedException {
            long first = turns.write(turn.index());
            Map<Long, byte[]> rows = rows(turn, first);
            long sentNs = turn.nowNs();
            Outcome outcome;
            if (versions != null && versions.judges(rows.keySet())) {
                outcome = versions.write(this, rows, turn);
            } else {
                outcome = plainWrite(rows, turn);
                if (versions != null && outcome instanceof Outcome.Ok) {
                    versions.passed(rows.size(), rows.size()); // judged, it would have told what it replaced
                }
            }
            switch (outcome) {
                case Outcome.Ok ok -> {
                    if (settings.verify()) {
                        written.acknowledged(first, settings.batch());
                    }
                }
                case Outcome.Unknown unknown -> written.unknown(settings.batch());
                case Outcome.Refused refused -> {}
            }
            turn.record(KvLoad.WRITE, sentNs, outcome, attempts());
        }

        private Outcome plainWrite(Map<Long, byte[]> rows, Turn turn) throws InterruptedException {
            return statement(WorkEffect.IDEMPOTENT, turn, statements -> {
                int at = 1;
                for (var row : rows.entrySet()) {
                    statements.write().setLong(at++, row.getKey());
                    statements.write().setBytes(at++, row.getValue());
                }
                statements.write().executeUpdate();
                return Outcome.OK;
            });
        }

        /**
         * Returns the rows of a turn in the order of keys, so that two batches do not wait for each other in a circle. A key that comes
         * twice in a batch (of a Zipfian order) gives way to the next higher one, as no statement may write a row twice.
         */
        private Map<Long, byte[]> rows(Turn turn, long first) {
            Map<Long, byte[]> rows = new TreeMap<>();
            for (int i = 0; i < settings.batch(); i++) {
                long key = settings.keys().key(first + i);
                while (rows.containsKey(key)) {
                    key++;
                }
                rows.put(key, turns.value(turn.index(), i));
            }
            return rows;
        }
    }

    /** Record of the acknowledged writes of one session. One thread, until the session is closed. */
    static final class WrittenRows {
        private long[] firsts = new long[64];
        private int[] counts = new int[64];
        private int size;
        private long unknown;

        /** @param first number of the first write @param count of the rows */
        void acknowledged(long first, int count) {
            if (size == firsts.length) {
                firsts = Arrays.copyOf(firsts, size * 2);
                counts = Arrays.copyOf(counts, size * 2);
            }
            firsts[size] = first;
            counts[size++] = count;
        }

        void unknown(int count) {
            unknown += count;
        }

        long rows() {
            long rows = 0;
            for (int i = 0; i < size; i++) {
                rows += counts[i];
            }
            return rows;
        }

        long unknown() {
            return unknown;
        }

        /**
         * Returns the keys of the acknowledged writes. A row that gave way to another of its batch counts by the key it was meant to have,
         * which is there too.
         */
        List<Long> keys(KvKeys keys) {
            List<Long> all = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                for (int row = 0; row < counts[i]; row++) {
                    all.add(keys.key(firsts[i] + row));
                }
            }
            return all;
        }
    }
}
