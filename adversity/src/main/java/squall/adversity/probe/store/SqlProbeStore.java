package squall.adversity.probe.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.adversity.probe.store.ProbeStore.BankStore;
import squall.adversity.probe.store.ProbeStore.NodeByAddress;
import squall.check.isolation.History;
import squall.isolation.SqlTransactionStore;
import squall.isolation.TransactionStore;
import squall.spi.CallContext;
import squall.spi.Cluster;
import squall.spi.Outcome;
import squall.spi.Target;
import squall.sql.Dialects;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlSession;
import squall.sql.WorkEffect;
import squall.sql.driver.SqlSettings;

/** Store of the probes' tables over SQL. */
public final class SqlProbeStore implements BankStore {
    /** First key of lanes, far from those of registers. */
    private static final int FIRST_LANE = 1_000_000;

    private static final int PAGE = 10_000;

    /** SQLSTATEs of PostgreSQL and MySQL for a missing table. */
    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42S02");

    /** SQLSTATE of PostgreSQL for a page of an index that cannot be one. */
    private static final String INDEX_CORRUPTED = "XX002";

    private static final List<String> WITHOUT_INDEX = Stream.of("indexscan", "indexonlyscan", "bitmapscan")
            .map(plan -> "SET enable_" + plan + " = off")
            .toList();

    /** Ratio of the server's statement limit to the client's: the server's must expire first, so that the client learns of it. */
    private static final double SHARE_OF_ANSWER = 0.9;

    private final SqlSettings settings;
    private final SqlDatabase database;
    private final NodeByAddress nodes;
    private final long run;
    private final OrphanedWrites orphans;

    private SqlProbeStore(
            SqlSettings settings, SqlDatabase database, NodeByAddress nodes, String run, OrphanedWrites orphans) {
        this.settings = settings;
        this.database = database;
        this.nodes = nodes;
        this.run = Long.parseLong(run, 16);
        this.orphans = orphans;
    }

    /**
     * Connects.
     *
     * @param run its id, six hexadecimal digits
     * @param answer limit of a call
     */
    public static SqlProbeStore connect(Target target, List<Cluster.Node> nodes, String run, Duration answer)
            throws IOException, InterruptedException {
        String application = "adv_" + run + "_probe";
        SqlSettings settings = new SqlSettings(
                target.url(),
                target.user(),
                target.password(),
                "",
                true,
                answer,
                Duration.ofMillis(Math.round(answer.toMillis() * SHARE_OF_ANSWER)),
                answer,
                answer,
                0,
                0,
                Map.of("ApplicationName", application));
        SqlDatabase database = SqlDatabase.connect(settings);
        return new SqlProbeStore(
                settings, database, new NodeByAddress(nodes), run, new OrphanedWrites(database, application, answer));
    }

    @Override
    public void make() throws IOException, InterruptedException {
        database.execute("making the probes' tables", SqlProbeTables.ddl(database.dialect()));
    }

    @Override
    public void seedRegisters(List<Integer> keys) throws IOException, InterruptedException {
        seed("squall_register", keys, 0);
    }

    @Override
    public void seedAccounts(int accounts, long each) throws IOException, InterruptedException {
        seed("squall_bank", IntStream.range(0, accounts).boxed().toList(), each);
    }

    @Override
    public void seedCounter() throws IOException, InterruptedException {
        seed("squall_counter", List.of(0), 0);
    }

    /** {@inheritDoc} Names no node, because the database decides which one leads a key; of PostgreSQL that is the primary for each. */
    @Override
    public List<ProbeStore.LaneLocation> places(int perNode) {
        boolean primary = database.dialect().equals(Dialects.POSTGRES);
        List<String> endpoints = database.endpoints();
        int count = primary ? perNode : endpoints.size() * perNode;
        List<ProbeStore.LaneLocation> places = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            String name = (primary ? "primary" : "key") + (count == 1 ? "" : " " + (number + 1));
            String through = "through " + endpoints.get(number % endpoints.size()) + " first, else through another; ";
            String how = through + (primary ? "one primary leads every key" : "which node leads the key is not known");
            places.add(new ProbeStore.LaneLocation(name, "", "", FIRST_LANE + number, number, how));
        }
        return places;
    }

    @Override
    public List<ProbeStore.LaneLocation> nodePlaces() {
        List<String> endpoints = database.endpoints();
        List<ProbeStore.LaneLocation> places = new ArrayList<>();
        for (int number = 0; number < endpoints.size(); number++) {
            String endpoint = endpoints.get(number);
            places.add(new ProbeStore.LaneLocation(
                    nodes.name(endpoint),
                    nodes.name(endpoint),
                    nodes.zone(endpoint),
                    FIRST_LANE,
                    number,
                    "through " + endpoint + " and no other; a standby answers too"));
        }
        return places;
    }

    /** {@inheritDoc} It reads a register, which replicas have too. */
    @Override
    public LaneSession nodeSession(ProbeStore.LaneLocation place) {
        return new NodeSession(database, database.endpoints().get(place.session()), run, place.key());
    }

    @Override
    public TransactionStore transactions(String level) throws IOException, InterruptedException {
        database.requireTransactions("the probe isolation");
        return new SqlTransactionStore(
                level.isEmpty() ? database : SqlDatabase.connect(settings.withIsolation(level)),
                History.Model.LIST_APPEND,
                "squall_isolation_" + Long.toHexString(run),
                run,
                level);
    }

    @Override
    public ProbeSession.LedgerEntry entry(int writer, long number) {
        return new ProbeSession.LedgerEntry(run, writer, number);
    }

    @Override
    public BankSession probeSession(int number) {
        return new SqlProbeSession(database, number, run);
    }

    /**
     * Reads page by page. If the index is corrupt, as a recovery of PostgreSQL from a damaged log may leave it, the rest is read without it: a
     * row that is in the table is not lost.
     */
    @Override
    public String survey(int writers, int most, Rows rows) throws IOException, InterruptedException {
        LedgerPages pages = new LedgerPages(rows);
        try {
            return database.administerLatest(LedgerPages.WHAT, pages::read);
        } catch (IOException e) {
            if (e.getCause() instanceof SQLException cause && INDEX_CORRUPTED.equals(cause.getSQLState())) {
                return database.administerLatest(LedgerPages.WHAT, connection -> {
                    PlainSql.execute(connection, WITHOUT_INDEX);
                    return pages.read(connection) + ", read without the index: " + cause.getMessage();
                });
            }
            throw e;
        }
    }

    /** Reader of the ledger, page by page; a second read continues after the last row of the first. */
    private final class LedgerPages {
        static final String WHAT = "reading the ledger";

        private final Rows rows;
        private ProbeSession.LedgerEntry last = new ProbeSession.LedgerEntry(run, Integer.MIN_VALUE, Long.MIN_VALUE);

        LedgerPages(Rows rows) {
            this.rows = rows;
        }

        /** @return no remark */
        String read(Connection connection) throws SQLException {
            try (PreparedStatement page = connection.prepareStatement(
                    "SELECT writer, seq, crc, payload FROM squall_ledger WHERE run = ? AND (writer, seq) > (?, ?) "
                            + "ORDER BY writer, seq" + database.dialect().limit(String.valueOf(PAGE)))) {
                page.setLong(1, run);
                boolean more = true;
                while (more) {
                    more = next(page);
                }
                return "";
            } catch (SQLException e) {
                if (!NO_SUCH_TABLE.contains(String.valueOf(e.getSQLState()))) {
                    throw e;
                }
                return ""; // the table was there and is gone, and every row with it
            }
        }

        /** Reads the next page. @return whether it had a row */
        private boolean next(PreparedStatement page) throws SQLException {
            ProbeSession.LedgerEntry before = last;
            page.setInt(2, last.writer());
            page.setLong(3, last.number());
            try (ResultSet found = page.executeQuery()) {
                while (found.next()) {
                    last = new ProbeSession.LedgerEntry(run, found.getInt(1), found.getLong(2));
                    rows.row(last.writer(), last.number(), last.is(found.getInt(3), found.getString(4)));
                }
            }
            return !last.equals(before);
        }
    }

    @Override
    public Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException {
        return database.administerLatest("reading the registers", connection -> {
            Map<Integer, Long> versions = new HashMap<>();
            PlainSql.each(
                    connection,
                    "SELECT k, ver FROM squall_register WHERE run = ?",
                    row -> versions.put(row.getInt(1), row.getLong(2)),
                    run);
            versions.keySet().retainAll(keys);
            return versions;
        });
    }

    @Override
    public AccountTotals balance() throws IOException, InterruptedException {
        return database.administerLatest("adding up the bank", connection -> {
            try (PreparedStatement audit = connection.prepareStatement(SqlProbeSession.Statements.AUDIT)) {
                audit.setLong(1, run);
                return SqlProbeSession.balance(audit);
            }
        });
    }

    @Override
    public OptionalLong counter() throws IOException, InterruptedException {
        return database.administerLatest("reading the counter", connection -> {
            try (PreparedStatement read = connection.prepareStatement(SqlProbeSession.Statements.COUNTER)) {
                return SqlProbeSession.counter(read, run);
            }
        });
    }

    @Override
    public Optional<String> lossAllowedBy() throws IOException, InterruptedException {
        if (database.dialect().language() == SqlDialect.Language.MYSQL
                && !database.dialect().equals(Dialects.TIDB)) {
            return database.administer("reading how durable it is", DurabilitySettings::ofInnoDb);
        }
        return database.dialect().equals(Dialects.POSTGRES)
                ? database.administer("reading how durable it is", DurabilitySettings::lack)
                : Optional.empty();
    }

    @Override
    public boolean quiet() throws IOException, InterruptedException {
        return orphans.gone();
    }

    @Override
    public void removeRows() throws IOException, InterruptedException {
        database.execute(
                "removing the probes' rows",
                SqlProbeTables.NAMES.stream()
                        .map(table -> "DELETE FROM " + table + " WHERE run = " + run)
                        .toList());
    }

    @Override
    public void close() {
        // The connections belong to the sessions, which are closed by now.
    }

    private void seed(String table, List<Integer> keys, long value) throws IOException, InterruptedException {
        database.administer("filling " + table, connection -> {
            connection.setAutoCommit(!database.transactions());
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
                for (int key : keys) {
                    insert.setLong(1, run);
                    insert.setInt(2, key);
                    insert.setLong(3, value);
                    insert.addBatch();
                }
                insert.executeBatch();
                if (database.transactions()) {
                    connection.commit();
                }
                return keys.size();
            }
        });
    }

    /** Session that reads one register on one node. */
    private static final class NodeSession extends SqlSession<PreparedStatement> implements LaneSession {
        private final long run;
        private final int key;

        NodeSession(SqlDatabase database, String endpoint, long run, int key) {
            super(database, endpoint, connection -> connection.prepareStatement(SqlProbeSession.Statements.VERSION));
            this.run = run;
            this.key = key;
        }

        @Override
        public Outcome ask(CallContext call) throws InterruptedException {
            return statement(WorkEffect.READ, call, read -> {
                read.setLong(1, run);
                read.setInt(2, key);
                try (ResultSet rows = read.executeQuery()) {
                    return rows.next() ? Outcome.OK : Outcome.NOT_FOUND;
                }
            });
        }
    }

    /** Definition of the probes' tables in each dialect. Every run has rows of its own in them. */
    private static final class SqlProbeTables {
        static final List<String> NAMES = List.of("squall_ledger", "squall_register", "squall_bank", "squall_counter");

        private SqlProbeTables() {}

        static List<String> ddl(SqlDialect dialect) {
            return Stream.of(
                            "CREATE TABLE IF NOT EXISTS squall_ledger (run bigint, writer int, seq bigint, crc int NOT NULL, "
                                    + "payload varchar(64) NOT NULL, PRIMARY KEY ("
                                    + key(dialect, "run, writer", ", seq")
                                    + "))",
                            "CREATE TABLE IF NOT EXISTS squall_register (run bigint, k int, ver bigint NOT NULL, PRIMARY KEY ("
                                    + key(dialect, "run, k", "") + "))",
                            "CREATE TABLE IF NOT EXISTS squall_bank (run bigint, id int, "
                                    + "balance bigint NOT NULL CHECK (balance >= 0), PRIMARY KEY ("
                                    + key(dialect, "run, id", "")
                                    + "))",
                            "CREATE TABLE IF NOT EXISTS squall_counter (run bigint, id int, n bigint NOT NULL, PRIMARY KEY ("
                                    + key(dialect, "run, id", "") + "))")
                    .map(sql -> sql + dialect.tableOptions())
                    .toList();
        }

        /**
         * Returns the columns of a primary key. In YugabyteDB all of {@code spread} are hashed: by default only the first column is, which
         * would put all rows of a run into one tablet.
         */
        private static String key(SqlDialect dialect, String spread, String ordered) {
            return switch (dialect.language()) {
                case YUGABYTEDB -> "(" + spread + ") HASH" + ordered;
                case POSTGRESQL, COCKROACHDB, MYSQL, STANDARD -> spread + ordered;
            };
        }
    }

    /** Settings by which a server may lose acknowledged writes. */
    private static final class DurabilitySettings {
        private DurabilitySettings() {}

        /** Returns the setting in one line; empty if there is none. */
        static Optional<String> lack(Connection connection) throws SQLException {
            if (setting(connection, "fsync").equals("off")) {
                return Optional.of("fsync=off");
            }
            String commit = setting(connection, "synchronous_commit");
            if (commit.equals("off") || commit.equals("local")) {
                return Optional.of("synchronous_commit=" + commit);
            }
            boolean standbys = setting(connection, "synchronous_standby_names").isEmpty() && replicated(connection);
            return standbys
                    ? Optional.of("standbys that are not waited for (synchronous_standby_names is empty)")
                    : Optional.empty();
        }

        /** Returns the setting of InnoDB, which writes its log at each commit, or once a second. */
        static Optional<String> ofInnoDb(Connection connection) throws SQLException {
            String flush = PlainSql.text(connection, "SELECT @@innodb_flush_log_at_trx_commit");
            return flush.equals("1") ? Optional.empty() : Optional.of("innodb_flush_log_at_trx_commit=" + flush);
        }

        private static String setting(Connection connection, String name) throws SQLException {
            return PlainSql.text(connection, "SELECT current_setting('" + name + "')");
        }

        private static boolean replicated(Connection connection) throws SQLException {
            return PlainSql.text(connection, "SELECT count(*) > 0 FROM pg_stat_replication")
                    .equals("t");
        }
    }
}
