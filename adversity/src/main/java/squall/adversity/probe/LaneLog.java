package squall.adversity.probe;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import squall.adversity.probe.ground.Place;
import squall.measure.recovery.LaneSeries;
import squall.measure.recovery.LaneSeries.Completion;

/** What became of the operations of one lane, eight bytes each. Safe for use by many threads. */
final class LaneLog {
    private static final int FIRST_ROOM = 1 << 10;

    private final String name;
    private final Place place;
    private final Duration period;
    private long[] seen = new long[FIRST_ROOM];
    private int count;

    LaneLog(String name, Place place, Duration period) {
        this.name = name;
        this.place = place;
        this.period = period;
    }

    synchronized void add(long atNs, boolean ok) {
        if (count == seen.length) {
            seen = Arrays.copyOf(seen, Math.multiplyExact(count, 2));
        }
        seen[count] = (atNs << 1) | (ok ? 1 : 0);
        count++;
    }

    /** As it stands, in the order of time. */
    synchronized LaneSeries series() {
        List<Completion> completions = Arrays.stream(seen, 0, count)
                .sorted()
                .mapToObj(entry -> new Completion(entry >> 1, (entry & 1) == 1))
                .toList();
        return new LaneSeries(name, place.zone(), place.node(), period, completions);
    }
}
