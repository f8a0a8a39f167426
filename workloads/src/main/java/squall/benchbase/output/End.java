package squall.benchbase.output;

import squall.spi.Outcome;

/** How a request ended, in the classes that BenchBase counts. */
enum End {
    /** Acknowledged. */
    COMPLETED("Completed Transactions"),
    /** Rolled back on purpose: the 1 % of New-Orders with an item that does not exist. */
    ABORTED("Aborted Transactions"),
    /** Refused, also after all retries, which BenchBase reports nowhere. */
    UNEXPECTED("Unexpected SQL Errors"),
    /** May have been applied. */
    UNKNOWN("Unknown Status Transactions");

    private static final String ROLLED_BACK = "ROLLED_BACK";

    private final String title;

    End(String title) {
        this.title = title;
    }

    /** BenchBase's heading of the block of counts, without its colon. */
    String title() {
        return title;
    }

    static End of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> ok.code().equals(ROLLED_BACK) ? ABORTED : COMPLETED;
            case Outcome.Refused refused -> UNEXPECTED;
            case Outcome.Unknown unknown -> UNKNOWN;
        };
    }
}
