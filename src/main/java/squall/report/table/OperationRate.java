package squall.report.table;

/** Throughput and mean latency of one operation. */
public record OperationRate(double perSecond, double meanMs) {
    /** Beyond this share figures cannot be reconciled by their rounding. */
    private static final double ROUNDING = 0.05;

    /** Operations under way at a time, by Little's law: N = X R. */
    public double inFlight() {
        return perSecond * meanMs / 1000;
    }

    /** By which share more was in flight than so many threads of a closed loop can have. */
    public double over(long threads) {
        return inFlight() / threads - 1;
    }

    /** Whether a closed loop of so many threads can have measured this: each has one operation under way, and no more. */
    public boolean possible(long threads) {
        return over(threads) <= ROUNDING;
    }
}
