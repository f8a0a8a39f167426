package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static squall.sql.Tuned.reconnectingWithin;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Outcome;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;
import squall.system.PollDeadline;

/** Test that sessions connect before the first operation is due, so that none pays for it. */
@Tag("server")
@Timeout(300)
class OpeningServerTest {
    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void a_session_is_connected_before_its_first_unit() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        try (var session = database.session(0, Connection::createStatement)) {
            assertThat(session.endpoint()).isEqualTo("127.0.0.1:" + SERVER.port());
        }
    }

    @Test
    void with_a_connection_for_each_unit_connecting_belongs_to_the_unit() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings(), new SessionSetup(List.of(), true));
        try (var session = database.session(0, Connection::createStatement)) {
            assertThat(session.endpoint()).isEmpty();
        }
    }

    @Test
    void a_server_that_is_gone_is_said_before_the_run() throws Exception {
        SqlDatabase database = SqlDatabase.connect(reconnectingWithin(SERVER.settings(), Duration.ofMillis(300)));
        SERVER.down();
        try {
            assertThatIOException()
                    .isThrownBy(() -> database.session(3, Connection::createStatement))
                    .withMessageStartingWith("session 3 got no connection within 300 ms: 127.0.0.1:")
                    .withMessageEndingWith("(08001)");
        } finally {
            SERVER.up();
        }
    }

    @Test
    void a_server_that_comes_back_in_time_is_waited_for() throws Exception {
        SqlDatabase database = SqlDatabase.connect(reconnectingWithin(SERVER.settings(), Duration.ofSeconds(60)));
        SERVER.down();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> connected = threads.submit(() -> asked(database, 0));
            SERVER.up();
            assertThat(connected.get()).isEqualTo("OK");
        }
    }

    @Test
    void more_sessions_than_the_server_takes_are_too_many() throws Exception {
        SERVER.administer("CREATE ROLE few LOGIN PASSWORD 'few' CONNECTION LIMIT 3");
        SqlDatabase database =
                SqlDatabase.connect(reconnectingWithin(SqlSettings.of(url(), "few", "few"), Duration.ofSeconds(1)));
        try (var first = stubborn(database);
                var second = stubborn(database);
                var third = stubborn(database)) {
            assertThat(List.of(first.endpoint(), second.endpoint(), third.endpoint()))
                    .doesNotContain("");
            assertThatIOException()
                    .isThrownBy(() -> database.session(3, Connection::createStatement))
                    .withMessageEndingWith(
                            "too many connections for role \"few\" (53300); use fewer sessions, or raise the server's limit");
        }
    }

    @Test
    void hundreds_open_at_once() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        List<Future<SqlSession<Statement>>> opening = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int number = 0; number < 200; number++) {
                int session = number;
                opening.add(threads.submit(() -> database.session(session, Connection::createStatement)));
            }
        }
        for (Future<SqlSession<Statement>> session : opening) {
            try (var open = session.get()) {
                assertThat(open.endpoint()).isNotEmpty();
            }
        }
    }

    @Test
    void a_preparation_that_fails_in_its_own_code_leaves_no_connection() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        AtomicInteger backend = new AtomicInteger();
        assertThatIllegalStateException()
                .isThrownBy(() -> database.<Statement>session(0, connection -> {
                    backend.set(backend(connection));
                    throw new IllegalStateException("no plan");
                }))
                .withMessage("no plan");
        String left = "SELECT count(*) FROM pg_stat_activity WHERE pid = " + backend.get();
        assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(() -> SERVER.number(left) == 0))
                .isTrue();
    }

    private static int backend(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
            row.next();
            return row.getInt(1);
        }
    }

    /** Opens a session, in several tries, because former connections may still be counted for a moment. */
    private static SqlSession<Statement> stubborn(SqlDatabase database) throws IOException, InterruptedException {
        IOException last = new IOException("not tried");
        for (int tries = 0; tries < 30; tries++) {
            try {
                return database.session(tries, Connection::createStatement);
            } catch (IOException e) {
                last = e;
            }
        }
        throw last;
    }

    private static String asked(SqlDatabase database, int number) throws IOException, InterruptedException {
        try (var session = database.session(number, Connection::createStatement)) {
            return session.statement(WorkEffect.READ, new TestTurn(), statement -> {
                        statement.execute("SELECT 1");
                        return Outcome.OK;
                    })
                    .code();
        }
    }

    private static String url() {
        return "jdbc:postgresql://127.0.0.1:" + SERVER.port() + "/squall";
    }
}
