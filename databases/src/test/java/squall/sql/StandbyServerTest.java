package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.spi.Outcome;
import squall.sql.driver.SqlSettings;

/** Test of administration at an address whose first server is a standby, and whose parameters do not choose. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class StandbyServerTest {
    private static final String USER = "tester";
    private static final SqlDatabase.Administration<String> PORT =
            connection -> PlainSql.text(connection, "SELECT inet_server_port()");

    @RegisterExtension
    static final Server PRIMARY = new Server();

    @RegisterExtension
    static final Server STANDBY = new Server();

    @BeforeAll
    static void demote() throws Exception {
        // Each server has a password of its own for the user who owns it.
        for (Server server : List.of(PRIMARY, STANDBY)) {
            server.administer("CREATE ROLE " + USER + " SUPERUSER LOGIN PASSWORD '" + USER + "'");
        }
        STANDBY.demote();
    }

    @Test
    void tables_are_made_on_the_primary() throws Exception {
        SqlDatabase database = database(STANDBY, PRIMARY);
        database.execute("making a table", "CREATE TABLE made (k text)");
        assertThat(PRIMARY.number("SELECT COUNT(*) FROM made")).isZero();
        assertThat(database.administer("asking", PORT)).isEqualTo(Integer.toString(PRIMARY.port()));
    }

    /** Covers an old error: writes that a standby did not have yet counted as lost. */
    @Test
    void what_was_written_is_looked_up_on_the_primary() throws Exception {
        SqlDatabase database = database(STANDBY, PRIMARY);
        assertThat(database.lookUp("looking up", true, PORT)).isEqualTo(Integer.toString(PRIMARY.port()));
    }

    @Test
    void a_session_that_must_read_the_latest_passes_a_standby_by() throws Exception {
        SqlDatabase database = database(STANDBY, PRIMARY);
        SqlSession.Preparation<Statement> latest = connection -> {
            database.requireLatest(connection);
            return connection.createStatement();
        };
        try (var session = database.lateSession(0, latest)) {
            assertThat(session.statement(WorkEffect.READ, new TestTurn(), statement -> {
                        statement.execute("SELECT 1");
                        return Outcome.OK;
                    }))
                    .isEqualTo(Outcome.OK);
            assertThat(session.endpoint()).isEqualTo("127.0.0.1:" + PRIMARY.port());
        }
    }

    @Test
    void where_there_is_no_primary_only_a_run_that_wrote_nothing_is_looked_up() throws Exception {
        SqlDatabase database = database(STANDBY, STANDBY);
        assertThat(database.lookUp("looking up", false, PORT)).isEqualTo(Integer.toString(STANDBY.port()));
        assertThatThrownBy(() -> database.lookUp("looking up", true, PORT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("this server is a standby, which may be behind");
    }

    private static SqlDatabase database(Server first, Server second) throws IOException, InterruptedException {
        return SqlDatabase.connect(SqlSettings.of(
                "jdbc:postgresql://127.0.0.1:" + first.port() + ",127.0.0.1:" + second.port() + "/squall", USER, USER));
    }
}
