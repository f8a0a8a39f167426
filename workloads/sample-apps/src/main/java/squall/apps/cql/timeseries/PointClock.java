package squall.apps.cql.timeseries;

import java.time.Instant;

/** Clock of the points: tick 0 is always the same moment, so that a later run finds the points of an earlier one. @param tickMs between two points of a source */
record PointClock(long tickMs) {
    private static final long START_MS = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();

    long ms(long tick) {
        return START_MS + tick * tickMs;
    }

    Instant at(long tick) {
        return Instant.ofEpochMilli(ms(tick));
    }

    /** Returns the tick of a time; negative if the time is not a tick. */
    long tick(long ms) {
        long since = ms - START_MS;
        return since >= 0 && since % tickMs == 0 ? since / tickMs : -1;
    }
}
