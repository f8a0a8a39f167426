package squall.scenario;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** When a disturbed system counts as recovered. */
public sealed interface RecoverySpec {
    /** The default. */
    RecoverySpec DEFAULT = new Throughput95();

    /** Rules by the names that users write. */
    Map<String, RecoverySpec> PRESETS = Map.of(
            "strict",
            new Strict(),
            "throughput-95",
            DEFAULT,
            "laptop",
            new Given(Duration.ofSeconds(2), Duration.ofSeconds(10), 0.95, 1.5, Duration.ofMillis(10)));

    /** How long the system must be good to count as recovered. */
    Duration held();

    static Optional<RecoverySpec> preset(String name) {
        return Optional.ofNullable(PRESETS.get(name));
    }

    /** Tolerances come from the noise of the baseline, over 10 s windows held for 60 s. */
    record Strict() implements RecoverySpec {
        @Override
        public Duration held() {
            return Duration.ofSeconds(60);
        }
    }

    /** 95 % of the baseline's goodput as a mean of 5 s, held for 10 s; latency does not count. */
    record Throughput95() implements RecoverySpec {
        @Override
        public Duration held() {
            return Duration.ofSeconds(10);
        }
    }

    /**
     * Tolerances as given.
     *
     * @param window over which goodput and p99 are taken
     * @param held how long every such window must be good
     * @param share of the baseline's goodput that suffices, in (0, 1]
     * @param latencyFactor of the baseline's p99 that is still good, at least 1
     * @param latencyFloor more than the baseline's p99 that is always good
     */
    record Given(Duration window, Duration held, double share, double latencyFactor, Duration latencyFloor)
            implements RecoverySpec {
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
