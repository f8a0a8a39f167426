package squall.fake;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;

class FakeDriverTest {
    private static final String READ = "SELECT * FROM usertable WHERE YCSB_KEY = ?";

    private final FakeDriver driver = new FakeDriver();

    @Test
    void the_driver_manager_finds_it() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:dials:found")) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo("Dials");
        }
    }

    @Test
    void squall_connects_to_it_as_to_any_database() throws Exception {
        assertThat(SqlDatabase.connect(SqlSettings.of("jdbc:dials:connects?latency=1us", "", ""))
                        .describe()
                        .settings())
                .containsEntry("isolation", "read committed");
    }

    @Test
    void an_address_of_another_driver_is_left_to_it() throws SQLException {
        assertThat(driver.connect("jdbc:postgresql://localhost/x", null)).isNull();
    }

    @Test
    void a_read_takes_at_least_as_long_as_dialled_and_finds_the_row() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?latency.SELECT=3ms");
                var select = connection.prepareStatement(READ)) {
            select.setString(1, "user1");
            long beganNs = System.nanoTime();
            try (var row = select.executeQuery()) {
                assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(3_000_000);
                assertThat(row.next()).isTrue();
                assertThat(row.getMetaData().getColumnCount()).isEqualTo(11);
                assertThat(row.getString("FIELD9")).hasSize(100);
                assertThat(row.next()).isFalse();
            }
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
    void rows_are_counted_by_address_though_not_kept() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?rows=10");
                var insert = connection.prepareStatement("INSERT INTO usertable (YCSB_KEY, FIELD0) VALUES (?, ?)")) {
            insert.setString(1, "user1");
            insert.setString(2, "x");
            assertThat(insert.executeUpdate()).isEqualTo(1);
            insert.addBatch();
            insert.addBatch();
            assertThat(insert.executeBatch()).containsExactly(1, 1);
        }
        assertThat(answer("jdbc:dials:a?rows=10", "select count(*) from usertable"))
                .isEqualTo("13");
        assertThat(answer("jdbc:dials:b?rows=10", "select count(*) from usertable"))
                .isEqualTo("10");
    }

    @Test
    void the_server_names_itself_as_dialled() throws SQLException {
        assertThat(answer("jdbc:dials:a?version=Weather+3", "select version()")).isEqualTo("Weather 3");
    }

    @Test
    void a_call_is_aborted_from_another_thread() throws Exception {
        try (Connection connection = open("jdbc:dials:a?latency=500s")) {
            Thread reading = Thread.currentThread();
            Thread aborting = Thread.ofPlatform().start(() -> {
                while (reading.getState() != Thread.State.TIMED_WAITING) {
                    Thread.onSpinWait();
                }
                abort(connection);
            });
            assertFails(() -> read(connection), "08006", "the connection was closed under the call");
            assertThat(connection.isClosed()).isTrue();
            assertFails(() -> read(connection), "08003", "the connection is closed");
            aborting.join();
        }
    }

    @Test
    void transactions_cost_a_call_to_end() throws SQLException {
        try (Connection connection = open("jdbc:dials:a?latency.COMMIT=3ms")) {
            connection.setAutoCommit(false);
            long beganNs = System.nanoTime();
            connection.commit();
            assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(3_000_000);
            connection.rollback();
            connection.setAutoCommit(true);
            assertFails(connection::commit, "25P01", "COMMIT while autocommit is on");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "latency=fast | option 'latency' is 'fast': expected a duration such as 150us, 20ms or 3s, or exponential(150us),"
                        + " not 'fast'",
                "latency=exponential(5) | option 'latency' is 'exponential(5)': expected a duration such as 150us, 20ms or 3s, or"
                        + " exponential(150us), not '5'",
                "rows=ten | option 'rows' is 'ten': For input string: \"ten\"",
                "freeze=5s..7s | unknown option 'freeze', known are latency, latency.PREFIX, version, rows and warehouses",
            })
    void a_wrong_option_is_refused_by_name(String option, String message) {
        String url = "jdbc:dials:a?" + option;
        assertFails(() -> open(url), "08001", url + ": " + message);
    }

    @Test
    void what_it_cannot_do_it_says() throws SQLException {
        try (Connection connection = open("jdbc:dials:a")) {
            assertThatThrownBy(connection::createBlob)
                    .isInstanceOf(SQLFeatureNotSupportedException.class)
                    .hasMessage("Connection.createBlob is not supported by the fake driver");
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

    @Test
    void the_longest_prefix_decides_whatever_its_case() {
        DialsServer server = new DialsServer(
                Map.of("latency", "1ms", "latency.SELECT", "2ms", "latency.SELECT count", "exponential(3ms)"));
        assertThat(List.of("UPDATE t SET a = 1", "select 1", "select COUNT(*) from t"))
                .extracting(server::latency)
                .containsExactly(
                        new LatencyModel.Constant(1_000_000),
                        new LatencyModel.Constant(2_000_000),
                        new LatencyModel.Exponential(3_000_000));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void an_exponential_latency_keeps_its_mean(long seed) {
        var random = new SplittableRandom(seed);
        double mean = random.longs(100_000)
                .map(ignored -> new LatencyModel.Exponential(1_000_000).nextNs(random))
                .average()
                .orElseThrow();
        // The mean of 100,000 draws has a standard deviation of 0.3 %.
        assertThat(mean).isBetween(985_000.0, 1_015_000.0);
    }

    private Connection open(String url) throws SQLException {
        return requireNonNull(driver.connect(url, null));
    }

    private static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read(Connection connection) throws SQLException {
        try (var select = connection.prepareStatement(READ)) {
            select.setString(1, "user1");
            select.executeQuery().close();
        }
    }

    private String answer(String url, String query) throws SQLException {
        try (Connection connection = open(url);
                var statement = connection.createStatement();
                var row = statement.executeQuery(query)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private static void assertFails(ThrowingCallable call, String sqlState, String message) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(sqlState))
                .hasMessage(message);
    }
}
