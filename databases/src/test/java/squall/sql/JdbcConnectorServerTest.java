package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.fixture.Ports;
import squall.sql.driver.DriverFamily.Purpose;
import squall.sql.driver.JdbcUrl;
import squall.sql.driver.SessionSetup;
import squall.sql.driver.SqlSettings;

/** Test of single connections to a real server, with the limits and the set-up that were asked for. */
@Tag("server")
@Timeout(300)
class JdbcConnectorServerTest {
    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void measured_work_is_bounded_by_the_server_and_then_by_the_socket() throws SQLException {
        SqlSettings settings = SERVER.settings();
        try (Connection connection = connector(SERVER, SERVER.port()).open(0, Purpose.WORK)) {
            assertThat(shown(connection, "statement_timeout"))
                    .isEqualTo(settings.statementTimeout().toSeconds() + "s");
            assertThat(connection.getNetworkTimeout())
                    .isEqualTo(settings.socketTimeout().toMillis());
        }
    }

    @Test
    void administration_may_take_long_but_not_for_ever() throws SQLException {
        try (Connection connection = connector(SERVER, SERVER.port()).open(0, Purpose.ADMINISTRATION)) {
            assertThat(shown(connection, "statement_timeout")).isEqualTo("0");
            assertThat(connection.getNetworkTimeout())
                    .isEqualTo(Duration.ofMinutes(30).toMillis());
        }
    }

    @Test
    void only_connections_that_were_made_are_counted() throws Exception {
        int dead = Ports.free();
        JdbcConnector connector = connector(SERVER, dead, SERVER.port());
        assertThatThrownBy(() -> connector.open(0, Purpose.WORK)).isInstanceOf(SQLException.class);
        connector.open(1, Purpose.WORK).close();
        connector.open(1, Purpose.WORK).close();
        assertThat(connector.opened(0)).isZero();
        assertThat(connector.opened(1)).isEqualTo(2);
    }

    @Test
    void a_connection_that_is_not_as_asked_for_is_closed_and_not_counted() {
        SqlSettings settings = SERVER.settings();
        JdbcConnector connector = JdbcConnector.unsettled(
                        settings, new SessionSetup(List.of("SET no_such_setting = 1"), false), settings.password())
                .speaking(Dialects.POSTGRES);
        assertThatThrownBy(() -> connector.open(0, Purpose.WORK))
                .hasMessageStartingWith("session setup: 'SET no_such_setting = 1' was refused: ");
        assertThat(connector.opened(0)).isZero();
    }

    @Test
    void what_no_endpoint_lets_is_told_with_the_reason_of_each() throws Exception {
        JdbcConnector connector = connector(SERVER, Ports.free(), Ports.free());
        List<String> labels =
                connector.endpoints().stream().map(JdbcUrl.Endpoint::label).toList();
        assertThatThrownBy(() -> connector.anywhere(endpoint -> connector.raw(endpoint, Purpose.WORK)))
                .hasMessageContainingAll(labels.getFirst() + ": ", "; " + labels.getLast() + ": ")
                .extracting(e -> ((SQLException) e).getSQLState())
                .isEqualTo("08001");
    }

    @Test
    void what_the_first_endpoint_does_not_let_the_next_one_may() throws Exception {
        JdbcConnector connector = connector(SERVER, Ports.free(), SERVER.port());
        assertThat(connector.<Integer>anywhere(endpoint -> {
                    connector.raw(endpoint, Purpose.WORK).close();
                    return endpoint;
                }))
                .isEqualTo(1);
    }

    @Test
    void a_driver_that_repeats_a_secret_is_not_quoted() {
        JdbcConnector connector = JdbcConnector.unsettled(SERVER.settings(), SessionSetup.USUAL, "hush-hush-9")
                .with(Map.of("socketFactory", "hush-hush-9"));
        assertThatThrownBy(() -> connector.raw(0, Purpose.WORK))
                .isInstanceOf(SQLException.class)
                .message()
                .contains("SocketFactory")
                .doesNotContain("hush-hush-9");
    }

    @Test
    void an_address_that_no_driver_takes_is_a_mistake() {
        JdbcConnector connector = JdbcConnector.unsettled(
                SqlSettings.of("jdbc:nosuchdatabase://127.0.0.1/x", "u", ""), SessionSetup.USUAL, "");
        assertThatThrownBy(connector::requireDriver)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no JDBC driver on the class path accepts the address ");
    }

    /** Returns a connector to the database behind these ports of loopback. */
    static JdbcConnector connector(Server server, int... ports) {
        SqlSettings s = server.settings();
        String endpoints =
                IntStream.of(ports).mapToObj(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
        SqlSettings settings = SqlSettings.of("jdbc:postgresql://" + endpoints + "/squall", s.user(), s.password());
        return JdbcConnector.unsettled(settings, SessionSetup.USUAL, s.password())
                .speaking(Dialects.POSTGRES);
    }

    private static String shown(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW " + setting)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
