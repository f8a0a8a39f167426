package squall.scenario.expect;

/** What can be expected of a phase or a run. */
public enum ExpectationMeasure {
    /** Acknowledged writes that are gone at the end. */
    LOST_ACKS("lostAcks", Kind.COUNT),
    /** Rows that were never written, or that were refused. */
    PHANTOMS("phantoms", Kind.COUNT),
    /** Stale reads and lost updates. */
    REGISTER_VIOLATIONS("registerViolations", Kind.COUNT),
    /** Reads in which money was made or lost. */
    BANK_VIOLATIONS("bankViolations", Kind.COUNT),
    /** Updates of the counter that were lost, or never made. */
    COUNTER_VIOLATIONS("counterViolations", Kind.COUNT),
    /** Checks of the load's own that failed, for example TPC-C's conditions. */
    LOAD_FLAWS("loadFlaws", Kind.COUNT),
    /** Without success, in the worst lane. */
    MAX_UNAVAILABLE("maxUnavailable", Kind.TIME),
    /** Answered well and in time, of all that was due. */
    AVAILABILITY("availability", Kind.SHARE),
    /** From healing. */
    TIME_TO_BASELINE("timeToBaseline", Kind.TIME),
    /** From the first injection. */
    TIME_TO_BASELINE_FROM_INJECT("timeToBaselineFromInject", Kind.TIME),
    /** Of the phase as a whole, disturbed and recovering. */
    GOODPUT("goodput", Kind.THROUGHPUT),
    /** Half of the operations were faster, from when they were due. */
    P50("p50", Kind.LATENCY),
    P99("p99", Kind.LATENCY),
    /** Of the baseline to the disturbed window, as roachtest computes them. */
    IMPACT_TPUT("impact.tput", Kind.RATIO),
    IMPACT_P50("impact.p50", Kind.RATIO),
    IMPACT_P99("impact.p99", Kind.RATIO);

    /** What its figures are, and on which side of a limit they are good. */
    public enum Kind {
        /** A whole number; at most. */
        COUNT,
        /** Seconds; at most. */
        TIME,
        /** Seconds, or times the baseline's; at most. */
        LATENCY,
        /** A number; at most. */
        RATIO,
        /** In [0, 1]; at least. */
        SHARE,
        /** Operations per second, or times the baseline's; at least. */
        THROUGHPUT;

        /** Whether a figure is good from its limit upward; else downward. */
        boolean atLeast() {
            return this == SHARE || this == THROUGHPUT;
        }
    }

    private final String key;
    private final Kind kind;

    ExpectationMeasure(String key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    /** As users write it; a point stands for a map in a map. */
    public String key() {
        return key;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether it is about the data, and so known at the end of the run only: missed, it is a failed check of the data. */
    public boolean data() {
        return kind == Kind.COUNT;
    }
}
