package squall.tpcc.audit;

import java.util.Locale;
import squall.cli.Figures;
import squall.tpcc.audit.AuditLine.Verdict;

/**
 * What clause 9.2 allows a share decided by chance to be.
 *
 * <p>Honest chance misses narrow limits too if it has few tries: 10,000 New-Orders have less than 0.9 % or more than 1.1 % of rollbacks in
 * 31 of 100 runs. So a share is passed only where honest chance stays within the limits, and failed only where it would not have come.
 *
 * @param what is counted, in words
 * @param expected by the specification, in (0, 1)
 * @param tolerance to both sides
 */
record AllowedShare(String clause, String what, double expected, double tolerance) {
    /** Three standard deviations: honest chance is outside in 3 of 1,000 runs. */
    private static final double SURE = 3;

    AuditLine judge(Draws draws) {
        return new AuditLine(clause, verdict(draws), detail(draws));
    }

    private Verdict verdict(Draws draws) {
        boolean enough = draws.all() >= enough();
        double noise = enough ? 0 : SURE * Math.sqrt(expected * (1 - expected) / draws.all());
        if (Math.abs(draws.share() - expected) > tolerance + noise) {
            return Verdict.FAIL;
        }
        return enough ? Verdict.PASS : Verdict.SKIP;
    }

    private String detail(Draws draws) {
        String wanted = percent(expected - tolerance) + " to " + percent(expected + tolerance) + " % are wanted";
        if (draws.all() == 0) {
            return what + ": none was counted, " + wanted;
        }
        String found = percent(draws.share()) + " % of " + Figures.count(draws.all()) + " " + what + ", " + wanted;
        return verdict(draws) == Verdict.SKIP ? found + "; too few, at least " + Figures.count(enough()) : found;
    }

    /** From so many on honest chance is within the limits. */
    private long enough() {
        return Math.round(expected * (1 - expected) * SURE * SURE / (tolerance * tolerance));
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.2f", share * 100);
    }
}
