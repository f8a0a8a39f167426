package squall.report.table;

/**
 * Efficiency of TPC-C: the share reached of the maximum throughput. The maximum follows from the keying and think times, not from the
 * database.
 */
public final class TpccEfficiency {
    /** Maximum of New-Orders a minute and warehouse in the specification (4.1.3); nearly reached with weights 45, 43, 4, 4, 4. */
    public static final double SPECIFIED = 12.86;

    /** Maximum with a deck of 23 cards: ten terminals, each with ten New-Orders in 476 seconds. */
    public static final double OF_A_DECK = 10 * 10 * 60 / 476.0;

    /** Minimum efficiency with which a run passes, as CockroachDB's workload judges. */
    public static final double PASSING_PERCENT = 85;

    /** Maximum plausible efficiency; above it waits are missing: the usual weights allow 100.03 %, and chance a little more. */
    public static final double MOST_PERCENT = 101;

    private TpccEfficiency() {}

    /** @param most {@link #SPECIFIED} or {@link #OF_A_DECK}; print which */
    public static double percent(double tpmC, long warehouses, double most) {
        return 100 * tpmC / (most * warehouses);
    }
}
