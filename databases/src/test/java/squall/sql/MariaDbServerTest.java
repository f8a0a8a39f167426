package squall.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.fixture.StandaloneMariaDb;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Instrument;
import squall.spi.InstrumentReading;
import squall.spi.Outcome;
import squall.spi.ServerMetric;
import squall.sql.bulk.BulkInsert;
import squall.sql.bulk.RowChunk;
import squall.sql.bulk.RowChunkTest;
import squall.sql.driver.SqlSettings;
import squall.sql.metrics.SqlInstruments;

/** Test of all that squall.sql does, on a real MariaDB of the distribution's. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class MariaDbServerTest {
    private static final KeyValueTable TABLE =
            new KeyValueTable("user", "key", List.of("v 1", "v`2"), KeyValueTable.Sharding.DEFAULT);

    private static @Nullable StandaloneMariaDb server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = StandaloneMariaDb.startOrSkip(MariaDbServerTest.class);
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @BeforeEach
    void two_rows() throws Exception {
        administer("DROP TABLE IF EXISTS t");
        administer("CREATE TABLE t (k varchar(10) PRIMARY KEY, v int)");
        administer("INSERT INTO t VALUES ('a', 0), ('b', 0)");
    }

    @Test
    void it_is_described_by_what_it_says_itself() throws Exception {
        var described = SqlDatabase.connect(settings("")).describe();
        assertThat(described.product()).isEqualTo("mariadb");
        assertThat(described.version()).contains("-MariaDB");
        assertThat(described.settings())
                .containsEntry("isolation", "repeatable read")
                .containsEntry("innodb_flush_log_at_trx_commit", "1")
                .containsEntry("max_statement_time", "30.000000")
                .containsEntry("wsrep_on", "0")
                .containsEntry("tls", "off");
    }

    @ParameterizedTest
    @ValueSource(strings = {"read-committed", "repeatable-read", "serializable"})
    void each_isolation_level_is_read_back(String level) throws Exception {
        assertThat(SqlDatabase.connect(settings("").withIsolation(level))
                        .describe()
                        .settings())
                .containsEntry("isolation", level.replace('-', ' '));
    }

    @Test
    void a_session_reads_names_and_texts_as_standard_sql_does() throws Exception {
        assertThat(text("SELECT 'a' || k || '\"' FROM \"t\" WHERE \"k\" = 'b'")).isEqualTo("ab\"");
    }

    @Test
    void variables_of_the_session_are_set_by_the_address() throws Exception {
        assertThat(answer(
                        settings("?sessionVariables=innodb_lock_wait_timeout=7"), "SELECT @@innodb_lock_wait_timeout"))
                .isEqualTo("7");
    }

    @Test
    void an_address_of_mysql_is_taken_too_and_its_time_outs_are_milliseconds() throws Exception {
        SqlSettings mysql = SqlSettings.of(
                url().replace("jdbc:mariadb:", "jdbc:mysql:") + "?connectTimeout=2500", "squall", "squall");
        assertThat(SqlDatabase.connect(mysql).dialect()).isEqualTo(Dialects.MARIADB);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqlDatabase.connect(settings("?socketTimeout=1.5")))
                .withMessage(
                        "database address: socketTimeout must be a whole number of milliseconds, at least 1, not '1.5'");
    }

    @Test
    void a_wrong_password_is_told_without_repeating_it() {
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(SqlSettings.of(url(), "squall", "not-this-one")))
                .withMessageContaining("28000: Access denied for user 'squall'@'127.0.0.1' (using password: YES)")
                .withMessageNotContaining("not-this-one");
    }

    @Test
    void a_table_of_awkward_names_is_made_filled_emptied_and_dropped() throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings(""));
        TABLE.in(database).drop();
        assertThat(TABLE.in(database).exists()).isFalse();
        TABLE.in(database).create();
        TABLE.in(database).create(); // another process was quicker
        assertThat(TABLE.in(database).exists()).isTrue();
        assertThat(TABLE.in(database).hasRows()).isFalse();
        assertThat(load("K1", "k1", "k1 ")).isEqualTo(Map.of("OK", 3L));
        assertThat(TABLE.in(database).count()).isEqualTo(3);
        TABLE.in(database).truncate();
        assertThat(TABLE.in(database).hasRows()).isFalse();
        TABLE.in(database).replace();
        TABLE.in(database).drop();
        assertThat(TABLE.in(database).exists()).isFalse();
    }

    @Test
    void rows_are_stored_as_they_are_and_only_those_that_are_there_are_refused() throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings(""));
        TABLE.in(database).replace();
        assertThat(load("k3")).isEqualTo(Map.of("OK", 1L));
        RowChunk chunk = new RowChunk(3, 1000);
        for (int i = 0; i < 1000; i++) {
            RowChunkTest.add(chunk, "k" + i, "tab\there \\. ä 😀 ' \" " + i, "");
        }
        assertThat(load(chunk)).isEqualTo(Map.of("OK", 999L, "23000", 1L));
        assertThat(text("SELECT \"v 1\" FROM \"user\" WHERE \"key\" = 'k7'")).isEqualTo("tab\there \\. ä 😀 ' \" 7");
        TABLE.in(database).drop();
    }

    @Test
    void copy_is_refused_before_anything_is_sent() throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings(""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BulkInsert(database, TABLE, BulkInsert.Mode.COPY, 0))
                .withMessage("rows cannot be loaded with COPY: it needs a server with PostgreSQL's protocol and its"
                        + " driver (jdbc:postgresql:), but the server is mariadb; load in batches");
    }

    @Test
    void a_query_that_takes_too_long_is_ended_by_the_server() throws Exception {
        SqlSettings limited = settings("").withStatementTimeout(Duration.ofMillis(300));
        try (SqlSession<Statements> session = session(limited)) {
            assertThat(session.statement(WorkEffect.READ, new TestTurn(), on -> on.query("SELECT sleep(5)")))
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.TIMEOUT, "70100/1969"),
                            "Query execution was interrupted (max_statement_time exceeded)"));
            assertThat(session.statement(
                            WorkEffect.ONCE, new TestTurn(), on -> on.update("UPDATE t SET v = 1 WHERE sleep(5) = 0")))
                    .isEqualTo(new Outcome.Unknown(
                            new ErrorCode(ErrorKind.TIMEOUT, "70100/1969"),
                            "Query execution was interrupted (max_statement_time exceeded)"));
            assertThat(session.statement(WorkEffect.READ, new TestTurn(), on -> on.query("SELECT 1")))
                    .isEqualTo(Outcome.OK);
        }
        assertThat(text("SELECT sum(v) FROM t")).isEqualTo("0");
    }

    @Test
    void a_lock_that_is_not_released_in_time_is_a_refusal() throws Exception {
        try (Connection holder = SqlDatabase.connect(settings("")).open();
                SqlSession<Statements> session = session(settings("?sessionVariables=innodb_lock_wait_timeout=1"))) {
            holder.setAutoCommit(false);
            try (Statement statement = holder.createStatement()) {
                statement.execute("UPDATE t SET v = 5 WHERE k = 'a'");
            }
            assertThat(session.transaction(
                            WorkEffect.ONCE, new TestTurn(), on -> on.update("UPDATE t SET v = 7 WHERE k = 'a'")))
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.TIMEOUT, "HY000/1205"),
                            "Lock wait timeout exceeded; try restarting transaction"));
            holder.rollback();
        }
        assertThat(text("SELECT v FROM t WHERE k = 'a'")).isEqualTo("0");
    }

    @Test
    void of_two_transactions_that_wait_for_each_other_one_is_sent_again() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        CompletableFuture<Integer> other = CompletableFuture.supplyAsync(() -> crossing("b", "a", both));
        int attempts = crossing("a", "b", both) + other.get();
        assertThat(attempts).isEqualTo(3);
        assertThat(text("SELECT sum(v) FROM t")).isEqualTo("4");
    }

    /** Runs a transaction that can deadlock with another. @return the number of its attempts */
    private static int crossing(String first, String second, CyclicBarrier both) {
        try (SqlSession<Statements> session = session(settings(""))) {
            int[] rounds = {0};
            Outcome outcome = session.transaction(WorkEffect.ONCE, new TestTurn(), on -> {
                on.update("UPDATE t SET v = v + 1 WHERE k = '" + first + "'");
                if (rounds[0]++ == 0) {
                    await(both);
                }
                return on.update("UPDATE t SET v = v + 1 WHERE k = '" + second + "'");
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            return session.attempts();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) { // two checked kinds, both a failure of the test
            throw new AssertionError(e);
        }
    }

    @Test
    void an_update_whose_connection_is_killed_is_unknown_and_the_next_one_reconnects() throws Exception {
        try (SqlSession<Statements> session = session(settings(""))) {
            String id = session.statement(WorkEffect.READ, new TestTurn(), on -> on.query("SELECT 1"))
                            .equals(Outcome.OK)
                    ? text("SELECT max(id) FROM information_schema.processlist WHERE id <> connection_id()")
                    : "";
            administer("KILL " + id);
            assertThat(session.statement(
                            WorkEffect.ONCE, new TestTurn(), on -> on.update("UPDATE t SET v = v + 1 WHERE k = 'a'")))
                    .isInstanceOfSatisfying(
                            Outcome.Unknown.class,
                            lost -> assertThat(lost.error()).isEqualTo(new ErrorCode(ErrorKind.CONNECTION, "08000")));
            assertThat(session.statement(
                            WorkEffect.ONCE, new TestTurn(), on -> on.update("UPDATE t SET v = v + 1 WHERE k = 'a'")))
                    .isEqualTo(Outcome.OK);
        }
    }

    @Test
    void its_figures_are_read_from_its_global_status() throws Exception {
        SqlDatabase database = SqlDatabase.connect(settings(""));
        try (Instrument instrument = SqlInstruments.of(database, List.of()).getFirst()) {
            Map<ServerMetric, Double> before = values(instrument);
            administer("INSERT INTO t VALUES ('c', 1), ('d', 2), ('e', 3)");
            Map<ServerMetric, Double> after = values(instrument);
            assertThat(after)
                    .containsKeys(
                            ServerMetric.CONNECTIONS,
                            ServerMetric.QUERIES,
                            ServerMetric.DEADLOCKS,
                            ServerMetric.LOCK_WAITS,
                            ServerMetric.CACHE_HITS,
                            ServerMetric.CACHE_MISSES);
            assertThat(after.getOrDefault(ServerMetric.ROWS_WRITTEN, 0.0)
                            - before.getOrDefault(ServerMetric.ROWS_WRITTEN, 0.0))
                    .isEqualTo(3);
            assertThat(after.getOrDefault(ServerMetric.COMMITS, 0.0) - before.getOrDefault(ServerMetric.COMMITS, 0.0))
                    .isBetween(1.0, 2.0);
            assertThat(after.getOrDefault(ServerMetric.LOG_BYTES, 0.0))
                    .isGreaterThan(before.getOrDefault(ServerMetric.LOG_BYTES, 0.0));
            assertThat(instrument.absent())
                    .isEqualTo(Map.of(ServerMetric.QUERY_BUCKET, "SHOW GLOBAL STATUS has no histogram of statements"));
        }
    }

    private static Map<ServerMetric, Double> values(Instrument instrument) throws Exception {
        return instrument.read().stream()
                .collect(Collectors.toMap(InstrumentReading::metric, InstrumentReading::value));
    }

    private static Map<String, Long> load(String... keys) throws Exception {
        RowChunk chunk = new RowChunk(3, keys.length);
        for (String key : keys) {
            RowChunkTest.add(chunk, key, "v", "w");
        }
        return load(chunk);
    }

    private static Map<String, Long> load(RowChunk chunk) throws Exception {
        Map<String, Long> codes = new TreeMap<>();
        try (BulkInsert bulk = new BulkInsert(SqlDatabase.connect(settings("")), TABLE, BulkInsert.Mode.BATCH, 0)) {
            bulk.send(chunk, new TestTurn(), (row, outcome, attempts) -> codes.merge(outcome.code(), 1L, Long::sum));
        }
        return codes;
    }

    private static String url() {
        return java.util.Objects.requireNonNull(server).url();
    }

    private static SqlSettings settings(String parameters) {
        return SqlSettings.of(url() + parameters, StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL);
    }

    private static void administer(String sql) throws Exception {
        try (Connection connection = SqlDatabase.connect(settings("")).open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String text(String query) throws Exception {
        return answer(settings(""), query);
    }

    private static String answer(SqlSettings settings, String query) throws Exception {
        try (Connection connection = SqlDatabase.connect(settings).open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static SqlSession<Statements> session(SqlSettings settings) throws IOException, InterruptedException {
        return SqlDatabase.connect(settings).session(0, Statements::new);
    }

    /** Connection of a session, on which each statement is prepared when it is run. */
    private record Statements(Connection connection) implements AutoCloseable {
        Outcome query(String sql) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Outcome.OK : Outcome.NOT_FOUND;
            }
        }

        Outcome update(String sql) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                return statement.executeUpdate() > 0 ? Outcome.OK : Outcome.NOT_FOUND;
            }
        }

        @Override
        public void close() {
            // Statements are closed where they are made.
        }
    }
}
