package squall.benchbase.output;

import squall.spi.Outcome;

/** Outcome of a request, in the classes that BenchBase counts. */
enum RequestEnd {
    /** Acknowledged. */
    COMPLETED(0, "Completed Transactions"),
    /** Rolled back on purpose: the 1 % of New-Orders with an item that does not exist (clause 2.4.1.4). */
    ABORTED(1, "Aborted Transactions"),
    /** Refused, also after all retries; BenchBase reports the latter nowhere. */
    UNEXPECTED(2, "Unexpected SQL Errors"),
    /** Unknown: may have been applied. */
    UNKNOWN(3, "Unknown Status Transactions");

    private static final String ROLLED_BACK = "ROLLED_BACK";

    private final int code;
    private final String title;

    RequestEnd(int code, String title) {
        this.code = code;
        this.title = title;
    }

    /** Returns the number that stands for it in a {@link RequestLog.MeasuredRequest} on disk. */
    int code() {
        return code;
    }

    static RequestEnd ofCode(int code) {
        return switch (code) {
            case 0 -> COMPLETED;
            case 1 -> ABORTED;
            case 2 -> UNEXPECTED;
            case 3 -> UNKNOWN;
            default -> throw new IllegalArgumentException("there is no request end with number " + code);
        };
    }

    /** Returns BenchBase's heading of the block of counts, without its colon. */
    String title() {
        return title;
    }

    static RequestEnd of(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> ok.code().equals(ROLLED_BACK) ? ABORTED : COMPLETED;
            case Outcome.Refused refused -> UNEXPECTED;
            case Outcome.Unknown unknown -> UNKNOWN;
        };
    }
}
