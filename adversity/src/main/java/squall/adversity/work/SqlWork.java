package squall.adversity.work;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;
import squall.spi.Target;
import squall.sql.Dialect;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.sql.SqlSettings;

/**
 * Work that one statement or session does in the background of a run. The session carries the scene's name, by which whoever heals ends
 * it, also from another process.
 */
abstract class SqlWork implements Fault.Work {
    private static final Duration END_LIMIT = Duration.ofSeconds(20);

    private final Scene scene;
    private @Nullable Background under;

    SqlWork(Scene scene) {
        this.scene = scene;
    }

    /** The work itself, in a session of its own; ends with it. */
    abstract void perform(Connection connection, Dialect dialect) throws SQLException;

    /** What shows that it is or was at work, beside its session. Empty: nothing does. */
    abstract Optional<String> trace(Connection connection, Dialect dialect) throws SQLException;

    /** Takes away what it made; nothing happens where nothing is there. */
    abstract void undo(Connection connection, Dialect dialect) throws SQLException;

    /** The name of all it makes. */
    final String name() {
        return scene.name();
    }

    /** What was told before it began; empty text if nothing was. */
    final String fact(String key) {
        return scene.facts().getOrDefault(key, "");
    }

    @Override
    public final void inject(Duration atMost) throws IOException, InterruptedException {
        if (under != null) {
            return; // begun already
        }
        SqlDatabase database = SqlDatabase.connect(settings(Map.of("ApplicationName", name())));
        under = Background.begin(name(), () -> {
            try (Connection connection = database.open()) {
                perform(connection, database.dialect());
            }
        });
    }

    @Override
    public final boolean done() throws IOException, InterruptedException {
        if (under == null) {
            throw new IllegalStateException(name() + " was not begun by this process");
        }
        return under.done();
    }

    @Override
    public final Effect effect() throws IOException, InterruptedException {
        SqlDatabase database = database();
        return database.administer("looking for " + name(), connection -> {
            Optional<String> trace = trace(connection, database.dialect());
            if (trace.isPresent()) {
                return Effect.seen(trace.get());
            }
            int sessions = sessions(connection);
            return sessions > 0
                    ? Effect.seen(sessions + " sessions named " + name())
                    : Effect.absent("neither a session nor anything made by " + name()
                            + Optional.ofNullable(under)
                                    .flatMap(Background::failure)
                                    .map(reason -> ", which failed: " + reason)
                                    .orElse(""));
        });
    }

    @Override
    public final void heal() throws IOException, InterruptedException {
        SqlDatabase database = database();
        database.administer("healing " + name(), connection -> {
            end(connection, database.dialect());
            undo(connection, database.dialect());
            return true;
        });
    }

    /** Sessions that carry the name; those that only look and heal carry another. */
    private int sessions(Connection connection) throws SQLException {
        return Integer.parseInt(
                text(connection, "SELECT count(*) FROM pg_stat_activity WHERE application_name = ?", name()));
    }

    private void end(Connection connection, Dialect dialect) throws SQLException {
        if (dialect.equals(Dialects.COCKROACHDB)) {
            execute(
                    connection,
                    "CANCEL SESSIONS IF EXISTS SELECT session_id FROM [SHOW SESSIONS] WHERE application_name = '"
                            + name() + "'");
            return;
        }
        long givenUpNs = System.nanoTime() + END_LIMIT.toNanos();
        while (!text(
                        connection,
                        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = ?",
                        name())
                .equals("0")) {
            if (System.nanoTime() - givenUpNs >= 0) {
                throw new SQLException("sessions named " + name() + " do not end");
            }
            text(connection, "SELECT pg_sleep(0.05)::text");
        }
    }

    /** The first column of the first row; empty text if there is none. */
    static String text(Connection connection, String query, String... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                String found = rows.next() ? rows.getString(1) : null;
                return found == null ? "" : found;
            }
        }
    }

    /** The first column of each row. */
    static List<String> texts(Connection connection, String query) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet rows = statement.executeQuery()) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.execute();
        }
    }

    /** Asked of the database before the work begins. */
    final <T> T asked(String what, SqlDatabase.Administration<T> question) throws IOException, InterruptedException {
        return database().administer(what, question);
    }

    private SqlDatabase database() throws IOException, InterruptedException {
        return SqlDatabase.connect(settings(Map.of()));
    }

    private SqlSettings settings(Map<String, String> properties) throws IOException {
        Target target = scene.cluster().target();
        return SqlSettings.of(target.url(), target.user(), target.password()).with(properties);
    }
}
