package squall.cql;

import static com.datastax.oss.simulacron.common.codec.ConsistencyLevel.QUORUM;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noResult;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.unavailable;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.simulacron.common.cluster.QueryLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import squall.cql.driver.CqlSettings;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;
import squall.sql.TestTurn;
import squall.sql.WorkEffect;

class CqlHandleTest {
    private static final String WRITE = "INSERT INTO ks.t (k, v) VALUES ('1', '1')";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final Stub stub = Stub.of(3);
    private final TestTurn turn = new TestTurn();

    CqlHandleTest() throws IOException {}

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void what_the_driver_tried_in_vain_counts_as_attempts_and_by_node() throws IOException, InterruptedException {
        stub.node(0).prime(when(WRITE).then(unavailable(QUORUM, 2, 1)));
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            int attempts = 0;
            for (int i = 0; i < 12; i++) {
                assertThat(handle.unit(WorkEffect.ONCE, turn, Stub.sending(WRITE)))
                        .isEqualTo(Outcome.OK);
                attempts += handle.attempts();
            }
            List<NodeTraffic.Share> shares = database.traffic().shares();
            long hidden = shares.get(0).hidden().getOrDefault("UnavailableException", 0L);

            assertThat(hidden).isPositive();
            assertThat(attempts).isEqualTo(12 + hidden);
            assertThat(shares.stream().mapToLong(NodeTraffic.Share::answered).sum())
                    .isEqualTo(12);
            assertThat(shares.subList(1, shares.size()))
                    .allMatch(share -> share.hidden().isEmpty());
            assertThat(shares.get(0))
                    .isEqualTo(new NodeTraffic.Share(stub.contactPoint(), 0, Map.of("UnavailableException", hidden)));
        }
    }

    /** Covers an old error: of a transaction that reads and then writes, a read that was sent again was no retry. */
    @Test
    void a_further_unit_keeps_the_repetitions_of_the_one_before() throws IOException, InterruptedException {
        stub.node(0).prime(when(WRITE).then(unavailable(QUORUM, 2, 1)));
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            int most = 1;
            for (int i = 0; i < 12; i++) {
                handle.unit(WorkEffect.ONCE, turn, Stub.sending(WRITE));
                int attempts = handle.attempts();
                most = Math.max(most, attempts);
                handle.furtherUnit(WorkEffect.ONCE, turn, exchange -> Outcome.OK);

                assertThat(handle.attempts()).isEqualTo(attempts);
            }
            assertThat(most).isGreaterThan(1);
        }
    }

    @Test
    void a_statement_is_prepared_once_for_all_and_sent_at_quorum() throws IOException, InterruptedException {
        try (CqlDatabase database = stub.connect();
                CqlHandle one = new CqlHandle(database, 0);
                CqlHandle other = new CqlHandle(database, 1)) {
            CqlHandle.Work insert = exchange -> {
                exchange.execute(exchange.prepared(WRITE).bind());
                return Outcome.OK;
            };
            one.unit(WorkEffect.ONCE, turn, insert);
            other.unit(WorkEffect.ONCE, turn, insert);
        }
        List<QueryLog> sent = stub.sent(WRITE);
        // Each node hears of it once, whoever asks first.
        assertThat(sent.stream().filter(log -> log.getType().equals("PREPARE")).count())
                .isBetween(1L, 3L);
        assertThat(sent.stream().filter(log -> log.getType().equals("EXECUTE")))
                .hasSize(2)
                .allMatch(log -> log.getConsistency() == QUORUM);
    }

    @ParameterizedTest
    @EnumSource(WorkEffect.class)
    void a_server_that_never_answers_is_not_asked_twice(WorkEffect effect) throws IOException, InterruptedException {
        stub.answers(WRITE, noResult());
        CqlSettings.Limits quick =
                new CqlSettings.Limits(Duration.ofMillis(300), LONG, Duration.ofSeconds(5), LONG, 10);
        try (CqlDatabase database = CqlDatabase.connect(stub.settings(quick));
                CqlHandle handle = new CqlHandle(database, 0)) {
            ErrorCode late = new ErrorCode(ErrorKind.TIMEOUT, "DriverTimeoutException");
            String message = "Query timed out after PT0.3S";

            assertThat(handle.unit(effect, turn, Stub.sending(WRITE)))
                    .isEqualTo(
                            effect == WorkEffect.READ
                                    ? new Outcome.Refused(late, message)
                                    : new Outcome.Unknown(late, message));
            assertThat(handle.attempts()).isEqualTo(1);
        }
        assertThat(stub.sent(WRITE)).hasSize(1);
    }

    @Test
    void an_abort_ends_a_call_that_another_thread_waits_in() throws Exception {
        stub.answers(WRITE, noResult());
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            CompletableFuture<Outcome> call = CompletableFuture.supplyAsync(() -> run(handle, WorkEffect.ONCE));
            await(() -> !stub.sent(WRITE).isEmpty());
            handle.abort();

            assertThat(ended(call))
                    .isInstanceOfSatisfying(
                            Outcome.Unknown.class,
                            lost -> assertThat(lost.error()).isEqualTo(new ErrorCode(ErrorKind.CONNECTION, "aborted")));
            assertThat(handle.unit(WorkEffect.ONCE, turn, Stub.sending(WRITE))).isInstanceOf(Outcome.Refused.class);
        }
    }

    @Test
    void an_interrupt_before_anything_was_sent_is_passed_on() throws IOException, InterruptedException {
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            Thread.currentThread().interrupt();
            assertThatExceptionOfType(InterruptedException.class)
                    .isThrownBy(() -> handle.unit(WorkEffect.READ, turn, Stub.sending(WRITE)));
        }
        assertThat(stub.sent(WRITE)).isEmpty();
    }

    @Test
    void a_write_waits_until_a_node_is_back() throws Exception {
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            stub.cluster().stop();
            await(() -> !database.reachable());
            CompletableFuture<Outcome> call = CompletableFuture.supplyAsync(() -> run(handle, WorkEffect.ONCE));
            stub.cluster().start();

            assertThat(ended(call)).isEqualTo(Outcome.OK);
            assertThat(handle.attempts()).isEqualTo(1);
        }
    }

    @Test
    void where_no_node_comes_back_in_time_it_is_refused() throws IOException, InterruptedException {
        CqlSettings.Limits impatient =
                new CqlSettings.Limits(LONG, LONG, Duration.ofSeconds(5), Duration.ofMillis(300), 10);
        try (CqlDatabase database = CqlDatabase.connect(stub.settings(impatient));
                CqlHandle handle = new CqlHandle(database, 0)) {
            stub.cluster().stop();
            await(() -> !database.reachable());
            assertThat(handle.unit(WorkEffect.ONCE, turn, Stub.sending(WRITE)))
                    .isInstanceOfSatisfying(
                            Outcome.Refused.class,
                            refused -> assertThat(
                                            refused.error()) // by whether the driver still knows a node at that moment
                                    .isIn(
                                            new ErrorCode(ErrorKind.CONNECTION, "NoNodeAvailableException"),
                                            new ErrorCode(ErrorKind.CONNECTION, "NodeUnavailableException")));
        }
    }

    @Test
    void all_statements_of_an_exchange_are_under_way_at_once() throws IOException, InterruptedException {
        stub.cluster().prime(when(WRITE).then(noRows()).delay(500, TimeUnit.MILLISECONDS));
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            List<SimpleStatement> twice =
                    List.of(SimpleStatement.newInstance(WRITE), SimpleStatement.newInstance(WRITE));
            handle.unit(WorkEffect.IDEMPOTENT, turn, exchange -> {
                assertThat(exchange.executeAll(twice)).hasSize(2);
                return Outcome.OK;
            });
            assertThat(handle.attempts()).isEqualTo(2);
        }
        List<QueryLog> sent = stub.sent(WRITE);
        assertThat(sent.get(1).getReceivedTimestamp() - sent.get(0).getReceivedTimestamp())
                .isLessThan(500);
    }

    private Outcome run(CqlHandle handle, WorkEffect effect) {
        try {
            return handle.unit(effect, turn, Stub.sending(WRITE));
        } catch (InterruptedException e) {
            throw new CompletionException(e);
        }
    }

    private static Outcome ended(CompletableFuture<Outcome> call)
            throws InterruptedException, ExecutionException, TimeoutException {
        return call.get(LONG.toSeconds(), TimeUnit.SECONDS);
    }

    private static void await(BooleanSupplier condition) {
        long deadlineNs = System.nanoTime() + LONG.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadlineNs);
            LockSupport.parkNanos(5_000_000);
        }
    }
}
