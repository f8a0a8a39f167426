package squall.adversity.probe.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import squall.fixture.Ports;
import squall.fixture.StandaloneMariaDb;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.driver.SqlSettings;
import squall.system.PollDeadline;

/** Test on a real MariaDB; locks of its own stand for what a write of the run may wait for. */
@Tag("server")
@Tag("extended")
@Timeout(300)
class OrphanedWritesServerTest {
    private static final Duration NEVER = Duration.ofHours(1);

    private static @Nullable StandaloneMariaDb server;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = StandaloneMariaDb.startOrSkip(OrphanedWritesServerTest.class);
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    /** Covers an old delay: the longest time of a statement was waited for, whether there was one or not. */
    @Test
    void a_server_that_executes_nothing_of_the_run_is_not_waited_for() throws Exception {
        assertThat(orphans(url(), NEVER).gone()).isTrue();
    }

    @Test
    void a_statement_of_a_session_that_is_gone_is_waited_for() throws Exception {
        try (Connection holder = connect();
                Connection writer = connect();
                Connection watcher = connect()) {
            PlainSql.text(holder, "SELECT GET_LOCK('squall_ledger', 0)");
            CompletableFuture<String> written = CompletableFuture.supplyAsync(() -> {
                try {
                    return PlainSql.text(writer, "SELECT GET_LOCK('squall_ledger', 200)");
                } catch (SQLException e) {
                    throw new CompletionException(e);
                }
            });
            assertThat(PollDeadline.in(Duration.ofSeconds(60)).await(() -> waits(watcher)))
                    .isTrue();
            CompletableFuture<Boolean> gone = CompletableFuture.supplyAsync(() -> {
                try {
                    return orphans(url(), NEVER).gone();
                } catch (IOException | InterruptedException e) {
                    throw new CompletionException(e);
                }
            });
            Thread.sleep(500);
            assertThat(gone).isNotDone();
            PlainSql.text(holder, "SELECT RELEASE_LOCK('squall_ledger')");
            assertThat(gone.get()).isTrue();
            assertThat(written.get()).isEqualTo("1");
        }
    }

    @Test
    void a_node_that_cannot_be_asked_has_ended_its_statements_after_their_limit() throws Exception {
        String both = url().replace("/" + StandaloneMariaDb.SQUALL, ",127.0.0.1:" + Ports.free() + "/squall");
        Duration limit = Duration.ofMillis(1500);
        OrphanedWrites orphans = orphans(both, limit);
        long before = System.nanoTime();
        assertThat(orphans.gone()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isGreaterThanOrEqualTo(limit);
    }

    private static boolean waits(Connection watcher) throws IOException {
        try {
            return PlainSql.number(
                            watcher, "SELECT count(*) FROM information_schema.processlist WHERE state = 'User lock'")
                    == 1;
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    private static OrphanedWrites orphans(String url, Duration answer) throws IOException, InterruptedException {
        return new OrphanedWrites(
                SqlDatabase.connect(SqlSettings.of(url, StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL)),
                "unused",
                answer);
    }

    private static String url() {
        return Objects.requireNonNull(server).url();
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL);
    }
}
