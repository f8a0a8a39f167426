package squall.scenario;

import java.time.Duration;
import java.util.Optional;
import squall.scenario.expect.Measure;

/** What looks beside the load whether the database answers and keeps what it acknowledged; each with connections of its own. */
public record Probes(
        Optional<Lanes> lanes,
        Optional<Ledger> ledger,
        Optional<Register> register,
        Optional<Bank> bank,
        Optional<Counter> counter) {
    /** Only the load is looked at. */
    public static final Probes NONE =
            new Probes(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Without a counter. */
    public Probes(Optional<Lanes> lanes, Optional<Ledger> ledger, Optional<Register> register, Optional<Bank> bank) {
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
            Checks.atLeast("probes.lanes.perNode", 1, perNode);
            Checks.perSecond("probes.lanes.rate", perSecond);
            Checks.positive("probes.lanes.timeout", timeout);
        }
    }

    /** Rows that are only inserted; at the end all that were acknowledged must be there. @param perSecond of all writers together */
    public record Ledger(int writers, double perSecond) {
        public Ledger {
            Checks.atLeast("probes.ledger.writers", 1, writers);
            Checks.perSecond("probes.ledger.rate", perSecond);
        }
    }

    /** Rows whose version only rises: a stale read or a lost update shows here. @param perSecond of all keys together */
    public record Register(int keys, double perSecond, Mode mode) {
        public Register {
            Checks.atLeast("probes.register.keys", 1, keys);
            Checks.perSecond("probes.register.rate", perSecond);
        }

        /** How fresh a read must be. */
        public enum Mode {
            /** A read that began after a version was acknowledged sees it. */
            LINEARIZABLE,
            /** A session sees what it saw before. */
            SESSION
        }
    }

    /** Money moved between accounts; the sum stays. @param perSecond transfers */
    public record Bank(int accounts, double perSecond) {
        public Bank {
            Checks.atLeast("probes.bank.accounts", 2, accounts);
            Checks.perSecond("probes.bank.rate", perSecond);
        }
    }

    /** One number that all sessions raise by read and write; an update that another one overwrites shows here. @param perSecond of all sessions together */
    public record Counter(int sessions, double perSecond) {
        public Counter {
            Checks.atLeast("probes.counter.sessions", 2, sessions);
            Checks.perSecond("probes.counter.rate", perSecond);
        }
    }

    /** The probe that would measure this and is not there. */
    Optional<String> missingFor(Measure measure) {
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
