package squall.scenario;

import java.time.Duration;

/**
 * How long is looked.
 *
 * @param settle quiet before each injection
 * @param baseline the last part of the baseline phase, which everything is compared with
 * @param recoveryMax after healing, until it is said that the system did not recover; the rule's {@code held} comes on top
 */
public record Windows(Duration settle, Duration baseline, Duration recoveryMax) {
    public static final Windows DEFAULT =
            new Windows(Duration.ofSeconds(5), Duration.ofSeconds(30), Duration.ofSeconds(60));

    public Windows {
        Checks.notNegative("windows.settle", settle);
        Checks.wholeSeconds("windows.baseline", baseline);
        Checks.wholeSeconds("windows.recoveryMax", recoveryMax);
    }
}
