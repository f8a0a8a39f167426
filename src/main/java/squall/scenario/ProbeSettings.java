package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.expect.ExpectationMeasure;

/**
 * The probes that check, in parallel to the load, whether the database responds and keeps what it acknowledged; each has its own
 * connections.
 */
public record ProbeSettings(
        Optional<Lanes> lanes,
        Optional<Ledger> ledger,
        Optional<Register> register,
        Optional<Bank> bank,
        Optional<Counter> counter,
        Optional<Isolation> isolation) {
    /** Only the load is looked at. */
    public static final ProbeSettings NONE =
            new ProbeSettings(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Without transactions whose isolation is judged. */
    public ProbeSettings(
            Optional<Lanes> lanes,
            Optional<Ledger> ledger,
            Optional<Register> register,
            Optional<Bank> bank,
            Optional<Counter> counter) {
        this(lanes, ledger, register, bank, counter, Optional.empty());
    }

    /** Without a counter. */
    public ProbeSettings(
            Optional<Lanes> lanes, Optional<Ledger> ledger, Optional<Register> register, Optional<Bank> bank) {
        this(lanes, ledger, register, bank, Optional.empty());
    }

    /**
     * One key for each node, written and read again and again: whose leader is gone shows here.
     *
     * @param perSecond of each lane
     * @param timeout after which an answer no longer counts
     */
    public record Lanes(int perNode, double perSecond, Duration timeout) {
        public Lanes {
            ValueChecks.atLeast("probes.lanes.perNode", 1, perNode);
            ValueChecks.perSecond("probes.lanes.rate", perSecond);
            ValueChecks.positive("probes.lanes.timeout", timeout);
        }
    }

    /** Rows that are only inserted; at the end all that were acknowledged must be there. @param perSecond of all writers together */
    public record Ledger(int writers, double perSecond) {
        public Ledger {
            ValueChecks.atLeast("probes.ledger.writers", 1, writers);
            ValueChecks.perSecond("probes.ledger.rate", perSecond);
        }
    }

    /** Rows whose version only rises: a stale read or a lost update shows here. @param perSecond of all keys together */
    public record Register(int keys, double perSecond, RegisterMode mode) {
        public Register {
            ValueChecks.atLeast("probes.register.keys", 1, keys);
            ValueChecks.perSecond("probes.register.rate", perSecond);
        }

        /** How fresh a read must be. */
        public enum RegisterMode {
            /** A read that began after a version was acknowledged sees it. */
            LINEARIZABLE,
            /** A session sees what it saw before. */
            SESSION
        }
    }

    /** Money moved between accounts; the sum stays. @param perSecond transfers */
    public record Bank(int accounts, double perSecond) {
        public Bank {
            ValueChecks.atLeast("probes.bank.accounts", 2, accounts);
            ValueChecks.perSecond("probes.bank.rate", perSecond);
        }
    }

    /** One number that all sessions raise by read and write; an update that another one overwrites shows here. @param perSecond of all sessions together */
    public record Counter(int sessions, double perSecond) {
        public Counter {
            ValueChecks.atLeast("probes.counter.sessions", 2, sessions);
            ValueChecks.perSecond("probes.counter.rate", perSecond);
        }
    }

    /**
     * Transactions on a few keys, sent by all sessions at the same moments and recorded: which anomalies the database lets through shows
     * here.
     *
     * @param perSecond of all sessions together
     * @param level of isolation that is asked for; the server's default without
     * @param expectation of the database, as it is configured
     */
    public record Isolation(
            int sessions, int keys, double perSecond, Optional<Level> level, IsolationExpectation expectation) {
        public Isolation {
            ValueChecks.atLeast("probes.isolation.sessions", 2, sessions);
            ValueChecks.atLeast("probes.isolation.keys", 1, keys);
            ValueChecks.perSecond("probes.isolation.rate", perSecond);
        }

        /** What a transaction asks for. */
        public enum Level {
            READ_COMMITTED,
            REPEATABLE_READ,
            SERIALIZABLE
        }
    }

    /** The missing probe that would measure this. */
    Optional<String> missingFor(ExpectationMeasure measure) {
        return switch (measure) {
            case LOST_ACKS, PHANTOMS -> unless(ledger.isPresent(), "ledger");
            case REGISTER_VIOLATIONS -> unless(register.isPresent(), "register");
            case BANK_VIOLATIONS -> unless(bank.isPresent(), "bank");
            case COUNTER_VIOLATIONS -> unless(counter.isPresent(), "counter");
            case MAX_UNAVAILABLE -> unless(lanes.isPresent(), "lanes");
            // The load itself measures these.
            case LOAD_FLAWS,
                    AVAILABILITY,
                    TIME_TO_BASELINE,
                    TIME_TO_BASELINE_FROM_INJECT,
                    GOODPUT,
                    P50,
                    P99,
                    IMPACT_TPUT,
                    IMPACT_P50,
                    IMPACT_P99 -> Optional.empty();
        };
    }

    private static Optional<String> unless(boolean there, String probe) {
        return there ? Optional.empty() : Optional.of(probe);
    }
}
