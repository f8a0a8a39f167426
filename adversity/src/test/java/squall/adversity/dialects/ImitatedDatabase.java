package squall.adversity.dialects;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Database that passes for CockroachDB or YugabyteDB with Squall's programs, made of a PostgreSQL of its own, and what was sent to it. */
final class ImitatedDatabase implements AutoCloseable {
    private final StateFolder state;
    private final EmbeddedPostgres server;
    private final Target real;
    private final ImitatedServer relay;
    private final Target target;
    private final Map<String, TreeSet<String>> sendersByShape;

    private ImitatedDatabase(DialectTranslation dialect, StateFolder state, EmbeddedPostgres server) throws Exception {
        this.state = state;
        this.server = server;
        Target plain = server.up().target();
        tell(plain, "ALTER SYSTEM SET wal_level = logical");
        tell(plain, "ALTER SYSTEM SET max_wal_senders = 4");
        this.real = server.restart().target();
        this.sendersByShape = Collections.synchronizedMap(new TreeMap<>());
        BiConsumer<String, String> record = (sender, message) -> StatementShape.of(message)
                .forEach(shape -> sendersByShape
                        .computeIfAbsent(shape, each -> new TreeSet<>())
                        .add(sender));
        this.relay = ImitatedServer.before(port(real.url()), dialect, record);
        this.target = new Target(
                real.kind(),
                real.url().replace(":" + port(real.url()) + "/", ":" + relay.port() + "/"),
                real.user(),
                real.password(),
                real.properties());
        if (dialect == DialectTranslation.COCKROACHDB) {
            for (String sql : DialectTranslation.COCKROACH_OBJECTS) {
                tell(sql);
            }
        }
    }

    static ImitatedDatabase of(DialectTranslation dialect) throws Exception {
        // Not below a folder of the test's: those are closed to the ordinary user whom root must start the server as.
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-imitated-" + System.nanoTime());
        StateFolder state = StateFolder.at(folder);
        return new ImitatedDatabase(dialect, state, new EmbeddedPostgres(state, "imitated"));
    }

    /** Returns the target for Squall's programs. */
    Target target() {
        return target;
    }

    Path folder() {
        return state.path();
    }

    /** Sets the program that is at work from now on. */
    void sender(String program) {
        relay.sender(program);
    }

    /** Returns the senders of statements by the statements' shape. */
    Map<String, List<String>> sent() {
        synchronized (sendersByShape) {
            Map<String, List<String>> sent = new TreeMap<>();
            sendersByShape.forEach((shape, senders) -> sent.put(shape, List.copyOf(senders)));
            return sent;
        }
    }

    /** Executes a statement past the relay. */
    void tell(String sql) throws SQLException {
        tell(real, sql);
    }

    /** Returns the first column of each row, past the relay. */
    List<String> ask(String query) throws SQLException {
        try (Connection connection = DriverManager.getConnection(real.url(), real.user(), real.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    List<Cluster.Node> nodes() {
        return List.of(new Cluster.Node("n1", "127.0.0.1", relay.port(), "zone1", "region1"));
    }

    @Override
    public void close() throws IOException {
        relay.close();
        try {
            server.reset();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        FileTrees.delete(state.path());
    }

    private static void tell(Target where, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(where.url(), where.user(), where.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static int port(String url) {
        return Integer.parseInt(url.substring(url.lastIndexOf(':') + 1, url.lastIndexOf('/')));
    }
}
