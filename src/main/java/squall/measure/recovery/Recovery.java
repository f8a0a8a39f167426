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
    static Recovery of(SecondSeries series, BaselineCriteria yardstick, long from) {
        return of(series, yardstick, from, from);
    }

    /**
     * What the seconds say of a system that was seen to be disturbed only later.
     *
     * @param from the second from which it counts
     * @param seen the second in which the impact was first seen, not before {@code from}: what held until then was no recovery
     */
    static Recovery of(SecondSeries series, BaselineCriteria yardstick, long from, long seen) {
        RecoveryWatch watch = new RecoveryWatch(yardstick, from, seen);
        watch.look(series);
        return watch.recovery(series.to());
    }
}
