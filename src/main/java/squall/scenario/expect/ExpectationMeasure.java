package squall.scenario.expect;

/** What can be expected of a phase or a run. */
public enum ExpectationMeasure {
    /** Acknowledged writes that are gone at the end. */
    LOST_ACKS("lostAcks", MeasureKind.COUNT),
    /** Rows that were never written, or that were refused. */
    PHANTOMS("phantoms", MeasureKind.COUNT),
    /** Stale reads and lost updates. */
    REGISTER_VIOLATIONS("registerViolations", MeasureKind.COUNT),
    /** Reads in which money was made or lost. */
    BANK_VIOLATIONS("bankViolations", MeasureKind.COUNT),
    /** Updates of the counter that were lost, or never made. */
    COUNTER_VIOLATIONS("counterViolations", MeasureKind.COUNT),
    /** Checks of the load's own that failed, for example TPC-C's conditions. */
    LOAD_FLAWS("loadFlaws", MeasureKind.COUNT),
    /** Without success, in the worst lane. */
    MAX_UNAVAILABLE("maxUnavailable", MeasureKind.TIME),
    /** Answered well and in time, of all that was due. */
    AVAILABILITY("availability", MeasureKind.SHARE),
    /** From healing. */
    TIME_TO_BASELINE("timeToBaseline", MeasureKind.TIME),
    /** From the first injection. */
    TIME_TO_BASELINE_FROM_INJECT("timeToBaselineFromInject", MeasureKind.TIME),
    /** Of the phase as a whole, disturbed and recovering. */
    GOODPUT("goodput", MeasureKind.THROUGHPUT),
    /** Half of the operations were faster, from when they were due. */
    P50("p50", MeasureKind.LATENCY),
    P99("p99", MeasureKind.LATENCY),
    /** Of the baseline to the disturbed window, as roachtest computes them. */
    IMPACT_TPUT("impact.tput", MeasureKind.RATIO),
    IMPACT_P50("impact.p50", MeasureKind.RATIO),
    IMPACT_P99("impact.p99", MeasureKind.RATIO);

    /** What its figures are, and on which side of a limit they are good. */
    public enum MeasureKind {
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
    private final MeasureKind kind;

    ExpectationMeasure(String key, MeasureKind kind) {
        this.key = key;
        this.kind = kind;
    }

    /** As users write it; a point stands for a map in a map. */
    public String key() {
        return key;
    }

    public MeasureKind kind() {
        return kind;
    }

    /** Whether it is about the data, and so known at the end of the run only: missed, it is a failed check of the data. */
    public boolean data() {
        return kind == MeasureKind.COUNT;
    }
}
