package squall.report.compare;

import java.util.Locale;
import squall.system.HumanNumbers;

/**
 * Metric of which each run has one value.
 *
 * @param key its name in files and options: {@code steady.p99_ms}
 * @param unit empty if it has none
 * @param primary whether it is compared by default
 */
public record ComparedMetric(String key, String unit, MetricKind kind, boolean primary) {
    /** Kind of a metric, which decides in which direction it is good, and the minimum difference that matters. */
    public enum MetricKind {
        THROUGHPUT(true, true, 0.05),
        LATENCY(false, true, 0.10),
        /** Recovery time. */
        RECOVERY(false, true, 0.10),
        /** Availability in percent. */
        AVAILABILITY(true, false, 0.1),
        /** Failures: a percentage, or a count of an imported run. */
        FAILURES(false, false, 0.1);

        private final boolean highIsGood;
        private final boolean relative;
        private final double leastEffect;

        MetricKind(boolean highIsGood, boolean relative, double leastEffect) {
            this.highIsGood = highIsGood;
            this.relative = relative;
            this.leastEffect = leastEffect;
        }

        public boolean highIsGood() {
            return highIsGood;
        }

        /** Returns whether differences are shares of the first side's value; else they are in the metric's unit: percentage points. */
        public boolean relative() {
            return relative;
        }

        /** Returns the default minimum effect: a share, or in the metric's unit. */
        public double leastEffect() {
            return leastEffect;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Value of a metric in one run.
     *
     * @param atLeast whether it is a lower bound: the time observed without seeing the end
     */
    public record MetricReading(ComparedMetric metric, double value, boolean atLeast) {
        /** Returns the value for ranks: a lower bound is longer than everything that was seen to end. */
        double ranked() {
            return atLeast ? Double.POSITIVE_INFINITY : value;
        }

        public String text() {
            return (atLeast ? "> " : "") + HumanNumbers.amount(value);
        }
    }
}
