package squall.bench.dials;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.concurrent.FutureTask;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import squall.bench.dials.DialsServer.CallCounts;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;

class DialsDriverTest {
    private static final String READ = "SELECT * FROM usertable WHERE YCSB_KEY = ?";

    private final FakeClock clock = new FakeClock();
    private final DialsDriver driver = new DialsDriver(clock);

    @Test
    void the_driver_manager_finds_it_and_its_server() throws SQLException {
        String url = "jdbc:dials:found?latency=1us";
        try (DialsServer server = DialsDriver.registered().server(url);
                Connection connection = DriverManager.getConnection(url)) {
            read(connection);
            assertThat(server.calls()).isEqualTo(new CallCounts(1, 0, 1, 1, 0, 0));
        }
    }

    @Test
    void squall_connects_to_it_as_to_any_database() throws Exception {
        String url = "jdbc:dials:connects?latency=1us";
        try (DialsServer server = DialsDriver.registered().server(url)) {
            assertThat(SqlDatabase.connect(SqlSettings.of(url, "", ""))
                            .describe()
                            .settings())
                    .containsEntry("isolation", "read committed");
            assertThat(server.calls()).isNotNull();
        }
    }

    @Test
    void an_address_of_another_driver_is_left_to_it() throws SQLException {
        assertThat(driver.connect("jdbc:postgresql://localhost/x", null)).isNull();
    }

    @Test
    void a_read_takes_as_long_as_dialled_and_finds_the_row() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?latency.SELECT=300us&fields=2&fieldlength=3")) {
            long before = clock.nanoTime();
            try (var select = connection.prepareStatement(READ)) {
                select.setString(1, "user1");
                try (var row = select.executeQuery()) {
                    assertThat(row.next()).isTrue();
                    assertThat(row.getMetaData().getColumnCount()).isEqualTo(3);
                    assertThat(row.getString("FIELD1")).isEqualTo("xxx");
                    assertThat(row.next()).isFalse();
                }
            }
            assertThat(clock.nanoTime() - before).isEqualTo(300_000);
        }
    }

    @Test
    void a_scan_gives_as_many_rows_as_its_parameter_says() throws SQLException {
        try (Connection connection = open("jdbc:dials:a");
                var scan = connection.prepareStatement(
                        "SELECT YCSB_KEY, FIELD0 FROM usertable WHERE YCSB_KEY >= ? ORDER BY YCSB_KEY LIMIT ?")) {
            scan.setString(1, "user1");
            scan.setInt(2, 7);
            int rows = 0;
            try (var row = scan.executeQuery()) {
                while (row.next()) {
                    rows++;
                }
            }
            assertThat(rows).isEqualTo(7);
        }
    }

    @Test
    void rows_are_counted_though_not_kept() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?rows=10");
                var insert = connection.prepareStatement("INSERT INTO usertable (YCSB_KEY, FIELD0) VALUES (?, ?)");
                var statement = connection.createStatement()) {
            insert.setString(1, "user1");
            insert.setString(2, "x");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            insert.addBatch();
            insert.addBatch();
            assertThat(insert.executeBatch()).containsExactly(1, 1);
            try (var count = statement.executeQuery("select count(*) from usertable")) {
                assertThat(count.next()).isTrue();
                assertThat(count.getLong(1)).isEqualTo(13);
            }
            assertThat(driver.server("jdbc:dials:a?rows=10").calls().calls()).isEqualTo(3);
        }
    }

    @Test
    void the_server_names_itself_as_dialled() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?version=Weather+3");
                var statement = connection.createStatement();
                var version = statement.executeQuery("select version()")) {
            assertThat(version.next()).isTrue();
            assertThat(version.getString(1)).isEqualTo("Weather 3");
        }
    }

    @Test
    void a_dialled_error_leaves_the_connection_open_unless_its_class_ends_it() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?errors=40001@call1,08006@call2")) {
            assertFails(() -> read(connection), "40001", "a: failed, as dialled");
            assertThat(connection.isClosed()).isFalse();
            assertFails(() -> read(connection), "08006", "a: failed, as dialled");
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void an_outage_breaks_connections_and_refuses_new_ones() throws SQLException {
        String url = "jdbc:dials:a?latency=1s&down=2s..3s";
        try (Connection connection = open(url)) {
            read(connection);
            clock.parkNanos(500_000_000);
            assertFails(() -> read(connection), "08006", "a: the server went away, as dialled");
            assertFails(() -> open(url), "08001", "a: connection refused, as dialled");
            clock.parkNanos(1_000_000_000);
            try (Connection again = open(url)) {
                read(again);
            }
        }
        assertThat(driver.server(url).calls()).isEqualTo(new CallCounts(2, 1, 3, 2, 0, 1));
    }

    @Test
    void a_frozen_server_is_left_after_the_socket_timeout() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?freeze=0s..60s")) {
            connection.setNetworkTimeout(Runnable::run, 2_000);
            long before = clock.nanoTime();
            assertFails(() -> read(connection), "08006", "a: no answer within the socket timeout");
            assertThat(clock.nanoTime() - before).isEqualTo(2_000_000_000L);
            assertThat(connection.isClosed()).isTrue();
        }
    }

    @Test
    void a_statement_that_takes_too_long_is_cancelled() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?latency=5s");
                var select = connection.prepareStatement(READ)) {
            select.setQueryTimeout(1);
            assertFails(select::executeQuery, "57014", "a: statement timeout");
            assertThat(connection.isClosed()).isFalse();
        }
    }

    @Test
    void a_call_is_aborted_from_another_thread() throws Exception {
        var real = new DialsDriver();
        String url = "jdbc:dials:a?latency=60s";
        try (DialsServer server = real.server(url);
                Connection connection = requireNonNull(real.connect(url, null))) {
            Thread aborting = Thread.ofPlatform().start(new FutureTask<>(() -> {
                while (server.calls().calls() == 0) {
                    Thread.onSpinWait();
                }
                connection.abort(Runnable::run);
                return null;
            }));
            assertFails(() -> read(connection), "08006", "a: the connection was closed under the call");
            aborting.join();
        }
    }

    @Test
    void transactions_cost_a_call_to_end() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?latency.COMMIT=2ms")) {
            connection.setAutoCommit(false);
            long before = clock.nanoTime();
            connection.commit();
            connection.rollback();
            assertThat(clock.nanoTime() - before).isEqualTo(2_000_000);
        }
    }

    @Test
    void one_name_is_one_server() throws SQLException {
        open("jdbc:dials:a?latency=1us").close();
        assertFails(
                () -> open("jdbc:dials:a?latency=2us"),
                "08001",
                "jdbc:dials:a?latency=2us: the server is already running, as jdbc:dials:a?latency=1us; use another name");
        driver.server("jdbc:dials:a?latency=1us").close();
        open("jdbc:dials:a?latency=2us").close();
    }

    @Test
    void a_wrong_option_is_named_in_the_refusal() {
        assertFails(
                () -> open("jdbc:dials:a?latency=fast"),
                "08001",
                "jdbc:dials:a?latency=fast: option 'latency' is 'fast': expected a duration such as 150us, 20ms or 3s, not"
                        + " 'fast'");
    }

    @Test
    void what_it_cannot_do_it_says() throws SQLException {
        try (Connection connection = open("jdbc:dials:a")) {
            assertThatThrownBy(connection::createBlob)
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage("Connection.createBlob is not supported by the driver with dials");
        }
    }

    @Test
    void a_parameter_that_is_not_there_is_refused() throws SQLException {
        try (Connection connection = open("jdbc:dials:a");
                var select = connection.prepareStatement(READ)) {
            assertFails(
                    () -> select.setString(2, "x"), "22023", "the statement has 1 parameters, there is no number 2");
        }
    }

    private Connection open(String url) throws SQLException {
        return requireNonNull(driver.connect(url, null));
    }

    private static void read(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement(READ)) {
            select.setString(1, "user1");
            select.executeQuery().close();
        }
    }

    private static void assertFails(ThrowingCallable call, String sqlState, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState))
                .hasMessage(message);
    }
}
