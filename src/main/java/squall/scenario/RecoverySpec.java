package squall.scenario;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Recovery rule as a scenario specifies it. */
public sealed interface RecoverySpec {
    /** Default rule. */
    RecoverySpec DEFAULT = new Throughput95();

    /** Presets by the names that users write. */
    Map<String, RecoverySpec> PRESETS =
            Map.of("strict", new Strict(), "throughput-95", DEFAULT, "laptop", Given.LAPTOP);

    /** Returns the time for which the system must be good to count as recovered. */
    Duration held();

    static Optional<RecoverySpec> preset(String name) {
        return Optional.ofNullable(PRESETS.get(name));
    }

    /** Rule with tolerances from the noise of the baseline, over 10 s windows held for 60 s. */
    record Strict() implements RecoverySpec {
        @Override
        public Duration held() {
            return Duration.ofSeconds(60);
        }
    }

    /** Rule of 95 % of the baseline's goodput as a mean of 5 s, held for 10 s; latency does not count. */
    record Throughput95() implements RecoverySpec {
        @Override
        public Duration held() {
            return Duration.ofSeconds(10);
        }
    }

    /**
     * Rule with given tolerances.
     *
     * @param window over which goodput and p99 are computed
     * @param held time for which every such window must be good
     * @param share of the baseline's goodput that suffices, in (0, 1]
     * @param latencyFactor multiple of the baseline's p99 that is still good, at least 1
     * @param latencyFloor addition to the baseline's p99 that is always good
     */
    record Given(Duration window, Duration held, double share, double latencyFactor, Duration latencyFloor)
            implements RecoverySpec {
        /** Preset for short runs, and default for tolerances that a rule does not give. */
        public static final Given LAPTOP =
                new Given(Duration.ofSeconds(2), Duration.ofSeconds(10), 0.95, 1.5, Duration.ofMillis(10));

        public Given {
            ValueChecks.wholeSeconds("recovery.window", window);
            ValueChecks.wholeSeconds("recovery.held", held);
            ValueChecks.require(
                    share > 0 && share <= 1, "recovery.share", "a number in (0, 1]", Double.toString(share));
            ValueChecks.require(
                    latencyFactor >= 1 && latencyFactor < Double.POSITIVE_INFINITY,
                    "recovery.latencyFactor",
                    "a number of at least 1",
                    Double.toString(latencyFactor));
            ValueChecks.notNegative("recovery.latencyFloor", latencyFloor);
            ValueChecks.require(
                    held.compareTo(window) >= 0,
                    "recovery.held",
                    "at least as long as recovery.window",
                    ValueChecks.text(held));
        }
    }
}
