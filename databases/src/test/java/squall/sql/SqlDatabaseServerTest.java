package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static squall.sql.Tuned.isolated;

import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.Ports;
import squall.fixture.Relay;
import squall.spi.Outcome;
import squall.sql.TwoRows.Row;
import squall.sql.driver.SqlSettings;

/** Test of the facts that a first connection finds out about a database. */
@Tag("server")
@Timeout(300)
class SqlDatabaseServerTest {
    @RegisterExtension
    static final Server SERVER = new Server();

    @BeforeAll
    static void two_rows() throws Exception {
        new TwoRows(SERVER).reset();
    }

    @Test
    void the_isolation_level_is_the_one_asked_for_and_read_back() throws Exception {
        SqlDatabase database = SqlDatabase.connect(isolated(SERVER.settings(), "repeatable-read"));
        assertThat(database.describe().settings()).containsEntry("isolation", "repeatable read");
        try (var session = database.session(0, Row::new)) {
            assertThat(session.statement(WorkEffect.READ, new TestTurn(), row -> row.says("repeatable read")))
                    .isEqualTo(Outcome.OK);
        }
    }

    @Test
    void what_the_server_does_is_read_back() throws Exception {
        var described = SqlDatabase.connect(SERVER.settings()).describe();
        assertThat(described.product()).isEqualTo("postgresql");
        assertThat(described.version()).startsWith("PostgreSQL ");
        assertThat(described.endpoints()).containsExactly("127.0.0.1:" + SERVER.port());
        assertThat(described.settings())
                .containsEntry("isolation", "read committed")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("synchronous_standby_names", "")
                .containsEntry("collation", "C")
                .containsEntry("replication", "none")
                .containsEntry("standby", "f")
                .containsEntry("tls", "off")
                .containsEntry("autocommit", "true")
                .containsKeys("fsync", "full_page_writes", "data_checksums", "max_connections");
    }

    @Test
    void a_read_whose_connection_breaks_goes_on_where_it_stopped() throws Exception {
        Queue<Integer> left = new ArrayDeque<>(List.of(1, 2, 3));
        List<Integer> read = new ArrayList<>();
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        database.readPatiently("counting", Duration.ofSeconds(30), connection -> {
            try (Statement statement = connection.createStatement()) {
                while (!left.isEmpty()) {
                    statement.execute("SELECT " + left.element());
                    read.add(left.remove());
                    if (read.size() == 1) {
                        statement.execute("SELECT pg_terminate_backend(pg_backend_pid())");
                    }
                }
                return read.size();
            }
        });
        assertThat(read).containsExactly(1, 2, 3);
    }

    @Test
    void a_read_that_the_server_refuses_is_not_tried_again() throws Exception {
        AtomicInteger attempts = new AtomicInteger();
        SqlDatabase database = SqlDatabase.connect(SERVER.settings());
        assertThatIOException()
                .isThrownBy(() -> database.readPatiently("reading nothing", Duration.ofSeconds(30), connection -> {
                    attempts.incrementAndGet();
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute("SELECT 1 FROM nothing");
                    }
                }))
                .withMessageContaining("reading nothing failed: 42P01: ");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void a_read_of_a_server_that_stays_away_ends_after_its_time_with_the_reason() throws Exception {
        SqlSettings settings = SERVER.settings();
        int port;
        SqlDatabase database;
        try (Relay relay = Relay.to(SERVER.port())) {
            port = relay.port();
            String url = settings.url().replace(":" + SERVER.port() + "/", ":" + port + "/");
            database = SqlDatabase.connect(SqlSettings.of(url, settings.user(), settings.password()));
        }
        assertThatIOException()
                .isThrownBy(() -> database.readPatiently("reading", Duration.ZERO, connection -> 1))
                .withMessageContaining("127.0.0.1:" + port + ": reading failed: 08001: ");
    }

    @Test
    void a_server_that_does_not_answer_is_named_and_the_password_is_not() throws Exception {
        int nobody = Ports.free();
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(
                        SqlSettings.of("jdbc:postgresql://127.0.0.1:" + nobody + "/d?password=secret", "u", "secret")))
                .withMessageStartingWith("database jdbc:postgresql://127.0.0.1:" + nobody
                        + "/d?password=*** cannot be used: 127.0.0.1:" + nobody + ": 08001: ")
                .withMessageNotContaining("secret");
    }
}
