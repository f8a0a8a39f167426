package squall.check;

import java.util.concurrent.atomic.LongAdder;
import squall.spi.Outcome;

/**
 * Counter check: many sessions increment one number at the same time, each by a read and a write within one transaction. The number must
 * include every acknowledged update, may include those of unknown outcome, and nothing else. A missing acknowledged update was lost:
 * another transaction had read the same number. Thread-safe.
 */
public final class CounterCheck {
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unknown = new LongAdder();

    /** Counts an update that ended with this outcome. */
    public void ended(Outcome outcome) {
        switch (outcome) {
            case Outcome.Ok ok -> add(1, 0);
            case Outcome.Refused refused -> {}
            case Outcome.Unknown perhaps -> add(0, 1);
        }
    }

    /** Adds to the counts of acknowledged updates and of updates whose outcome is unknown. */
    public void add(long moreAcknowledged, long moreUnknown) {
        acknowledged.add(moreAcknowledged);
        unknown.add(moreUnknown);
    }

    /** Returns the number of acknowledged updates. */
    public long acknowledged() {
        return acknowledged.sum();
    }

    /**
     * Compares the counter with the counts, after all sessions have ended, and returns the anomalies.
     *
     * @param raised growth of the number since the first update
     */
    public DataAnomalies judge(long raised) {
        DataAnomalies anomalies = new DataAnomalies();
        long most = acknowledged.sum() + unknown.sum();
        if (raised < acknowledged.sum()) {
            anomalies.add(
                    DataAnomaly.LOST,
                    acknowledged.sum() - raised,
                    "updates: " + acknowledged + " were acknowledged, but the counter was incremented by " + raised);
        } else if (raised > most) {
            anomalies.add(
                    DataAnomaly.PHANTOM,
                    raised - most,
                    "updates: at most " + most + " were made, but the counter was incremented by " + raised);
        }
        return anomalies;
    }

    /**
     * Compares the counter with the counts as part of a check. @return the counts behind the verdict; empty if the anomalies contain them
     */
    public String judge(long raised, DataCheck check) {
        DataAnomalies anomalies = judge(raised);
        check.examined(acknowledged.sum());
        check.wrong(anomalies);
        return anomalies.none() ? counts(raised) : "";
    }

    /** Describes the counts in one line. @param raised as in {@link #judge(long)} */
    public String counts(long raised) {
        return acknowledged + " updates acknowledged" + (unknown.sum() == 0 ? "" : ", " + unknown + " unknown")
                + "; the counter was incremented by " + raised;
    }
}
