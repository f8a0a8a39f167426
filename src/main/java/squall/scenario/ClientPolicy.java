package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Policy by which a client limits, repeats and gives up its requests, as applications do.
 *
 * @param timeout of each attempt; the statement of an attempt that was given up is not cancelled in the database
 * @param limits numbers of requests and attempts that the client holds
 * @param breaker empty: attempts are sent however many have failed
 * @param hedge empty: there is one attempt at a time
 */
public record ClientPolicy(
        Duration timeout,
        RetryRule retries,
        ClientLimits limits,
        Optional<CircuitBreakerRule> breaker,
        Optional<HedgeRule> hedge) {
    public ClientPolicy {
        ValueChecks.positive("load.clientPolicy.timeout", timeout);
        hedge.ifPresent(rule -> ValueChecks.require(
                rule.after().compareTo(timeout) < 0,
                "load.clientPolicy.hedge.after",
                "shorter than load.clientPolicy.timeout",
                ValueChecks.text(rule.after())));
    }

    /** Creates a policy without second attempts at the same time. */
    public ClientPolicy(
            Duration timeout, RetryRule retries, ClientLimits limits, Optional<CircuitBreakerRule> breaker) {
        this(timeout, retries, limits, breaker, Optional.empty());
    }

    /**
     * Rule for a second attempt while a slow one goes on; the first success of both counts (Dean and Barroso 2013: hedged requests).
     *
     * @param after time without an answer, from when the first attempt entered the queue
     */
    public record HedgeRule(Duration after) {
        public HedgeRule {
            ValueChecks.positive("load.clientPolicy.hedge.after", after);
        }
    }

    /**
     * Rule for the attempts after the first.
     *
     * @param most number of them in one request
     * @param backoff longest wait before the first of them; each further one may wait twice as long
     * @param maxBackoff longest wait of all
     * @param jitter share of each wait that is random: 0 none, 1 all of it
     * @param budget retries per request over all requests together; empty: without limit
     */
    public record RetryRule(int most, Duration backoff, Duration maxBackoff, double jitter, OptionalDouble budget) {
        /** Longest wait where a policy does not give one. */
        public static final Duration LONGEST = Duration.ofSeconds(1);

        private static final int MOST = 100;

        public RetryRule {
            ValueChecks.require(
                    most >= 0 && most <= MOST, "load.clientPolicy.retries", "in [0, " + MOST + "]", "" + most);
            ValueChecks.notNegative("load.clientPolicy.backoff", backoff);
            ValueChecks.notNegative("load.clientPolicy.maxBackoff", maxBackoff);
            ValueChecks.require(
                    maxBackoff.compareTo(backoff) >= 0,
                    "load.clientPolicy.maxBackoff",
                    "at least as long as load.clientPolicy.backoff",
                    ValueChecks.text(maxBackoff));
            ValueChecks.require(
                    jitter >= 0 && jitter <= 1, "load.clientPolicy.jitter", "a number in [0, 1]", "" + jitter);
            budget.ifPresent(share -> ValueChecks.require(
                    share > 0 && share <= 1, "load.clientPolicy.retryBudget", "a number in (0, 1]", "" + share));
        }
    }

    /**
     * Set of limits of the client.
     *
     * @param inFlight number of requests at a time; more are sent late
     * @param queue number of attempts that wait for a session; more are refused
     * @param dropExpired whether an attempt that was given up while it waited is dropped, instead of performed in vain
     */
    public record ClientLimits(int inFlight, int queue, boolean dropExpired) {
        /** Limits where a policy does not give them. */
        public static final ClientLimits DEFAULT = new ClientLimits(1_000, 100_000, false);

        private static final int MOST_IN_FLIGHT = 100_000;
        private static final int MOST_QUEUED = 10_000_000;

        public ClientLimits {
            ValueChecks.require(
                    inFlight >= 1 && inFlight <= MOST_IN_FLIGHT,
                    "load.clientPolicy.inFlight",
                    "in [1, " + MOST_IN_FLIGHT + "]",
                    "" + inFlight);
            ValueChecks.require(
                    queue >= 1 && queue <= MOST_QUEUED,
                    "load.clientPolicy.queue",
                    "in [1, " + MOST_QUEUED + "]",
                    "" + queue);
        }
    }

    /**
     * Rule of a circuit breaker.
     *
     * @param failureShare of the last attempts that opens it, in (0, 1]
     * @param calls number of last attempts that are looked at
     * @param open time for which no attempt is sent; then one is tried
     */
    public record CircuitBreakerRule(double failureShare, int calls, Duration open) {
        private static final int MOST_CALLS = 100_000;

        public CircuitBreakerRule {
            ValueChecks.require(
                    failureShare > 0 && failureShare <= 1,
                    "load.clientPolicy.circuitBreaker.failureShare",
                    "a number in (0, 1]",
                    "" + failureShare);
            ValueChecks.require(
                    calls >= 1 && calls <= MOST_CALLS,
                    "load.clientPolicy.circuitBreaker.calls",
                    "in [1, " + MOST_CALLS + "]",
                    "" + calls);
            ValueChecks.positive("load.clientPolicy.circuitBreaker.open", open);
        }
    }
}
