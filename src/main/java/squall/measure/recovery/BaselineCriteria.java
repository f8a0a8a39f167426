package squall.measure.recovery;

/** What recovery is measured by: a rule, and the baseline that gives it its numbers. */
public record BaselineCriteria(RecoveryRule rule, Baseline baseline) {
    /** The rule in words and numbers. */
    public String text() {
        return rule.text(baseline);
    }

    /** Whether the window that begins with this second is good; all its seconds must be there. */
    boolean good(SecondSeries series, long second) {
        return rule.good(series.between(second, second + rule.windowSeconds()), baseline);
    }

    /** Whether the baseline itself is good throughout; a rule that it misses can't be asked of what comes after. */
    boolean fitsBaseline() {
        SecondSeries seconds = baseline.seconds();
        for (long second = seconds.from(); second + rule.windowSeconds() <= seconds.to(); second++) {
            if (!good(seconds, second)) {
                return false;
            }
        }
        return true;
    }

    BaselineCriteria at(double share) {
        return new BaselineCriteria(rule.at(share), baseline);
    }
}
