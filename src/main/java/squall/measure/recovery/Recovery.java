package squall.measure.recovery;

import java.time.Duration;

/** How long it took until a disturbed system was back at its baseline. */
public sealed interface Recovery {
    /**
     * It came back.
     *
     * @param after the first second from which the rule held
     * @param relapses how often the rule was broken again after that, while it was watched
     */
    record Recovered(Duration after, int relapses) implements Recovery {}

    /** It was not seen to come back: longer than it could have been seen. Never a number to compute with. */
    record LongerThan(Duration observed) implements Recovery {}

    /**
     * What the seconds say; seconds after {@code series.to()} may still come.
     *
     * @param from the second from which it counts: of the injection, or after the healing
     */
    static Recovery of(Series series, Yardstick yardstick, long from) {
        RecoveryWatch watch = new RecoveryWatch(yardstick, from);
        watch.look(series);
        return watch.recovery(series.to());
    }
}
