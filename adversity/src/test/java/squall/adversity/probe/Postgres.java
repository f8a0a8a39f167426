package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import squall.fixture.DefectiveDriver;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Fixture of a PostgreSQL for one test class. */
final class Postgres {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final StateFolder state;
    private final EmbeddedPostgres server;
    private Target target;

    private Postgres(StateFolder state) throws IOException, InterruptedException {
        this.state = state;
        this.server = new EmbeddedPostgres(state, "probes");
        this.target = server.up().target();
    }

    static Postgres start() throws IOException, InterruptedException {
        // Not below a folder of the test's: those are closed to the ordinary user whom root must start the server as.
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-probes-" + System.nanoTime());
        return new Postgres(StateFolder.at(folder));
    }

    Target target() {
        return target;
    }

    /** Returns the same server through a driver that commits every statement by itself and says that it did not. */
    Target withoutTransactions() throws SQLException {
        return new Target(
                target.kind(),
                DefectiveDriver.withoutTransactions(target.url()),
                target.user(),
                target.password(),
                target.properties());
    }

    List<Cluster.Node> nodes() {
        String url = target.url();
        int port = Integer.parseInt(url.substring(url.lastIndexOf(':') + 1, url.lastIndexOf('/')));
        String host = url.substring(url.indexOf("//") + 2, url.lastIndexOf(':'));
        return List.of(new Cluster.Node("n1", host, port, "a", "r"));
    }

    EmbeddedPostgres server() {
        return server;
    }

    void crashAndRestart() throws IOException, InterruptedException {
        server.stopImmediate();
        target = server.up().target();
    }

    void tell(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    long ask(String query) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** Waits until the answer is at least this. */
    void await(String query, long least) throws SQLException {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (ask(query) < least) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError(query + " stays below " + least);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }

    void remove() throws IOException, InterruptedException {
        server.reset();
        FileTrees.delete(state.path());
    }
}
