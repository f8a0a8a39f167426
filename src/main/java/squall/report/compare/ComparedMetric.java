package squall.report.compare;

import java.util.Locale;
import squall.system.HumanNumbers;

/**
 * A number that each run has one of.
 *
 * @param key its name in files and options: {@code steady.p99_ms}
 * @param unit empty if it has none
 * @param primary whether it is compared by default
 */
public record ComparedMetric(String key, String unit, MetricKind kind, boolean primary) {
    /** What a metric tells of, which decides in which direction it is good, and from which difference on anybody cares. */
    public enum MetricKind {
        THROUGHPUT(true, true, 0.05),
        LATENCY(false, true, 0.10),
        /** How long until it was normal again. */
        RECOVERY(false, true, 0.10),
        /** In percent. */
        AVAILABILITY(true, false, 0.1),
        /** In percent. */
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

        /** Whether differences are shares of the first side's value; else they are points of percent. */
        public boolean relative() {
            return relative;
        }

        /** The default minimum effect: a share, or percentage points. */
        public double leastEffect() {
            return leastEffect;
        }

        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

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
}
