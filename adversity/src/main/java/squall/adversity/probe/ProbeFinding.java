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
 * What one probe found.
 *
 * @param probe {@code ledger}, {@code register}, {@code bank}, {@code counter} or {@code isolation}
 * @param counts how often each flaw was found; none that was not
 */
public record ProbeFinding(String probe, CheckResult check, Map<DataAnomaly, Long> counts) {
    public ProbeFinding {
        counts = Map.copyOf(counts);
    }

    /** Whether nothing is left to be looked at. */
    boolean sound() {
        return counts.isEmpty() && check.verdict() != Verdict.UNDECIDED && check.verdict() != Verdict.FAILED;
    }

    /** Of what no probe looked at. */
    public static ProbeFinding of(CheckResult check) {
        return of(check, new DataAnomalies());
    }

    /** What a probe's check came to, with the flaws behind it. */
    static ProbeFinding of(CheckResult check, DataAnomalies anomalies) {
        Map<DataAnomaly, Long> counts = new EnumMap<>(DataAnomaly.class);
        for (DataAnomaly anomaly : DataAnomaly.values()) {
            if (anomalies.count(anomaly) > 0) {
                counts.put(anomaly, anomalies.count(anomaly));
            }
        }
        return new ProbeFinding(check.name(), check, counts);
    }

    /** Nothing was looked at. */
    static ProbeFinding skipped(String probe, String why) {
        return new ProbeFinding(probe, DataCheck.skipped(probe, why), Map.of());
    }

    /** The same, where rows may have been written without a record: they do not count against the database. */
    public ProbeFinding forgetting(String why) {
        return counts.keySet().equals(Set.of(DataAnomaly.PHANTOM))
                ? new ProbeFinding(probe, DataCheck.undecided(probe, why + ": " + check.detail()), Map.of())
                : this;
    }

    /** The same, where the database was configured so that it may lose what it acknowledged. */
    ProbeFinding allowed(String why) {
        boolean onlyLost = counts.keySet().equals(Set.of(DataAnomaly.LOST));
        return onlyLost ? new ProbeFinding(probe, DataCheck.allowed(check, why), counts) : this;
    }
}
