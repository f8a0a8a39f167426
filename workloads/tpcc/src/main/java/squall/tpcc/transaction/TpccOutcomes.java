package squall.tpcc.transaction;

import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Outcome;

/** Outcomes that only TPC-C has. */
public final class TpccOutcomes {
    /** The 1 % of New-Orders that must be rolled back were (2.4.1.4): an answer, not an error. */
    public static final Outcome.Ok ROLLED_BACK = new Outcome.Ok("ROLLED_BACK");

    private TpccOutcomes() {}

    /** The database lacks rows that every population has. */
    static Outcome missing(String what) {
        return new Outcome.Refused(new ErrorCode(ErrorKind.DATA, "missing"), what);
    }
}
