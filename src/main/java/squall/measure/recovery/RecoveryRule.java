package squall.measure.recovery;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Recovery rule: a system counts as recovered at the first second from which every window of {@code windowSeconds} within the next
 * {@code heldSeconds} is good. The rule is printed with every figure that depends on it.
 *
 * @param goodput lower bound of a window's goodput
 * @param latency upper bound of its latency; empty: latency does not count
 */
public record RecoveryRule(GoodputBound goodput, Optional<LatencyBound> latency, int windowSeconds, int heldSeconds) {
    /** Rule with tolerances from the noise of the baseline, over 10 s windows held for a minute. */
    public static final RecoveryRule STRICT = new RecoveryRule(
            new GoodputBound(Average.MEDIAN, OptionalDouble.empty()),
            Optional.of(new LatencyBound(OptionalDouble.empty(), Duration.ofMillis(10))),
            10,
            60);

    /** Rule of 95 % of the baseline's goodput as a mean of 5 s, held for 10 s. */
    public static final RecoveryRule THROUGHPUT_95 =
            new RecoveryRule(new GoodputBound(Average.MEAN, OptionalDouble.of(0.95)), Optional.empty(), 5, 10);

    /** Rule that is short enough for a run of minutes. */
    public static final RecoveryRule LAPTOP = given(0.95, 1.5, Duration.ofMillis(10), 2, 10);

    public RecoveryRule {
        if (windowSeconds < 1 || heldSeconds < windowSeconds) {
            throw new IllegalArgumentException("a rule needs 1 <= windowSeconds <= heldSeconds, not windowSeconds "
                    + windowSeconds + ", heldSeconds " + heldSeconds);
        }
    }

    /** Creates a rule with fixed tolerances, for medians of goodput and p99. */
    public static RecoveryRule given(
            double share, double latencyFactor, Duration latencyFloor, int windowSeconds, int heldSeconds) {
        return new RecoveryRule(
                new GoodputBound(Average.MEDIAN, OptionalDouble.of(share)),
                Optional.of(new LatencyBound(OptionalDouble.of(latencyFactor), latencyFloor)),
                windowSeconds,
                heldSeconds);
    }

    /** Returns this rule with another share of goodput and without latency: a rung of the ladder. */
    RecoveryRule at(double share) {
        return new RecoveryRule(
                new GoodputBound(goodput.average, OptionalDouble.of(share)),
                Optional.empty(),
                windowSeconds,
                heldSeconds);
    }

    /** Describes the rule with its thresholds: {@code median of 2 s >= 95.0 % of 398 ok/s, p99 <= 20.4 ms, held 10 s}. */
    public String text(Baseline baseline) {
        String p99 = latency.map(bound -> String.format(Locale.ROOT, ", p99 <= %.1f ms", bound.most(baseline) / 1e3))
                .orElse("");
        return String.format(
                Locale.ROOT,
                "%s of %d s >= %.1f %% of %,.0f ok/s%s, held %d s",
                goodput.average.name().toLowerCase(Locale.ROOT),
                windowSeconds,
                100 * goodput.share(baseline),
                baseline.goodputPerSecond(),
                p99,
                heldSeconds);
    }

    /** Returns whether the goodput of a window can be bad; not if the baseline's noise allows for any. */
    public boolean decides(Baseline baseline) {
        return goodput.share(baseline) > 0;
    }

    /** Returns whether this window is good. */
    boolean good(SecondSeries window, Baseline baseline) {
        return goodput.average.of(window) >= goodput.share(baseline) * baseline.goodputPerSecond()
                && latency.map(bound -> bound.holds(window, baseline)).orElse(true);
    }

    /** Average of the seconds of a window. */
    public enum Average {
        MEAN,
        MEDIAN;

        private double of(SecondSeries window) {
            return switch (this) {
                case MEAN -> window.goodputPerSecond();
                case MEDIAN -> window.medianGoodput();
            };
        }
    }

    /** @param share of the baseline's goodput, in (0, 1]; empty: derived from its noise, at least 5 % less */
    public record GoodputBound(Average average, OptionalDouble share) {
        /** Minimum tolerance if it is derived from the noise. */
        private static final double LEAST_TOLERANCE = 0.05;

        public GoodputBound {
            if (share.isPresent() && !(share.getAsDouble() > 0 && share.getAsDouble() <= 1)) {
                throw new IllegalArgumentException("share must be in (0, 1]: " + share.getAsDouble());
            }
        }

        double share(Baseline baseline) {
            return share.orElse(1 - Math.max(LEAST_TOLERANCE, baseline.goodputNoise()));
        }
    }

    /**
     * Upper bound of p99.
     *
     * @param factor of the baseline's, at least 1; empty: derived from its noise, at least 1.25
     * @param floor above the baseline's, always good
     */
    public record LatencyBound(OptionalDouble factor, Duration floor) {
        private static final double LEAST_TOLERANCE = 0.25;

        public LatencyBound {
            if (factor.isPresent() && !(factor.getAsDouble() >= 1)) {
                throw new IllegalArgumentException("factor must be at least 1: " + factor.getAsDouble());
            }
        }

        /** Returns the bound in microseconds. */
        double most(Baseline baseline) {
            double times = factor.orElse(1 + Math.max(LEAST_TOLERANCE, baseline.latencyNoise()));
            return Math.max(times * baseline.p99Micros(), baseline.p99Micros() + floor.toNanos() / 1e3);
        }

        private boolean holds(SecondSeries window, Baseline baseline) {
            return window.stream().anyMatch(bucket -> !bucket.latencies().isEmpty())
                    && window.latency().getValueAtPercentile(99) <= most(baseline);
        }
    }
}
