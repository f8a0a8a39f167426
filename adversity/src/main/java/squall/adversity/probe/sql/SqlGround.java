package squall.adversity.probe.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.adversity.probe.ground.Balance;
import squall.adversity.probe.ground.Entry;
import squall.adversity.probe.ground.Ground;
import squall.adversity.probe.ground.Hand;
import squall.adversity.probe.ground.Nodes;
import squall.adversity.probe.ground.Place;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.sql.Dialect;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;

/** The probes' tables over SQL. */
public final class SqlGround implements Ground {
    /** Keys of lanes begin here, far from those of registers. */
    private static final int FIRST_LANE = 1_000_000;

    private static final int PAGE = 10_000;

    /** What a server sets a statement's limit below the client's, which must be told of it before it gives up. */
    private static final double SHARE_OF_ANSWER = 0.9;

    private final SqlDatabase database;
    private final Nodes nodes;
    private final long run;
    private final Zombies zombies;

    private SqlGround(SqlDatabase database, Nodes nodes, long run, Zombies zombies) {
        this.database = database;
        this.nodes = nodes;
        this.run = run;
        this.zombies = zombies;
    }

    /**
     * Connects.
     *
     * @param run its id, six hexadecimal digits
     * @param answer how long a call may take
     */
    public static SqlGround connect(Target target, List<Cluster.Node> nodes, String run, Duration answer)
            throws IOException, InterruptedException {
        String application = "adv_" + run + "_probe";
        SqlDatabase database = SqlDatabase.connect(new SqlSettings(
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
                Map.of("ApplicationName", application)));
        return new SqlGround(
                database, new Nodes(nodes), Long.parseLong(run, 16), new Zombies(database, application, answer));
    }

    @Override
    public void make() throws IOException, InterruptedException {
        database.administer("making the probes' tables", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String sql : SqlTables.ddl(database.dialect())) {
                    statement.execute(sql);
                }
                return "";
            }
        });
    }

    @Override
    public void seedRegisters(List<Integer> keys) throws IOException, InterruptedException {
        List<Long> versions = keys.stream().map(key -> 0L).toList();
        seed("squall_register", keys, versions);
    }

    @Override
    public void seedAccounts(int accounts, long each) throws IOException, InterruptedException {
        List<Integer> ids = new ArrayList<>();
        List<Long> balances = new ArrayList<>();
        for (int id = 0; id < accounts; id++) {
            ids.add(id);
            balances.add(each);
        }
        seed("squall_bank", ids, balances);
    }

    @Override
    public void seedCounter() throws IOException, InterruptedException {
        seed("squall_counter", List.of(0), List.of(0L));
    }

    /** One to each address, for where the rows are is the database's affair. */
    @Override
    public List<Place> places(int perNode) {
        List<String> endpoints = List.copyOf(database.connectionsByEndpoint().keySet());
        List<Place> places = new ArrayList<>();
        for (int number = 0; number < endpoints.size() * perNode; number++) {
            String endpoint = endpoints.get(number % endpoints.size());
            String node = nodes.name(endpoint);
            String name = perNode == 1 ? node : node + "#" + (number / endpoints.size() + 1);
            places.add(new Place(name, node, nodes.zone(endpoint), FIRST_LANE + number, number, how(endpoint)));
        }
        return places;
    }

    private String how(String endpoint) {
        String through = "through " + endpoint + " while it answers, else through another";
        return database.dialect() == Dialect.POSTGRES
                ? through + "; one primary leads every key"
                : through + "; which node leads the key is not known";
    }

    @Override
    public Entry entry(int writer, long number) {
        return new Entry(run, writer, number);
    }

    @Override
    public Hand hand(int number) {
        return new SqlHand(database.lateSession(number, SqlStatements::on), run);
    }

    @Override
    public void survey(int writers, int most, Rows rows) throws IOException, InterruptedException {
        strongly("reading the ledger", connection -> {
            try (PreparedStatement page = connection.prepareStatement(
                    "SELECT writer, seq, crc, payload FROM squall_ledger WHERE run = ? AND (writer, seq) > (?, ?) "
                            + "ORDER BY writer, seq LIMIT " + PAGE)) {
                page.setLong(1, run);
                Entry last = new Entry(run, Integer.MIN_VALUE, Long.MIN_VALUE);
                for (Entry next = page(page, last, rows); !next.equals(last); next = page(page, last, rows)) {
                    last = next;
                }
                return "";
            }
        });
    }

    /** @return the last row, or {@code after} itself if there was none */
    private Entry page(PreparedStatement page, Entry after, Rows rows) throws SQLException {
        page.setInt(2, after.writer());
        page.setLong(3, after.number());
        Entry last = after;
        try (ResultSet found = page.executeQuery()) {
            while (found.next()) {
                last = new Entry(run, found.getInt(1), found.getLong(2));
                rows.row(last.writer(), last.number(), last.is(found.getInt(3), found.getString(4)));
            }
        }
        return last;
    }

    @Override
    public Map<Integer, Long> versions(List<Integer> keys) throws IOException, InterruptedException {
        return strongly("reading the registers", connection -> {
            try (PreparedStatement all =
                    connection.prepareStatement("SELECT k, ver FROM squall_register WHERE run = ?")) {
                all.setLong(1, run);
                Map<Integer, Long> versions = new HashMap<>();
                try (ResultSet rows = all.executeQuery()) {
                    while (rows.next()) {
                        versions.put(rows.getInt(1), rows.getLong(2));
                    }
                }
                versions.keySet().retainAll(keys);
                return versions;
            }
        });
    }

    @Override
    public Balance balance() throws IOException, InterruptedException {
        return strongly("adding up the bank", connection -> {
            try (PreparedStatement audit = connection.prepareStatement(SqlStatements.AUDIT)) {
                audit.setLong(1, run);
                return SqlHand.balance(audit);
            }
        });
    }

    @Override
    public OptionalLong counter() throws IOException, InterruptedException {
        return strongly("reading the counter", connection -> {
            try (PreparedStatement read = connection.prepareStatement(SqlStatements.COUNTER)) {
                return SqlHand.counter(read, run);
            }
        });
    }

    @Override
    public Optional<String> withoutMoney() {
        return Optional.empty();
    }

    @Override
    public Optional<String> forgetful() throws IOException, InterruptedException {
        return database.dialect() == Dialect.POSTGRES
                ? database.administer("reading how durable it is", Durability::lack)
                : Optional.empty();
    }

    @Override
    public boolean quiet() throws IOException, InterruptedException {
        return zombies.gone();
    }

    @Override
    public void forget() throws IOException, InterruptedException {
        database.administer("removing the probes' rows", connection -> {
            try (Statement statement = connection.createStatement()) {
                for (String table : SqlTables.NAMES) {
                    statement.executeUpdate("DELETE FROM " + table + " WHERE run = " + run);
                }
                return "";
            }
        });
    }

    @Override
    public void close() {
        // The connections are the hands', which are closed by now.
    }

    private void seed(String table, List<Integer> keys, List<Long> values) throws IOException, InterruptedException {
        database.administer("filling " + table, connection -> {
            connection.setAutoCommit(false);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
                for (int row = 0; row < keys.size(); row++) {
                    insert.setLong(1, run);
                    insert.setInt(2, keys.get(row));
                    insert.setLong(3, values.get(row));
                    insert.addBatch();
                }
                insert.executeBatch();
                connection.commit();
                return keys.size();
            }
        });
    }

    /** A standby may be behind: what it has not got is not lost. */
    private <T> T strongly(String what, SqlDatabase.Administration<T> question)
            throws IOException, InterruptedException {
        return database.administer(what, connection -> {
            requirePrimary(connection);
            return question.on(connection);
        });
    }

    private void requirePrimary(Connection connection) throws SQLException {
        if (database.dialect() != Dialect.POSTGRES) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_is_in_recovery()")) {
            row.next();
            if (row.getBoolean(1)) {
                throw new SQLException(
                        "this server is a standby, which may be behind: have the address lead to the primary,"
                                + " for example with targetServerType=primary",
                        "25006");
            }
        }
    }
}
