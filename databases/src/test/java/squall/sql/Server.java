package squall.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.fixture.TestPostgres;
import squall.spi.Target;
import squall.sql.driver.SqlSettings;
import squall.testbed.postgres.EmbeddedPostgres;

/** Server of PostgreSQL for one test class, which its tests may disturb; runs from before the first test to after the last. */
public final class Server implements BeforeAllCallback, AfterAllCallback {
    private @Nullable TestPostgres postgres;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        postgres = new TestPostgres("sql");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        postgres().remove();
    }

    public int port() {
        return postgres().port();
    }

    public SqlSettings settings() {
        Target target = postgres().target();
        return SqlSettings.of(target.url(), target.user(), target.password());
    }

    void administer(String sql) throws Exception {
        try (Connection connection = SqlDatabase.connect(settings()).open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Administers as {@link #administer} does, from within work: a step of the test that must not fail. */
    void administered(String sql) {
        try {
            administer(sql);
        } catch (Exception e) { // three checked kinds, all a failure of the test
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of the first row. */
    public String text(String query) {
        try (Connection connection = SqlDatabase.connect(settings()).open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        } catch (Exception e) { // three checked kinds, all a failure of the test
            throw new AssertionError(e);
        }
    }

    long number(String query) {
        return Long.parseLong(text(query));
    }

    void up() throws IOException, InterruptedException {
        postgres().up();
    }

    /** Stops at once, as in a crash. */
    void down() throws IOException, InterruptedException {
        postgres().server().stopImmediate();
    }

    void restart() throws IOException, InterruptedException {
        down();
        up();
    }

    /** Makes it a standby, of no primary. */
    void demote() throws IOException, InterruptedException {
        EmbeddedPostgres server = postgres().server();
        Path data = server.data(server.nodes().getFirst());
        server.stopImmediate();
        Files.createFile(data.resolve("standby.signal"));
        up();
    }

    public void freeze() throws IOException, InterruptedException {
        postgres().server().tree().freeze();
    }

    public void thaw() throws IOException, InterruptedException {
        postgres().server().tree().thaw();
    }

    private TestPostgres postgres() {
        return Objects.requireNonNull(postgres, "it runs from the first test to the last");
    }
}
