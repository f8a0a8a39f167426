package squall.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import squall.engine.CircuitBreaker.Permission;
import squall.engine.SessionPool.Attempt;
import squall.engine.SessionPool.AttemptEnd;
import squall.scenario.ClientPolicy;
import squall.scenario.ClientPolicy.HedgeRule;
import squall.scenario.ClientPolicy.RetryRule;
import squall.spi.DelegatingLoad;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/**
 * Load behind a client policy: its sessions are callers, whose requests wait for one of a pool of sessions of the other load, are given up
 * after a timeout and sent again; a slow one is sent a second time while the first goes on, where the policy says so.
 *
 * <pre>
 *   turn --> caller: request --attempt--> queue --> session of the pool --> database
 *              ^---timeout, back-off, budget, circuit breaker---'
 * </pre>
 *
 * <p>What an attempt does that was given up stays unknown, so the load must be idempotent
 * ({@link squall.spi.PreparedWorkload#idempotent}). What the client itself ended has outcomes of the kind {@link ErrorKind#CLIENT}. While
 * the maximum is measured, as many callers as there are sessions send their turns without a policy.
 */
public final class ClientPolicyLoad extends DelegatingLoad {
    private static final Outcome QUEUE_FULL = refused("queue-full", "too many attempts were waiting for a session");
    private static final Outcome CIRCUIT_OPEN = refused("circuit-open", "too many attempts had failed before");
    private static final Outcome BUDGET_SPENT =
            refused("retry-budget", "it was not answered in time, and too many other requests were being retried");
    private static final Outcome CALIBRATED = refused("calibrated", "the maximum was found before it was sent");
    private static final Outcome NOT_SENT =
            new Outcome.Refused(new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "nothing was sent");
    private static final Outcome INTERRUPTED =
            new Outcome.Unknown(new ErrorCode(ErrorKind.UNFINISHED, "interrupted"), "the run ended before the answer");

    /** Maximum wait without checking whether the run is ending. */
    private static final Duration SLICE = Duration.ofMillis(100);

    private final ClientPolicy policy;
    private final int sessions;
    private final long seed;
    private final SessionPool pool;
    private final RetryBudget budget;
    private final Optional<CircuitBreaker> breaker;
    private final Semaphore calibrating;
    private final CountDownLatch paced = new CountDownLatch(1);
    private final AtomicInteger callers = new AtomicInteger();
    private final Outcome timedOut;
    private final Outcome expired;
    private final Counters counters = new Counters();

    /**
     * @param load idempotent; closed with this one
     * @param sessions number of sessions of the pool; the plan of the run has as many sessions as the policy has requests in flight
     */
    public ClientPolicyLoad(Load load, ClientPolicy policy, int sessions, long seed) {
        super(load);
        this.policy = policy;
        this.sessions = sessions;
        this.seed = seed;
        this.pool = new SessionPool(policy.limits());
        this.budget = new RetryBudget(policy.retries().budget());
        this.breaker = policy.breaker().map(CircuitBreaker::new);
        this.calibrating = new Semaphore(sessions);
        ErrorCode late = new ErrorCode(ErrorKind.CLIENT, "client-timeout");
        long limitMs = policy.timeout().toMillis();
        this.timedOut = new Outcome.Unknown(late, "the client gave up after " + limitMs + " ms");
        this.expired = new Outcome.Refused(late, "no session was free within " + limitMs + " ms");
    }

    @Override
    public Session open(int session) throws IOException, InterruptedException {
        for (int number = session; number < sessions; number += policy.limits().inFlight()) {
            pool.add(number, super.open(number));
        }
        callers.incrementAndGet();
        return new Caller(session);
    }

    @Override
    public void close() {
        pool.close();
        super.close();
    }

    /** Returns the counts so far, without those of the calibration. May be called by any thread. */
    public ClientCounts counts() {
        return new ClientCounts(
                counters.requests.sum(),
                counters.attempts.sum(),
                counters.timeouts.sum(),
                pool.late(),
                pool.dropped(),
                counters.queueFull.sum(),
                counters.budgetSpent.sum(),
                counters.circuitOpen.sum());
    }

    /** Returns the counts of hedged attempts so far; empty if the policy does not hedge. May be called by any thread. */
    public Optional<HedgeCounts> hedges() {
        return policy.hedge()
                .map(rule -> new HedgeCounts(
                        counters.hedges.sum(),
                        counters.hedgesWon.sum(),
                        pool.losersOk(),
                        pool.losersFailed(),
                        pool.losersDropped()));
    }

    private static Outcome refused(String code, String message) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.CLIENT, code), message);
    }

    /**
     * Figures of what the client did.
     *
     * @param requests turns of the load
     * @param attempts that were handed to the sessions
     * @param timeouts attempts that the client gave up
     * @param wasted of these, attempts that a session performed to the end all the same
     * @param dropped of these, attempts that were dropped in the queue
     * @param queueFull attempts that found the queue full
     * @param budgetSpent requests that were not tried again because the budget was spent
     * @param circuitOpen attempts that the circuit breaker refused
     */
    public record ClientCounts(
            long requests,
            long attempts,
            long timeouts,
            long wasted,
            long dropped,
            long queueFull,
            long budgetSpent,
            long circuitOpen) {
        /** Returns the attempts per request: how much work the policy makes of the load; 0 if there was no request. */
        public double amplification() {
            return requests == 0 ? 0 : (double) attempts / requests;
        }
    }

    /**
     * Figures of hedged attempts. The first or the second of a pair has lost if the other one succeeded before it ended, or it had failed.
     *
     * @param sent second attempts, which count as attempts, too
     * @param won of these, those that were answered first
     * @param losersOk attempts that had lost and succeeded all the same
     * @param losersFailed attempts that had lost and failed
     * @param losersDropped attempts that lost while they waited for a session, and were not performed
     */
    public record HedgeCounts(long sent, long won, long losersOk, long losersFailed, long losersDropped) {}

    private static final class Counters {
        final LongAdder requests = new LongAdder();
        final LongAdder attempts = new LongAdder();
        final LongAdder timeouts = new LongAdder();
        final LongAdder queueFull = new LongAdder();
        final LongAdder budgetSpent = new LongAdder();
        final LongAdder circuitOpen = new LongAdder();
        final LongAdder hedges = new LongAdder();
        final LongAdder hedgesWon = new LongAdder();
    }

    /** Caller of requests, one after the other. One thread. */
    private final class Caller implements Session {
        private final SplittableRandom random;

        Caller(int number) {
            random = new SplittableRandom(seed + number);
        }

        @Override
        public boolean perform(Turn turn) throws InterruptedException {
            if (turn.scheduled()) {
                paced.countDown();
                return new Request(turn, random).perform();
            }
            return calibrate(turn);
        }

        /** Stops the waits of the sessions; the interrupt that follows ends this caller's, and the last caller aborts the sessions. */
        @Override
        public void abort() {
            pool.stop();
        }

        @Override
        public void close() {
            pool.stop();
            paced.countDown();
            if (callers.decrementAndGet() == 0) {
                pool.close();
            }
        }

        /** Performs a turn at full speed, if a session is left for this caller; else the turn ends with the calibration. */
        private boolean calibrate(Turn turn) throws InterruptedException {
            if (!calibrating.tryAcquire()) {
                try {
                    paced.await();
                } finally {
                    turn.record(operation(turn), turn.nowNs(), CALIBRATED, 1);
                }
                return true;
            }
            try {
                return new Request(turn, random).performOnce();
            } finally {
                calibrating.release();
            }
        }
    }

    private Operation operation(Turn turn) {
        return Objects.requireNonNull(planned(turn), "an idempotent load knows the operation of each turn");
    }

    /** Request of one turn: its attempts, one after the other. Used by the caller's thread. */
    private final class Request {
        private final Turn turn;
        private final SplittableRandom random;
        private final long originNs;
        private final long sentNs;
        private int attempts;
        private int retries;
        private boolean unknown;
        private boolean more = true;
        private Outcome last = NOT_SENT;

        Request(Turn turn, SplittableRandom random) {
            this.turn = turn;
            this.random = random;
            this.originNs = System.nanoTime() - turn.nowNs();
            this.sentNs = turn.nowNs();
        }

        boolean perform() throws InterruptedException {
            counters.requests.increment();
            budget.earn();
            try {
                attempt();
                while (!(last instanceof Outcome.Ok) && again()) {
                    attempt();
                }
            } finally {
                turn.record(operation(turn), sentNs, outcome(), Math.max(1, attempts));
            }
            return more;
        }

        /** Performs one attempt without limits, and counts nothing. */
        boolean performOnce() throws InterruptedException {
            try {
                Attempt attempt = pool.attempt(turn, originNs);
                last = pool.offer(attempt) ? ended(await(attempt, Long.MAX_VALUE)) : QUEUE_FULL;
            } finally {
                turn.record(operation(turn), sentNs, outcome(), Math.max(1, attempts));
            }
            return more;
        }

        private void attempt() throws InterruptedException {
            Permission permission =
                    breaker.map(circuit -> circuit.ask(System.nanoTime())).orElse(Permission.SENT);
            if (permission == Permission.REFUSED) {
                counters.circuitOpen.increment();
                last = CIRCUIT_OPEN;
                return;
            }
            try {
                last = sent();
            } finally {
                breaker.ifPresent(circuit -> circuit.ended(permission, last instanceof Outcome.Ok, System.nanoTime()));
            }
        }

        private Outcome sent() throws InterruptedException {
            Attempt attempt = pool.attempt(turn, originNs);
            if (!pool.offer(attempt)) {
                counters.queueFull.increment();
                return QUEUE_FULL;
            }
            counters.attempts.increment();
            return policy.hedge().isPresent()
                    ? hedged(attempt, policy.hedge().get())
                    : ended(await(attempt, policy.timeout().toNanos()));
        }

        /** Waits for an attempt, and from some time on for a second one as well. */
        private Outcome hedged(Attempt first, HedgeRule rule) throws InterruptedException {
            long untilNs = System.nanoTime() + policy.timeout().toNanos();
            Attempt second = awaitEnd(first, rule.after().toNanos()) == null ? second() : null;
            return second == null
                    ? ended(await(first, untilNs - System.nanoTime()))
                    : ended(new AttemptPair(first, second), untilNs);
        }

        private @Nullable AttemptEnd awaitEnd(Attempt attempt, long limitNs) throws InterruptedException {
            try {
                return attempt.awaitEnd(limitNs);
            } catch (InterruptedException e) {
                throw interrupted(e, attempt);
            }
        }

        /** Sends the second attempt, if the budget has a retry for it and the queue has room. */
        private @Nullable Attempt second() {
            if (turn.stopping() || !budget.spend()) {
                return null;
            }
            Attempt attempt = pool.attempt(turn, originNs);
            if (!pool.offer(attempt)) {
                counters.queueFull.increment();
                return null;
            }
            counters.attempts.increment();
            counters.hedges.increment();
            return attempt;
        }

        /** Returns the outcome of the first success of two attempts; of the second one if neither succeeds in time. */
        private Outcome ended(AttemptPair pair, long untilNs) throws InterruptedException {
            try {
                pair.await(untilNs);
            } catch (InterruptedException e) {
                throw interrupted(e, pair.first(), pair.second());
            }
            Attempt winner = pair.winner();
            if (winner == null) {
                Outcome one = ended(pair.first().giveUp());
                Outcome other = ended(pair.second().giveUp());
                return one instanceof Outcome.Ok ? one : other;
            }
            if (winner.equals(pair.second())) {
                counters.hedgesWon.increment();
            }
            attempts++;
            pair.other(winner).lose();
            return ended(Objects.requireNonNull(winner.ended(), "the winner of a race has ended"));
        }

        private InterruptedException interrupted(InterruptedException e, Attempt... given) {
            for (Attempt attempt : given) {
                attempt.abandon();
                attempts++;
            }
            last = INTERRUPTED;
            return e;
        }

        private AttemptEnd await(Attempt attempt, long limitNs) throws InterruptedException {
            AttemptEnd found = awaitEnd(attempt, limitNs);
            return found == null ? attempt.giveUp() : found;
        }

        /** Returns the outcome of an attempt. @throws IllegalStateException if the load's own code failed */
        private Outcome ended(AttemptEnd end) {
            return switch (end) {
                case AttemptEnd.Answered answered -> {
                    attempts += answered.attempts();
                    more = answered.more();
                    unknown |= answered.outcome() instanceof Outcome.Unknown;
                    yield answered.outcome();
                }
                case AttemptEnd.GivenUp given -> {
                    counters.timeouts.increment();
                    attempts++;
                    unknown |= given.sent();
                    yield given.sent() ? timedOut : expired;
                }
                case AttemptEnd.Failed failed ->
                    throw new IllegalStateException("a session of the load failed: " + failed.cause(), failed.cause());
            };
        }

        /** Returns whether to send the request again, after the wait before that. */
        private boolean again() throws InterruptedException {
            if (retries == policy.retries().most() || !retryable() || turn.stopping()) {
                return false;
            }
            if (!budget.spend()) {
                counters.budgetSpent.increment();
                last = kind(last) == ErrorKind.CLIENT ? BUDGET_SPENT : last;
                return false;
            }
            retries++;
            return pause(waitNs());
        }

        private boolean retryable() {
            return switch (kind(last)) {
                case CLIENT -> !last.equals(CIRCUIT_OPEN);
                case CONNECTION, TIMEOUT, OVERLOAD, SERIALIZATION, DEADLOCK -> true;
                case CONSTRAINT, DATA, CORRUPTION, LATE, UNFINISHED, OTHER -> false;
            };
        }

        private long waitNs() {
            RetryRule rule = policy.retries();
            double boundNs = Math.min(
                    (double) rule.maxBackoff().toNanos(), rule.backoff().toNanos() * Math.pow(2, retries - 1));
            return (long) (boundNs * (1 - rule.jitter() * random.nextDouble()));
        }

        /** Waits that long, or until the run is ending: then false. */
        private boolean pause(long nanoseconds) throws InterruptedException {
            for (long leftNs = nanoseconds; leftNs > 0 && !turn.stopping(); leftNs -= SLICE.toNanos()) {
                Thread.sleep(Duration.ofNanos(Math.min(leftNs, SLICE.toNanos())));
            }
            return !turn.stopping();
        }

        /** Returns the outcome of the request: unknown if an attempt may be applied although the last one was refused. */
        private Outcome outcome() {
            return last instanceof Outcome.Refused refused && unknown
                    ? new Outcome.Unknown(refused.error(), refused.message())
                    : last;
        }
    }

    /** Pair of attempts of one request that run at the same time. */
    private record AttemptPair(Attempt first, Attempt second) {
        /** Waits until one of them has succeeded, or both have ended, or until this value of {@link System#nanoTime}. */
        void await(long untilNs) throws InterruptedException {
            first.awaitEither(second, untilNs - System.nanoTime());
            if (winner() == null) {
                (first.ended() == null ? first : second).awaitEnd(untilNs - System.nanoTime());
            }
        }

        /** Returns the attempt whose end decides: a success, or a failure of the load's own code; null if there is none yet. */
        @Nullable
        Attempt winner() {
            return decides(first) ? first : decides(second) ? second : null;
        }

        Attempt other(Attempt one) {
            return one.equals(first) ? second : first;
        }

        private static boolean decides(Attempt attempt) {
            AttemptEnd end = attempt.ended();
            return end instanceof AttemptEnd.Failed
                    || (end instanceof AttemptEnd.Answered answered && answered.outcome() instanceof Outcome.Ok);
        }
    }

    private static ErrorKind kind(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> throw new IllegalArgumentException(ok + " is no error");
            case Outcome.Refused refused -> refused.error().kind();
            case Outcome.Unknown lost -> lost.error().kind();
        };
    }

    /**
     * Budget of retries, a bucket of tokens: each request adds a share of a retry, each retry takes a whole one, and a few are saved. May be
     * used by several threads.
     */
    static final class RetryBudget {
        private static final long RETRY = 1_000_000;
        private static final long MOST = 10 * RETRY;

        private final boolean limited;
        private final long share;
        private final AtomicLong saved = new AtomicLong(MOST);

        /** @param share retries per request; empty: without limit */
        RetryBudget(OptionalDouble share) {
            this.limited = share.isPresent();
            this.share = Math.round(share.orElse(0) * RETRY);
        }

        void earn() {
            if (limited) {
                saved.getAndUpdate(tokens -> Math.min(MOST, tokens + share));
            }
        }

        /** Takes one retry. @return false if there is none */
        boolean spend() {
            return !limited || saved.getAndUpdate(tokens -> tokens < RETRY ? tokens : tokens - RETRY) >= RETRY;
        }
    }
}
