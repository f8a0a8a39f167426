package squall.measure.recovery;

/** Criteria of recovery: a rule, and the baseline that determines its thresholds. */
public record BaselineCriteria(RecoveryRule rule, Baseline baseline) {
    /** Describes the rule with its thresholds. */
    public String text() {
        return rule.text(baseline);
    }

    /** Returns whether the window that begins with this second is good; all its seconds must be there. */
    boolean good(SecondSeries series, long second) {
        return rule.good(series.between(second, second + rule.windowSeconds()), baseline);
    }

    /** Returns whether the baseline itself is good throughout; otherwise the rule cannot be required of later seconds. */
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
