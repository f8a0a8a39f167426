package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How long each lane had no success during one disturbance; the distribution that a total hides. */
public record LaneOutages(List<LaneOutage> lanes) {
    private static final long SECOND_NS = 1_000_000_000;

    public LaneOutages {
        lanes = List.copyOf(lanes);
    }

    public static LaneOutages of(List<LaneSeries> lanes, Span span) {
        return new LaneOutages(lanes.stream()
                .map(lane -> LaneOutage.of(lane, span.injected() * SECOND_NS, span.end() * SECOND_NS))
                .toList());
    }

    /** The lane with the longest outage; empty if there are no lanes. */
    public Optional<LaneOutage> worst() {
        return lanes.stream().max(Comparator.comparing(LaneOutage::longest));
    }

    /** Of the middle lane; empty if there are no lanes. */
    public Optional<Duration> median() {
        double[] nanos =
                lanes.stream().mapToDouble(lane -> lane.longest().toNanos()).toArray();
        return nanos.length == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.round(Statistics.median(nanos))));
    }

    /** Of the lane in which it came last; empty if nothing failed anywhere. */
    public Optional<Duration> firstSuccess() {
        return lanes.stream().flatMap(lane -> lane.firstSuccess().stream()).max(Comparator.naturalOrder());
    }
}
