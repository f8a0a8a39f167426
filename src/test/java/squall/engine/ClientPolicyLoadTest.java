package squall.engine;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.spi.FakeLoad.READ;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.ClientPolicyLoad.HedgeCounts;
import squall.engine.ClientPolicyLoad.RetryBudget;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.RunEnding;
import squall.measure.OperationSummary;
import squall.scenario.ClientPolicy;
import squall.scenario.ClientPolicy.CircuitBreakerRule;
import squall.scenario.ClientPolicy.ClientLimits;
import squall.scenario.ClientPolicy.HedgeRule;
import squall.scenario.ClientPolicy.RetryRule;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.FakeLoad;
import squall.spi.Outcome;
import squall.spi.Turn;

@Timeout(300)
class ClientPolicyLoadTest {
    private static final Outcome BROKEN =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONNECTION, "08006"), "the connection broke");
    private static final Outcome DUPLICATE =
            new Outcome.Refused(new ErrorCode(ErrorKind.CONSTRAINT, "23505"), "duplicate key");

    /** Longest wait of an attempt that is never given up. */
    private static final Duration PATIENT = ofMinutes(4);

    private final AtomicReference<@Nullable ClientPolicyLoad> client = new AtomicReference<>();
    private final AtomicInteger performed = new AtomicInteger();

    /** First attempt of each turn. */
    private final Map<Long, Turn> begun = new ConcurrentHashMap<>();

    @Test
    void an_attempt_that_was_given_up_is_performed_all_the_same_and_its_failure_is_the_clients() throws Exception {
        RunResult result = run(policy(ofSeconds(1), 0, ClientLimits.DEFAULT), 1, 1, turn -> {
            awaitTimeouts(1);
            return Outcome.OK;
        });
        Outcome gaveUp = new Outcome.Unknown(
                new ErrorCode(ErrorKind.CLIENT, "client-timeout"), "the client gave up after 1000 ms");
        assertThat(reads(result).outcomes()).isEqualTo(Map.of(gaveUp, 1L));
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(1, 1, 1, 1, 0, 0, 0, 0));
    }

    /** Covers an old error: the client had given up 0 attempts, of which 1 was performed all the same. */
    @Test
    void an_attempt_under_way_when_the_run_ends_was_not_given_up_by_the_policy() throws Exception {
        run(
                policy(PATIENT, 0, new ClientLimits(1, 10, false)),
                1,
                Plans.lasting(1, Plans.rate(100), ofMillis(100)),
                turn -> {
                    while (!turn.stopping()) {
                        Thread.sleep(1);
                    }
                    Thread.sleep(100); // the caller is interrupted before the answer
                    return Outcome.OK;
                });
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(1, 1, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void a_retry_goes_to_another_session_and_its_answer_counts_from_the_first_attempt() throws Exception {
        RunResult result = run(policy(ofSeconds(1), 1, new ClientLimits(1, 10, false)), 2, 1, turn -> {
            if (performed.incrementAndGet() == 1) {
                awaitTimeouts(1);
            }
            return Outcome.OK;
        });
        OperationSummary reads = reads(result);
        assertThat(Map.of("ok", reads.ok(), "retries", reads.retries())).isEqualTo(Map.of("ok", 1L, "retries", 1L));
        assertThat(reads.latency().getMinValue()).isGreaterThanOrEqualTo(1_000_000);
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(1, 2, 1, 1, 0, 0, 0, 0));
        assertThat(counts().amplification()).isEqualTo(2);
    }

    @Test
    void failures_of_the_database_are_retried_up_to_the_limit_and_stay_its_own() throws Exception {
        RunResult result = run(policy(PATIENT, 3, ClientLimits.DEFAULT), 1, 5, turn -> BROKEN);
        assertThat(reads(result).outcomes()).isEqualTo(Map.of(BROKEN, 5L));
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(5, 20, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void what_a_retry_cannot_help_is_not_retried() throws Exception {
        RunResult result = run(policy(PATIENT, 3, ClientLimits.DEFAULT), 1, 5, turn -> DUPLICATE);
        assertThat(reads(result).outcomes()).isEqualTo(Map.of(DUPLICATE, 5L));
        assertThat(counts().attempts()).isEqualTo(5);
    }

    /** An attempt that never left the queue is certainly not applied, but only where the queue drops it. */
    @ParameterizedTest
    @CsvSource({"true, 1, 1", "false, 0, 2"})
    void an_attempt_given_up_in_the_queue_is_refused_only_if_it_is_dropped(
            boolean dropExpired, long refused, long unknown) throws Exception {
        ClientLimits limits = new ClientLimits(2, 10, dropExpired);
        RunResult result = run(policy(ofSeconds(1), 0, limits), 1, 2, turn -> {
            awaitTimeouts(2);
            return Outcome.OK;
        });
        OperationSummary reads = reads(result);
        assertThat(Map.of("refused", reads.refused(), "unknown", reads.unknown()))
                .isEqualTo(Map.of("refused", refused, "unknown", unknown));
        assertThat(reads.outcomes().keySet()).allMatch(outcome -> outcome.code().equals("client-timeout"));
    }

    @Test
    void with_a_spent_budget_a_request_is_not_sent_again() throws Exception {
        ClientPolicy policy = new ClientPolicy(
                PATIENT,
                new RetryRule(100, ZERO, RetryRule.LONGEST, 1, OptionalDouble.of(0.001)),
                ClientLimits.DEFAULT,
                Optional.empty());
        RunResult result = run(policy, 1, 5, turn -> BROKEN);
        assertThat(reads(result).outcomes()).isEqualTo(Map.of(BROKEN, 5L));
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(5, 15, 0, 0, 0, 0, 5, 0));
    }

    @Test
    void an_open_circuit_refuses_requests_without_sending_them() throws Exception {
        ClientPolicy policy = new ClientPolicy(
                PATIENT,
                new RetryRule(0, ZERO, RetryRule.LONGEST, 1, OptionalDouble.empty()),
                new ClientLimits(1, 10, false),
                Optional.of(new CircuitBreakerRule(1, 2, ofMinutes(4))));
        RunResult result = run(policy, 1, 5, turn -> BROKEN);
        assertThat(reads(result).outcomes().get(BROKEN)).isEqualTo(2);
        assertThat(reads(result).outcomes().keySet())
                .extracting(Outcome::code)
                .containsExactlyInAnyOrder("08006", "circuit-open");
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(5, 2, 0, 0, 0, 0, 0, 3));
    }

    @Test
    void attempts_that_find_the_queue_full_are_refused() throws Exception {
        RunResult result = run(policy(PATIENT, 0, new ClientLimits(3, 1, false)), 1, 3, turn -> {
            while (counts().queueFull() == 0) {
                Thread.sleep(1);
            }
            return Outcome.OK;
        });
        OperationSummary reads = reads(result);
        assertThat(reads.refused()).isEqualTo(counts().queueFull()).isPositive();
        assertThat(reads.ok() + reads.refused()).isEqualTo(3);
    }

    @Test
    void a_slow_attempt_is_overtaken_by_a_second_one_and_its_own_answer_counts_apart() throws Exception {
        RunResult result = run(hedged(ofMillis(200), OptionalDouble.empty()), 2, 1, turn -> {
            while (!second(turn) && hedges().won() == 0) {
                Thread.sleep(1);
            }
            return Outcome.OK;
        });
        assertThat(reads(result).ok()).isEqualTo(1);
        assertThat(counts()).isEqualTo(new ClientPolicyLoad.ClientCounts(1, 2, 0, 0, 0, 0, 0, 0));
        assertThat(hedges()).isEqualTo(new HedgeCounts(1, 1, 1, 0, 0));
    }

    @Test
    void a_failure_waits_for_the_other_attempt_whose_success_counts() throws Exception {
        RunResult result = run(hedged(ofMillis(200), OptionalDouble.empty()), 2, 1, turn -> {
            if (second(turn)) {
                return Outcome.OK;
            }
            awaitHedges(1);
            return BROKEN;
        });
        assertThat(reads(result).ok()).isEqualTo(1);
        assertThat(hedges()).isEqualTo(new HedgeCounts(1, 1, 0, 1, 0));
    }

    @Test
    void two_attempts_that_fail_are_one_failure() throws Exception {
        RunResult result = run(hedged(ofMillis(200), OptionalDouble.empty()), 2, 1, turn -> {
            awaitHedges(1);
            return BROKEN;
        });
        assertThat(reads(result).outcomes()).isEqualTo(Map.of(BROKEN, 1L));
        assertThat(hedges()).isEqualTo(new HedgeCounts(1, 0, 0, 0, 0));
    }

    @Test
    void an_attempt_that_is_answered_in_time_has_no_second_one() throws Exception {
        run(hedged(ofMinutes(3), OptionalDouble.empty()), 2, 5, turn -> Outcome.OK);
        assertThat(counts().attempts()).isEqualTo(5);
        assertThat(hedges()).isEqualTo(new HedgeCounts(0, 0, 0, 0, 0));
    }

    @Test
    void second_attempts_take_from_the_retry_budget() throws Exception {
        RunResult result = run(hedged(ofMillis(1), OptionalDouble.of(0.001)), 2, 12, turn -> {
            if (!second(turn)) {
                awaitHedges(Math.min(10, turn.index() + 1));
                Thread.sleep(turn.index() < 10 ? 0 : 100); // there would be time for a second attempt
            }
            return Outcome.OK;
        });
        assertThat(reads(result).ok()).isEqualTo(12);
        assertThat(hedges().sent()).isEqualTo(10); // what a budget saves
    }

    @Test
    void the_maximum_is_found_without_a_policy_and_the_load_goes_on_with_it() throws Exception {
        LoadPlan plan = new LoadPlan(
                50,
                new LoadPace.ShareOfMaximum(0.2, ofSeconds(1), LoadPace.Arrival.CONSTANT),
                OptionalLong.empty(),
                Optional.of(ofSeconds(1)),
                ZERO,
                ofSeconds(10),
                7,
                LoadPlan.Threads.PLATFORM,
                List.of());
        RunResult result = run(policy(PATIENT, 0, ClientLimits.DEFAULT), 2, plan, turn -> {
            Thread.sleep(5);
            return Outcome.OK;
        });
        assertThat(result.ending()).isInstanceOf(RunEnding.Complete.class);
        assertThat(result.maximumPerSecond().orElseThrow()).isBetween(1.0, 500.0); // two sessions, 5 ms each
        assertThat(reads(result).ok()).isPositive();
        assertThat(counts().timeouts()).isZero();
    }

    @Test
    void a_session_that_fails_in_its_own_code_ends_the_run() throws Exception {
        RunResult result = run(policy(PATIENT, 3, ClientLimits.DEFAULT), 1, 5, turn -> {
            throw new IllegalArgumentException("a flaw of the load");
        });
        assertThat(result.ending())
                .isInstanceOfSatisfying(
                        RunEnding.Failed.class,
                        failed -> assertThat(failed.cause()).hasMessageContaining("a flaw"));
    }

    @Test
    void a_budget_earns_a_share_of_a_retry_with_each_request_and_saves_ten() {
        RetryBudget budget = new RetryBudget(OptionalDouble.of(0.5));
        budget.earn();
        for (int i = 0; i < 10; i++) {
            assertThat(budget.spend()).isTrue();
        }
        assertThat(budget.spend()).isFalse();
        budget.earn();
        assertThat(budget.spend()).isFalse();
        budget.earn();
        assertThat(budget.spend()).isTrue();
    }

    /** Behaviour of a session: takes some time, and has an outcome. */
    private interface Answer {
        Outcome of(Turn turn) throws InterruptedException;
    }

    private static ClientPolicy policy(Duration timeout, int retries, ClientLimits limits) {
        return new ClientPolicy(
                timeout,
                new RetryRule(retries, ofMillis(1), ofMillis(10), 1, OptionalDouble.empty()),
                limits,
                Optional.empty());
    }

    /** Returns a policy of one request at a time, with a second attempt after this time and without retries. */
    private static ClientPolicy hedged(Duration after, OptionalDouble budget) {
        return new ClientPolicy(
                PATIENT,
                new RetryRule(0, ZERO, RetryRule.LONGEST, 1, budget),
                new ClientLimits(1, 10, false),
                Optional.empty(),
                Optional.of(new HedgeRule(after)));
    }

    /** Returns whether this is not the first attempt of its turn. */
    private boolean second(Turn turn) {
        return !begun.computeIfAbsent(turn.index(), first -> turn).equals(turn);
    }

    private HedgeCounts hedges() {
        return Objects.requireNonNull(client.get()).hedges().orElseThrow();
    }

    private void awaitHedges(long wanted) throws InterruptedException {
        while (hedges().sent() < wanted) {
            Thread.sleep(1);
        }
    }

    private RunResult run(ClientPolicy policy, int sessions, int turns, Answer answer) throws InterruptedException {
        return run(
                policy,
                sessions,
                Plans.turns(Math.min(turns, policy.limits().inFlight()), Plans.rate(100), turns),
                answer);
    }

    private RunResult run(ClientPolicy policy, int sessions, LoadPlan plan, Answer answer) throws InterruptedException {
        FakeLoad load = FakeLoad.each(turn -> {
            turn.record(READ, turn.nowNs(), answer.of(turn), 1);
            return true;
        });
        try (ClientPolicyLoad behind = new ClientPolicyLoad(load, policy, sessions, 7)) {
            client.set(behind);
            RunResult result = new LoadRun(behind, plan, List.of()).execute();
            assertThat(load.closed.get()).isEqualTo(load.opened.get()).isEqualTo(sessions);
            return result;
        }
    }

    private ClientPolicyLoad.ClientCounts counts() {
        return Objects.requireNonNull(client.get()).counts();
    }

    private void awaitTimeouts(long wanted) throws InterruptedException {
        while (counts().timeouts() < wanted) {
            Thread.sleep(1);
        }
    }

    private static OperationSummary reads(RunResult result) {
        return result.total().operations().get(READ.ordinal());
    }
}
