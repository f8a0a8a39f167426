package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Outcome;
import squall.sql.driver.SessionSetup;

/** Test that the settings of a user's sessions hold on every connection, and are read back. */
@Tag("server")
@Timeout(300)
class SessionSetupServerTest {
    private static final SessionSetup ONE_EACH = new SessionSetup(List.of(), true);

    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void the_set_up_runs_on_each_new_connection_and_what_it_changes_is_read_back() throws Exception {
        SqlDatabase database = database("SET work_mem = '9MB'", "SET synchronous_commit = off");
        assertThat(database.describe().settings()).containsEntry("synchronous_commit", "off");
        try (var session = database.session(0, Connection::createStatement)) {
            assertThat(asked(session, "SELECT current_setting('work_mem')")).isEqualTo("9MB");
            SERVER.restart();
            assertThat(asked(session, "SELECT current_setting('work_mem')")).isEqualTo("9MB");
        }
    }

    @Test
    void administration_knows_nothing_of_the_set_up() throws Exception {
        assertThat(database("SET work_mem = '9MB'").<String>administer("asking", connection -> {
                    try (Statement statement = connection.createStatement();
                            ResultSet row = statement.executeQuery("SELECT current_setting('work_mem')")) {
                        row.next();
                        return row.getString(1);
                    }
                }))
                .isNotEqualTo("9MB");
    }

    @Test
    void a_set_up_that_the_server_refuses_is_a_mistake_and_no_dead_server() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> database("SET work_mem = '9MB'", "SET wrok_mem = '9MB'"))
                .withMessageEndingWith("session setup: 'SET wrok_mem = '9MB'' was refused: 42704: ERROR: unrecognized"
                        + " configuration parameter \"wrok_mem\"");
    }

    @Test
    void a_set_up_that_takes_the_isolation_away_is_found_out() {
        String weaker = "SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED";
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(
                        Tuned.isolated(SERVER.settings(), "serializable"), new SessionSetup(List.of(weaker), false)))
                .withMessageContaining("runs transactions as 'read committed', but 'serializable' was requested");
    }

    @Test
    void each_unit_has_a_connection_of_its_own_and_keeps_it_for_its_retries() throws Exception {
        SqlDatabase database = SqlDatabase.connect(SERVER.settings(), ONE_EACH);
        List<String> backends = new ArrayList<>();
        TestTurn turn = new TestTurn();
        try (var session = database.session(0, Connection::createStatement)) {
            for (int unit = 0; unit < 2; unit++) {
                session.transaction(WorkEffect.ONCE, turn, statement -> {
                    backends.add(first(statement, "SELECT pg_backend_pid()"));
                    return session.attempts() == 1 ? collide(statement) : Outcome.OK;
                });
                assertThat(session.attempts()).isEqualTo(2);
                assertThat(session.endpoint()).isEmpty();
            }
        }
        assertThat(backends).hasSize(4);
        assertThat(backends.get(0)).isEqualTo(backends.get(1)).isNotEqualTo(backends.get(2));
        assertThat(backends.get(2)).isEqualTo(backends.get(3));
        // The one that asked the server what it is, and whether it does as it was asked to, is not counted.
        assertThat(database.connectionsByEndpoint()).isEqualTo(Map.of("127.0.0.1:" + SERVER.port(), 2L));
    }

    private static Outcome collide(Statement statement) throws SQLException {
        statement.execute("DO $$ BEGIN RAISE EXCEPTION 'collided' USING ERRCODE = '40001'; END $$");
        return Outcome.OK;
    }

    private static String asked(SqlSession<Statement> session, String query) throws InterruptedException {
        List<String> answers = new ArrayList<>();
        Outcome outcome = session.statement(WorkEffect.READ, new TestTurn(), statement -> {
            answers.add(first(statement, query));
            return Outcome.OK;
        });
        assertThat(outcome).isEqualTo(Outcome.OK);
        return String.join(",", answers);
    }

    private static String first(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static SqlDatabase database(String... setUp) throws IOException, InterruptedException {
        return SqlDatabase.connect(SERVER.settings(), new SessionSetup(List.of(setUp), false));
    }
}
