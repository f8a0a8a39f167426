package squall.adversity.probe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import squall.check.DataCheck;
import squall.check.Flaw;
import squall.check.Flaws;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;

/**
 * What one probe found.
 *
 * @param probe {@code ledger}, {@code register}, {@code bank} or {@code counter}
 * @param counts how often each flaw was found; none that was not
 */
public record Finding(String probe, CheckResult check, Map<Flaw, Long> counts) {
    public Finding {
        counts = Map.copyOf(counts);
    }

    /** Whether nothing is left to be looked at. */
    boolean sound() {
        return counts.isEmpty() && check.verdict() != Verdict.UNDECIDED;
    }

    /** What a probe's check came to, with the flaws behind it. */
    static Finding of(CheckResult check, Flaws flaws) {
        Map<Flaw, Long> counts = new EnumMap<>(Flaw.class);
        for (Flaw flaw : Flaw.values()) {
            if (flaws.count(flaw) > 0) {
                counts.put(flaw, flaws.count(flaw));
            }
        }
        return new Finding(check.name(), check, counts);
    }

    /** Nothing was looked at. */
    static Finding skipped(String probe, String why) {
        return new Finding(probe, DataCheck.skipped(probe, why), Map.of());
    }

    /** The same, where rows may have been written that nobody remembers: they are not held against the database. */
    public Finding forgetting(String why) {
        return counts.keySet().equals(Set.of(Flaw.PHANTOM))
                ? new Finding(probe, DataCheck.undecided(probe, why + ": " + check.detail()), Map.of())
                : this;
    }

    /** The same, where the database was configured so that it may lose what it acknowledged. */
    Finding allowed(String why) {
        boolean onlyLost = counts.keySet().equals(Set.of(Flaw.LOST));
        return onlyLost ? new Finding(probe, DataCheck.allowed(check, why), counts) : this;
    }
}
