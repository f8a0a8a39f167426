package squall.adversity.probe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import squall.check.DataAnomalies;
import squall.check.DataAnomaly;
import squall.check.DataCheck;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/**
 * Finding of one probe.
 *
 * @param probe {@code ledger}, {@code register}, {@code bank}, {@code counter} or {@code isolation}
 * @param counts how often each anomaly was found; only those that were
 */
public record ProbeFinding(String probe, CheckResult check, Map<DataAnomaly, Long> counts) {
    public ProbeFinding {
        counts = Map.copyOf(counts);
    }

    /** Returns whether nothing is left to be inspected. */
    boolean sound() {
        return counts.isEmpty() && check.verdict() != Verdict.UNDECIDED && check.verdict() != Verdict.FAILED;
    }

    /** Creates the finding of a check that no probe made. */
    public static ProbeFinding of(CheckResult check) {
        return of(check, new DataAnomalies());
    }

    /** Creates the finding of a probe's check, with the anomalies behind it. */
    static ProbeFinding of(CheckResult check, DataAnomalies anomalies) {
        Map<DataAnomaly, Long> counts = new EnumMap<>(DataAnomaly.class);
        for (DataAnomaly anomaly : DataAnomaly.values()) {
            if (anomalies.count(anomaly) > 0) {
                counts.put(anomaly, anomalies.count(anomaly));
            }
        }
        return new ProbeFinding(check.name(), check, counts);
    }

    /** Creates the finding of a probe that did not run. */
    static ProbeFinding skipped(String probe, String why) {
        return new ProbeFinding(probe, DataCheck.skipped(probe, why), Map.of());
    }

    /** Returns this finding where rows may have been written without a record: such rows do not count against the database. */
    public ProbeFinding forgetting(String why) {
        return counts.keySet().equals(Set.of(DataAnomaly.PHANTOM))
                ? new ProbeFinding(probe, DataCheck.undecided(probe, why + ": " + check.detail()), Map.of())
                : this;
    }

    /** Returns this finding where the database is configured so that it may lose acknowledged writes. */
    ProbeFinding allowed(String why) {
        boolean onlyLost = counts.keySet().equals(Set.of(DataAnomaly.LOST));
        return onlyLost ? new ProbeFinding(probe, DataCheck.allowed(check, why), counts) : this;
    }
}
