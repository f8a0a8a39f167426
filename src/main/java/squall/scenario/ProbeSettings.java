package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.expect.ExpectationMeasure;

/**
 * Settings of the probes that check, in parallel to the load, whether the database responds and keeps what it acknowledged; each has its
 * own connections.
 *
 * @param accord whether the probes' tables over CQL are those of Accord's transactions
 */
public record ProbeSettings(
        Optional<Lanes> lanes,
        Optional<Ledger> ledger,
        Optional<Register> register,
        Optional<Bank> bank,
        Optional<Counter> counter,
        Optional<Isolation> isolation,
        boolean accord) {
    public ProbeSettings {
        if (accord && isolation.flatMap(Isolation::level).isPresent()) {
            throw new IllegalArgumentException(
                    "probes.isolation.level must be left out: all transactions of Accord are strict serializable");
        }
    }

    /** Settings without probes: only the load is measured. */
    public static final ProbeSettings NONE = new ProbeSettings(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false);

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Lanes probe) {
        return new ProbeSettings(Optional.of(probe), ledger, register, bank, counter, isolation, accord);
    }

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Ledger probe) {
        return new ProbeSettings(lanes, Optional.of(probe), register, bank, counter, isolation, accord);
    }

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Register probe) {
        return new ProbeSettings(lanes, ledger, Optional.of(probe), bank, counter, isolation, accord);
    }

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Bank probe) {
        return new ProbeSettings(lanes, ledger, register, Optional.of(probe), counter, isolation, accord);
    }

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Counter probe) {
        return new ProbeSettings(lanes, ledger, register, bank, Optional.of(probe), isolation, accord);
    }

    /** Adds this probe, or replaces the one of its kind. */
    public ProbeSettings with(Isolation probe) {
        return new ProbeSettings(lanes, ledger, register, bank, counter, Optional.of(probe), accord);
    }

    /** Makes the probes' tables over CQL those of Accord's transactions. */
    public ProbeSettings withAccord() {
        return new ProbeSettings(lanes, ledger, register, bank, counter, isolation, true);
    }

    /**
     * Probe of lanes: keys that are periodically written and read, and nodes that are periodically asked.
     *
     * @param perNode keys for each node that can lead one
     * @param perSecond rate of each lane
     * @param timeout after which an answer no longer counts
     */
    public record Lanes(int perNode, double perSecond, Duration timeout) {
        public Lanes {
            ValueChecks.atLeast("probes.lanes.perNode", 1, perNode);
            ValueChecks.perSecond("probes.lanes.rate", perSecond);
            ValueChecks.positive("probes.lanes.timeout", timeout);
        }
    }

    /** Ledger: rows that are only inserted; at the end every acknowledged row must exist. @param perSecond rate of all writers together */
    public record Ledger(int writers, double perSecond) {
        public Ledger {
            ValueChecks.atLeast("probes.ledger.writers", 1, writers);
            ValueChecks.perSecond("probes.ledger.rate", perSecond);
        }
    }

    /** Register: rows whose version only rises; it shows stale reads and lost updates. @param perSecond rate of all keys together */
    public record Register(int keys, double perSecond, RegisterMode mode) {
        public Register {
            ValueChecks.atLeast("probes.register.keys", 1, keys);
            ValueChecks.perSecond("probes.register.rate", perSecond);
        }

        /** Consistency that reads must have. */
        public enum RegisterMode {
            /** Linearizable: a read that began after a version was acknowledged sees it. */
            LINEARIZABLE,
            /** Monotonic reads: a session sees what it saw before. */
            SESSION
        }
    }

    /** Bank: money moved between accounts, whose sum must stay the same. @param perSecond rate of transfers */
    public record Bank(int accounts, double perSecond) {
        public Bank {
            ValueChecks.atLeast("probes.bank.accounts", 2, accounts);
            ValueChecks.perSecond("probes.bank.rate", perSecond);
        }
    }

    /**
     * Counter: a number that all sessions increment by read and write; it shows updates that another one overwrote. @param perSecond rate
     * of all sessions together
     */
    public record Counter(int sessions, double perSecond) {
        public Counter {
            ValueChecks.atLeast("probes.counter.sessions", 2, sessions);
            ValueChecks.perSecond("probes.counter.rate", perSecond);
        }
    }

    /**
     * Isolation probe: transactions on a few keys, sent by all sessions at the same moments and recorded, to find the anomalies that the
     * database allows.
     *
     * @param perSecond rate of all sessions together
     * @param level of isolation that transactions request; empty: the server's default
     * @param expectation of the database, as it is configured
     */
    public record Isolation(
            int sessions, int keys, double perSecond, Optional<Level> level, IsolationExpectation expectation) {
        public Isolation {
            ValueChecks.atLeast("probes.isolation.sessions", 2, sessions);
            ValueChecks.atLeast("probes.isolation.keys", 1, keys);
            ValueChecks.perSecond("probes.isolation.rate", perSecond);
        }

        /** Isolation level that a transaction requests. */
        public enum Level {
            READ_COMMITTED,
            REPEATABLE_READ,
            SERIALIZABLE
        }
    }

    /** Returns the name of the missing probe that would measure this. */
    Optional<String> missingFor(ExpectationMeasure measure) {
        return switch (measure) {
            case LOST_ACKS, PHANTOMS -> unless(ledger.isPresent(), "ledger");
            case REGISTER_VIOLATIONS -> unless(register.isPresent(), "register");
            case BANK_VIOLATIONS -> unless(bank.isPresent(), "bank");
            case COUNTER_VIOLATIONS -> unless(counter.isPresent(), "counter");
            case ISOLATION_VIOLATIONS -> unless(isolation.isPresent(), "isolation");
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
