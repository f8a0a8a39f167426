package squall.sql;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

@Tag("server")
@Timeout(60)
class SqlSessionServerTest {
    private static Server server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = Server.start();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        server.close();
    }

    @BeforeEach
    void two_rows() throws Exception {
        administer("DROP TABLE IF EXISTS t");
        administer("CREATE TABLE t (k text PRIMARY KEY, v int)");
        administer("INSERT INTO t VALUES ('a', 0), ('b', 0)");
    }

    @Test
    void a_restart_in_mid_stream_is_survived() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            assertThat(session.statement(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            server.restart();
            assertThat(session.statement(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isGreaterThan(1);
            assertThat(session.statement(Effect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(1);
        }
    }

    @Test
    void what_must_happen_once_and_lost_its_server_is_unknown_and_the_session_comes_back() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            session.statement(Effect.ONCE, turn, Row.INCREMENT);
            server.restart();
            Outcome outcome = session.statement(Effect.ONCE, turn, Row.INCREMENT);
            assertThat(outcome).isInstanceOf(Outcome.Unknown.class);
            assertThat(outcome.code()).isIn("57P01", "08006");
            assertThat(session.statement(Effect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void a_transaction_that_lost_its_connection_before_commit_is_sent_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            Outcome outcome = session.transaction(Effect.ONCE, turn, row -> {
                Outcome done = row.increment();
                if (session.attempts() == 1) {
                    terminate(row.backend());
                }
                return row.read(done);
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
        assertThat(value("v")).isEqualTo(1);
    }

    @Test
    void a_server_that_is_gone_is_a_refusal_within_the_bound() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = with(server.settings(), Duration.ofMillis(300));
        try (var session = session(settings)) {
            session.statement(Effect.READ, turn, Row.READ);
            server.down();
            long before = turn.nowNs();
            Outcome outcome = session.statement(Effect.READ, turn, Row.READ);
            Outcome next = session.statement(Effect.ONCE, turn, Row.INCREMENT);
            assertThat(Duration.ofNanos(turn.nowNs() - before))
                    .isBetween(Duration.ofMillis(600), Duration.ofSeconds(5));
            assertThat(outcome).isEqualTo(next).isInstanceOf(Outcome.Refused.class);
            assertThat(((Outcome.Refused) next).error()).isEqualTo(new ErrorCode(ErrorKind.CONNECTION, "08001"));
        } finally {
            server.up();
        }
    }

    @ParameterizedTest
    @EnumSource(Effect.class)
    void a_frozen_server_ends_in_a_timeout_within_the_bound(Effect effect) throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = limited(server.settings(), Duration.ofMillis(500), Duration.ofSeconds(1));
        try (var session = session(settings)) {
            session.statement(effect, turn, Row.INCREMENT);
            server.freeze();
            long before = turn.nowNs();
            Outcome outcome;
            try {
                outcome = session.statement(effect, turn, Row.INCREMENT);
            } finally {
                server.thaw();
            }
            assertThat(Duration.ofNanos(turn.nowNs() - before))
                    .isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
            ErrorCode timeout = new ErrorCode(ErrorKind.TIMEOUT, "08006");
            String message = "An I/O error occurred while sending to the backend.";
            assertThat(outcome)
                    .isEqualTo(
                            effect == Effect.READ
                                    ? new Outcome.Refused(timeout, message)
                                    : new Outcome.Unknown(timeout, message));
            assertThat(session.statement(effect, turn, Row.READ)).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void connecting_to_a_frozen_server_is_bounded_too() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = with(server.settings(), Duration.ofMillis(100));
        try (var session = session(settings)) {
            server.freeze();
            try {
                Outcome outcome = session.statement(Effect.READ, turn, Row.READ);
                assertThat(outcome).isInstanceOf(Outcome.Refused.class);
                assertThat(Duration.ofNanos(turn.nowNs())).isLessThan(Duration.ofSeconds(8));
            } finally {
                server.thaw();
            }
        }
    }

    @Test
    void a_connection_terminated_while_idle_is_replaced_for_a_read() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            session.statement(Effect.READ, turn, row -> {
                terminate(row.backend());
                return Outcome.OK;
            });
            assertThat(session.statement(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
    }

    @Test
    void a_deadlock_is_tried_again_and_both_succeed() throws Exception {
        CyclicBarrier bothHaveOne = new CyclicBarrier(2);
        var first = CompletableFuture.supplyAsync(() -> crossing("a", "b", bothHaveOne), Thread::startVirtualThread);
        var second = CompletableFuture.supplyAsync(() -> crossing("b", "a", bothHaveOne), Thread::startVirtualThread);
        assertThat(first.get(20, SECONDS) + second.get(20, SECONDS)).isGreaterThan(2);
        assertThat(number("SELECT sum(v) FROM t")).isEqualTo(4);
    }

    @Test
    void a_serialization_failure_is_tried_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(isolated("serializable"))) {
            Outcome outcome = session.transaction(Effect.ONCE, turn, row -> {
                row.read(Outcome.OK);
                if (session.attempts() == 1) {
                    administered("UPDATE t SET v = v + 10 WHERE k = 'a'");
                }
                return row.increment();
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
        assertThat(value("v")).isEqualTo(11);
    }

    @Test
    void after_its_last_retry_a_serialization_failure_is_a_refusal() throws Exception {
        SqlSettings once = retrying(isolated("repeatable-read"), 0);
        try (var session = session(once)) {
            Outcome outcome = session.transaction(Effect.ONCE, new TestTurn(), row -> {
                row.read(Outcome.OK);
                administered("UPDATE t SET v = v + 10 WHERE k = 'a'");
                return row.increment();
            });
            assertThat(outcome)
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.SERIALIZATION, "40001"),
                            "ERROR: could not serialize access due to concurrent update"));
        }
        assertThat(value("v")).isEqualTo(10);
    }

    @Test
    void a_plan_that_went_stale_is_prepared_again() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            session.transaction(Effect.READ, turn, Row.READ);
            administer("ALTER TABLE t ADD COLUMN w int");
            assertThat(session.transaction(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(2);
        }
    }

    @Test
    void a_refusal_of_the_works_own_is_rolled_back() throws Exception {
        var own = new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "own"), "");
        try (var session = session(server.settings())) {
            Outcome outcome = session.transaction(Effect.ONCE, new TestTurn(), row -> {
                row.increment();
                return own;
            });
            assertThat(outcome).isEqualTo(own);
        }
        assertThat(value("v")).isZero();
    }

    @Test
    void without_autocommit_each_statement_is_a_transaction_of_its_own() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(manual(server.settings()))) {
            assertThat(session.statement(Effect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
            assertThat(value("v")).isEqualTo(1);
            Outcome duplicate = session.statement(Effect.ONCE, turn, row -> row.execute("INSERT INTO t VALUES ('a')"));
            assertThat(duplicate.code()).isEqualTo("23505");
            assertThat(session.statement(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(number("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'"))
                    .isZero();
        }
    }

    @Test
    void code_of_the_load_that_fails_leaves_no_open_transaction() throws Exception {
        TestTurn turn = new TestTurn();
        try (var session = session(server.settings())) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> session.transaction(Effect.ONCE, turn, row -> {
                        row.increment();
                        throw new IllegalStateException("a mistake");
                    }));
            assertThat(session.transaction(Effect.ONCE, turn, Row.INCREMENT)).isEqualTo(Outcome.OK);
        }
        assertThat(value("v")).isEqualTo(1);
    }

    @Test
    void a_statement_that_takes_too_long_is_refused_by_the_server() throws Exception {
        TestTurn turn = new TestTurn();
        SqlSettings settings = limited(server.settings(), Duration.ofMillis(200), Duration.ofSeconds(10));
        try (var session = session(settings)) {
            assertThat(session.statement(Effect.ONCE, turn, row -> row.execute("SELECT pg_sleep(20)")))
                    .isEqualTo(new Outcome.Refused(
                            new ErrorCode(ErrorKind.TIMEOUT, "57014"),
                            "ERROR: canceling statement due to statement timeout"));
            assertThat(session.statement(Effect.READ, turn, Row.READ)).isEqualTo(Outcome.OK);
            assertThat(session.attempts()).isEqualTo(1);
        }
    }

    @Test
    void a_blocked_call_is_ended_from_another_thread_and_nothing_follows() throws Exception {
        TestTurn turn = new TestTurn();
        CountDownLatch sleeping = new CountDownLatch(1);
        try (var session = session(server.settings())) {
            session.statement(Effect.READ, turn, Row.READ);
            var blocked = CompletableFuture.supplyAsync(
                    () -> outcome(session, Effect.IDEMPOTENT, turn, row -> {
                        sleeping.countDown();
                        return row.execute("SELECT pg_sleep(20)");
                    }),
                    Thread::startVirtualThread);
            sleeping.await();
            session.abort();
            assertThat(blocked.get(5, SECONDS)).isInstanceOf(Outcome.Unknown.class);
            assertThat(session.statement(Effect.READ, turn, Row.READ).code()).isEqualTo("aborted");
        }
    }

    @Test
    void an_acknowledgement_that_no_standby_confirmed_is_unknown() throws Exception {
        administer("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (nobody)'");
        administer("SELECT pg_reload_conf()");
        try (var session = session(server.settings())) {
            var statement = CompletableFuture.supplyAsync(
                    () -> outcome(session, Effect.IDEMPOTENT, new TestTurn(), Row.INCREMENT),
                    Thread::startVirtualThread);
            cancelWaitForStandby();
            assertThat(statement.get(10, SECONDS)).isEqualTo(weak());
            var transaction = CompletableFuture.supplyAsync(
                    () -> committed(session, new TestTurn(), Row.INCREMENT), Thread::startVirtualThread);
            cancelWaitForStandby();
            assertThat(transaction.get(10, SECONDS)).isEqualTo(weak());
            assertThat(session.statement(Effect.IDEMPOTENT, new TestTurn(), row -> row.execute("SELECT 1")))
                    .isEqualTo(Outcome.OK);
        } finally {
            administer("ALTER SYSTEM RESET synchronous_standby_names");
            administer("SELECT pg_reload_conf()");
        }
        assertThat(value("v")).isEqualTo(2);
    }

    @Test
    void the_isolation_level_is_the_one_asked_for_and_read_back() throws Exception {
        SqlDatabase database = SqlDatabase.connect(isolated("repeatable-read"));
        assertThat(database.describe().settings()).containsEntry("isolation", "repeatable read");
        try (var session = database.session(0, Row::new)) {
            assertThat(session.statement(Effect.READ, new TestTurn(), row -> row.says("repeatable read")))
                    .isEqualTo(Outcome.OK);
        }
    }

    @Test
    void what_the_server_does_is_read_back() throws Exception {
        var described = SqlDatabase.connect(server.settings()).describe();
        assertThat(described.product()).isEqualTo("postgresql");
        assertThat(described.version()).startsWith("PostgreSQL ");
        assertThat(described.endpoints()).containsExactly("127.0.0.1:" + server.port());
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
    void a_server_that_does_not_answer_is_named_and_the_password_is_not() throws Exception {
        int nobody = Ports.free();
        assertThatIOException()
                .isThrownBy(() -> SqlDatabase.connect(
                        SqlSettings.of("jdbc:postgresql://127.0.0.1:" + nobody + "/d?password=secret", "u", "secret")))
                .withMessageStartingWith("database jdbc:postgresql://127.0.0.1:" + nobody
                        + "/d?password=*** cannot be used: 127.0.0.1:" + nobody + ": 08001: ")
                .withMessageNotContaining("secret");
    }

    @Test
    void a_run_that_is_ending_does_not_wait_for_a_server() throws Exception {
        TestTurn turn = new TestTurn();
        SqlDatabase database = SqlDatabase.connect(with(server.settings(), Duration.ofHours(1)));
        server.down();
        try (var session = database.session(0, Row::new)) {
            turn.stop();
            assertThat(session.statement(Effect.ONCE, turn, Row.INCREMENT).code())
                    .isEqualTo("08001");
        } finally {
            server.up();
        }
    }

    private static int crossing(String one, String other, CyclicBarrier bothHaveOne) {
        try (var session = session(server.settings())) {
            Outcome outcome = session.transaction(Effect.ONCE, new TestTurn(), row -> {
                row.increment(one);
                if (session.attempts() == 1) {
                    meet(bothHaveOne);
                }
                return row.increment(other);
            });
            assertThat(outcome).isEqualTo(Outcome.OK);
            return session.attempts();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, SECONDS);
        } catch (Exception e) { // three checked kinds, all a failure of the test
            throw new AssertionError(e);
        }
    }

    private static Outcome outcome(SqlSession<Row> session, Effect effect, TestTurn turn, SqlSession.Work<Row> work) {
        try {
            return session.statement(effect, turn, work);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Outcome committed(SqlSession<Row> session, TestTurn turn, SqlSession.Work<Row> work) {
        try {
            return session.transaction(Effect.ONCE, turn, work);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Outcome weak() {
        return new Outcome.Unknown(
                new ErrorCode(ErrorKind.OTHER, "weak-ack"),
                "canceling wait for synchronous replication due to user request");
    }

    private static void cancelWaitForStandby() throws Exception {
        long deadline = System.nanoTime() + SECONDS.toNanos(10);
        String cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        while (number(cancel) == 0) {
            assertThat(System.nanoTime()).as("a session waits for a standby").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static SqlSession<Row> session(SqlSettings settings) throws IOException, InterruptedException {
        return SqlDatabase.connect(settings).session(0, Row::new);
    }

    private static SqlSettings with(SqlSettings s, Duration reconnectWithin) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                s.autocommit(),
                Duration.ofSeconds(1),
                s.statementTimeout(),
                s.socketTimeout(),
                reconnectWithin,
                s.retries(),
                s.fetchSize(),
                s.properties());
    }

    private static SqlSettings limited(SqlSettings s, Duration statementTimeout, Duration socketTimeout) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                s.autocommit(),
                s.connectTimeout(),
                statementTimeout,
                socketTimeout,
                s.reconnectWithin(),
                s.retries(),
                s.fetchSize(),
                s.properties());
    }

    private static SqlSettings isolated(String isolation) {
        SqlSettings s = server.settings();
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                isolation,
                s.autocommit(),
                s.connectTimeout(),
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                s.retries(),
                s.fetchSize(),
                s.properties());
    }

    private static SqlSettings retrying(SqlSettings s, int retries) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                s.autocommit(),
                s.connectTimeout(),
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                retries,
                s.fetchSize(),
                s.properties());
    }

    private static SqlSettings manual(SqlSettings s) {
        return new SqlSettings(
                s.url(),
                s.user(),
                s.password(),
                s.isolation(),
                false,
                s.connectTimeout(),
                s.statementTimeout(),
                s.socketTimeout(),
                s.reconnectWithin(),
                s.retries(),
                s.fetchSize(),
                s.properties());
    }

    private static void administer(String sql) throws Exception {
        try (Connection connection = SqlDatabase.connect(server.settings()).open();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** As {@link #administer}, from within work. */
    private static void administered(String sql) {
        try {
            administer(sql);
        } catch (Exception e) { // a step of the test that must not fail
            throw new AssertionError(e);
        }
    }

    private static void terminate(int backend) {
        administered("SELECT pg_terminate_backend(" + backend + ", 5000)");
    }

    private static long value(String column) {
        try {
            return number("SELECT " + column + " FROM t WHERE k = 'a'");
        } catch (Exception e) { // a step of the test that must not fail
            throw new AssertionError(e);
        }
    }

    private static long number(String query) throws Exception {
        try (Connection connection = SqlDatabase.connect(server.settings()).open();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getLong(1);
        }
    }

    /** The statements of the tests' load on one row. */
    private static final class Row implements AutoCloseable {
        static final SqlSession.Work<Row> READ = row -> row.read(Outcome.OK);
        static final SqlSession.Work<Row> INCREMENT = Row::increment;

        private final Connection connection;
        private final PreparedStatement read;
        private final PreparedStatement increment;

        Row(Connection connection) throws SQLException {
            this.connection = connection;
            read = connection.prepareStatement("SELECT * FROM t WHERE k = 'a'");
            increment = connection.prepareStatement("UPDATE t SET v = v + 1 WHERE k = ?");
        }

        Outcome read(Outcome outcome) throws SQLException {
            try (ResultSet rows = read.executeQuery()) {
                return rows.next() ? outcome : Outcome.NOT_FOUND;
            }
        }

        Outcome increment() throws SQLException {
            return increment("a");
        }

        Outcome increment(String key) throws SQLException {
            increment.setString(1, key);
            return increment.executeUpdate() == 1 ? Outcome.OK : Outcome.NOT_FOUND;
        }

        Outcome execute(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
                return Outcome.OK;
            }
        }

        Outcome says(String isolation) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SHOW transaction_isolation")) {
                rows.next();
                return isolation.equals(rows.getString(1)) ? Outcome.OK : Outcome.NOT_FOUND;
            }
        }

        int backend() throws SQLException {
            return connection.unwrap(org.postgresql.PGConnection.class).getBackendPID();
        }

        @Override
        public void close() throws SQLException {
            read.close();
            increment.close();
        }
    }
}
