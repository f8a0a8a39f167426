package squall.ycsb.upstream;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.Status;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.Outcome;

/** What a workload with {@code dataintegrity=true} found in the rows it read. Used by all sessions at once. */
final class RowsVerified {
    private final LongAdder right = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder unread = new LongAdder();

    void add(Outcome outcome) {
        if (outcome instanceof Outcome.Ok) {
            right.increment();
        } else if (outcome.code().equals(Status.UNEXPECTED_STATE.getName())) {
            wrong.increment();
        } else {
            unread.increment();
        }
    }

    /** Empty if no row was looked at. */
    List<CheckResult> result() {
        long all = right.sum() + wrong.sum() + unread.sum();
        return all == 0 ? List.of() : List.of(DataCheck.recorded("dataintegrity", "rows", this::judged));
    }

    private String judged(DataCheck check) {
        String counts = right.sum() + " rows as written, " + wrong.sum() + " with other content, " + unread.sum()
                + " that gave nothing to compare";
        check.examined(right.sum() + wrong.sum());
        if (wrong.sum() > 0) {
            check.wrong(counts);
            return "";
        }
        if (unread.sum() > 0) {
            check.undecided(counts);
        }
        return counts;
    }
}
