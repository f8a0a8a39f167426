package squall.scenario.expect;

/** Measure that a phase or a run can have an expectation of. */
public enum ExpectationMeasure {
    /** Number of acknowledged writes that are missing at the end. */
    LOST_ACKS("lostAcks", MeasureKind.COUNT),
    /** Number of rows that were never written, or that were refused. */
    PHANTOMS("phantoms", MeasureKind.COUNT),
    /** Number of stale reads and lost updates. */
    REGISTER_VIOLATIONS("registerViolations", MeasureKind.COUNT),
    /** Number of reads in which the sum of the accounts was wrong. */
    BANK_VIOLATIONS("bankViolations", MeasureKind.COUNT),
    /** Number of counter updates that were lost or phantom. */
    COUNTER_VIOLATIONS("counterViolations", MeasureKind.COUNT),
    /** 1 if the isolation of the probe's transactions is not what was asked for, else 0: its verdict is not a number. */
    ISOLATION_VIOLATIONS("isolationViolations", MeasureKind.COUNT),
    /** Number of the load's own checks that failed, for example TPC-C's conditions. */
    LOAD_FLAWS("loadFlaws", MeasureKind.COUNT),
    /** Longest time without success in any lane. */
    MAX_UNAVAILABLE("maxUnavailable", MeasureKind.TIME),
    /** Share of the due operations that were acknowledged in time. */
    AVAILABILITY("availability", MeasureKind.SHARE),
    /** Time from healing to the baseline. */
    TIME_TO_BASELINE("timeToBaseline", MeasureKind.TIME),
    /** Time from the first injection to the baseline. */
    TIME_TO_BASELINE_FROM_INJECT("timeToBaselineFromInject", MeasureKind.TIME),
    /** Goodput of the whole phase, disturbed and recovering. */
    GOODPUT("goodput", MeasureKind.THROUGHPUT),
    /** Median latency, from when operations were due. */
    P50("p50", MeasureKind.LATENCY),
    P99("p99", MeasureKind.LATENCY),
    /** Impact on throughput: baseline to disturbed window, as roachtest computes it. */
    IMPACT_TPUT("impact.tput", MeasureKind.RATIO),
    IMPACT_P50("impact.p50", MeasureKind.RATIO),
    IMPACT_P99("impact.p99", MeasureKind.RATIO);

    /** Kind of a measure: its unit, and whether its limit is an upper or a lower bound. */
    public enum MeasureKind {
        /** Whole number with an upper bound. */
        COUNT,
        /** Time in seconds with an upper bound. */
        TIME,
        /** Latency in seconds, or a multiple of the baseline's, with an upper bound. */
        LATENCY,
        /** Ratio with an upper bound. */
        RATIO,
        /** Share in [0, 1] with a lower bound. */
        SHARE,
        /** Operations per second, or a multiple of the baseline's, with a lower bound. */
        THROUGHPUT;

        /** Returns whether the limit is a lower bound. */
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

    /** Returns the key used in YAML; a point separates a map's key from the key inside it. */
    public String key() {
        return key;
    }

    public MeasureKind kind() {
        return kind;
    }

    /**
     * Returns whether the measure concerns the data, and so is known at the end of the run only: if missed, it is a failed check of the
     * data.
     */
    public boolean data() {
        return kind == MeasureKind.COUNT;
    }
}
