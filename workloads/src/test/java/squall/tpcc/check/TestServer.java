package squall.tpcc.check;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Target;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;
import squall.testbed.EmbeddedPostgres;

/** A PostgreSQL of a test class's own, with as many databases as it wants. */
final class TestServer {
    private final StateFolder state;
    private final EmbeddedPostgres postgres;
    private final Target target;

    private TestServer(StateFolder state) throws IOException, InterruptedException {
        this.state = state;
        this.postgres = new EmbeddedPostgres(state, "check");
        this.target = postgres.up().target();
    }

    static TestServer start() throws IOException, InterruptedException {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-check-" + System.nanoTime());
        return new TestServer(StateFolder.at(folder));
    }

    /** The one that is there from the start. */
    SqlDatabase database() throws IOException, InterruptedException {
        return connect(target.url());
    }

    /** A new one without tables. */
    SqlDatabase create(String name) throws IOException, InterruptedException, SQLException {
        execute(database(), "CREATE DATABASE " + name);
        return connect(target.url().substring(0, target.url().lastIndexOf('/') + 1) + name);
    }

    static void execute(SqlDatabase database, String... statements) throws SQLException, InterruptedException {
        try (Connection connection = database.open()) {
            execute(connection, statements);
        }
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    void close() throws IOException, InterruptedException {
        postgres.stopImmediate();
        Folders.delete(state.path());
    }

    private SqlDatabase connect(String url) throws IOException, InterruptedException {
        return SqlDatabase.connect(SqlSettings.of(url, target.user(), target.password()));
    }
}
