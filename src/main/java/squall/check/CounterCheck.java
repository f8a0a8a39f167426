package squall.check;

import java.util.concurrent.atomic.LongAdder;
import squall.spi.Outcome;

/**
 * A number that many sessions raise by one at the same time, each by reading it and writing one more within one transaction. Every update
 * that was acknowledged must be in it, one whose outcome is unknown may be, and nothing else is. An acknowledged update that is missing
 * was lost: another transaction had read the same number. Safe for use by many threads.
 */
public final class CounterCheck {
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unknown = new LongAdder();

    /** One update has ended so. */
    public void ended(Outcome outcome) {
        switch (outcome) {
            case Outcome.Ok ok -> add(1, 0);
            case Outcome.Refused refused -> {}
            case Outcome.Unknown perhaps -> add(0, 1);
        }
    }

    /** So many updates more were acknowledged, and of so many more the outcome is unknown. */
    public void add(long moreAcknowledged, long moreUnknown) {
        acknowledged.add(moreAcknowledged);
        unknown.add(moreUnknown);
    }

    /** How many were acknowledged. */
    public long acknowledged() {
        return acknowledged.sum();
    }

    /**
     * What is wrong, once all sessions have ended.
     *
     * @param raised by how much the number has grown since the first update
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

    /** The same as part of a check. @return the counts behind the verdict; empty where those of the flaw say it all */
    public String judge(long raised, DataCheck check) {
        DataAnomalies anomalies = judge(raised);
        check.examined(acknowledged.sum());
        check.wrong(anomalies);
        return anomalies.none() ? counts(raised) : "";
    }

    /** One line. @param raised as in {@link #judge(long)} */
    public String counts(long raised) {
        return acknowledged + " updates acknowledged" + (unknown.sum() == 0 ? "" : ", " + unknown + " unknown")
                + "; the counter was incremented by " + raised;
    }
}
