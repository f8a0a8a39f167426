package squall.report.compare;

import squall.system.HumanNumbers;

/**
 * The value of a metric in one run.
 *
 * @param atLeast whether it is a lower bound: how long was watched without seeing the end
 */
public record MetricReading(ComparedMetric metric, double value, boolean atLeast) {
    /** What its rank follows: a lower bound is longer than everything that was seen to end. */
    double ranked() {
        return atLeast ? Double.POSITIVE_INFINITY : value;
    }

    public String text() {
        return (atLeast ? "> " : "") + HumanNumbers.amount(value);
    }
}
