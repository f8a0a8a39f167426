package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import squall.measure.SuccessGaps.SuccessGap;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;

/** Outage of each lane during one disturbance; a total would hide the distribution. */
public record LaneOutages(List<LaneOutage> lanes) {
    private static final long SECOND_NS = 1_000_000_000;

    public LaneOutages {
        lanes = List.copyOf(lanes);
    }

    public static LaneOutages of(List<LaneSeries> lanes, FaultSpan span) {
        return new LaneOutages(lanes.stream()
                .map(lane -> LaneOutage.of(lane, span.injected() * SECOND_NS, span.end() * SECOND_NS))
                .toList());
    }

    /** Returns the lane of data with the longest outage; empty if there is none. */
    public Optional<LaneOutage> worst() {
        return data().max(Comparator.comparing(LaneOutage::longest));
    }

    /** Returns whether a lane of data was in an outage of at least a second at the end, which may become longer than the longest. */
    public boolean open() {
        return data().anyMatch(lane -> lane.open() && lane.gap().lengthNs() >= SECOND_NS);
    }

    /** Returns the outages of the lanes of data: a node that is gone is no outage for clients that reach the data through another. */
    private Stream<LaneOutage> data() {
        return lanes.stream().filter(outage -> outage.lane().subject() == LaneSeries.Subject.DATA);
    }

    /** Returns the longest outage of the median lane of data; empty if there is none. */
    public Optional<Duration> median() {
        double[] nanos = data().mapToDouble(lane -> lane.longest().toNanos()).toArray();
        return nanos.length == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.round(RecoveryStatistics.median(nanos))));
    }

    /** Returns the first success of the lane of data in which it came last; empty if no operation failed. */
    public Optional<Duration> firstSuccess() {
        return data().flatMap(lane -> lane.firstSuccess().stream()).max(Comparator.naturalOrder());
    }

    /**
     * Outage of one lane.
     *
     * @param gap longest interval between two successes, from when the next one was due; successes count from one period before the injection
     *     to the end, and the first after it if that comes within a second: an answer may be under way at the end
     * @param open whether the lane was still without success then, so that the longest outage may have been longer; less than a second does
     *     not count if an earlier one was longer
     * @param firstSuccess from the injection to the first success after the first failure; empty if no operation failed, or no success came
     */
    public record LaneOutage(LaneSeries lane, SuccessGap gap, boolean open, Optional<Duration> firstSuccess) {
        public Duration longest() {
            return Duration.ofNanos(gap.lengthNs());
        }

        static LaneOutage of(LaneSeries lane, long injectedNs, long endNs) {
            long fromNs = injectedNs - lane.period().toNanos();
            List<Completion> seen = lane.completions().stream()
                    .filter(completion -> fromNs <= completion.atNs() && completion.atNs() < endNs)
                    .toList();
            OptionalLong next = successes(lane.completions())
                    .filter(atNs -> endNs <= atNs && atNs < endNs + SECOND_NS)
                    .min();
            long closedNs = next.orElse(endNs);
            long[] marks = LongStream.concat(
                            LongStream.concat(LongStream.of(fromNs), successes(seen)), LongStream.of(closedNs))
                    .toArray();
            long periodNs = lane.period().toNanos();
            SuccessGap longest = IntStream.range(1, marks.length)
                    .mapToObj(i ->
                            new SuccessGap(marks[i - 1] + periodNs, Math.max(0, marks[i] - marks[i - 1] - periodNs)))
                    .max(Comparator.comparingLong(SuccessGap::lengthNs))
                    .orElseThrow();
            long lastNs = closedNs - marks[marks.length - 2] - periodNs;
            boolean open = next.isEmpty() && lastNs > 0 && (lastNs == longest.lengthNs() || lastNs >= SECOND_NS);
            return new LaneOutage(lane, longest, open, firstSuccess(seen, injectedNs));
        }

        private static LongStream successes(List<Completion> completions) {
            return completions.stream().filter(Completion::ok).mapToLong(Completion::atNs);
        }

        private static Optional<Duration> firstSuccess(List<Completion> seen, long injectedNs) {
            return seen.stream()
                    .filter(completion -> completion.atNs() >= injectedNs)
                    .dropWhile(Completion::ok)
                    .filter(Completion::ok)
                    .findFirst()
                    .map(completion -> Duration.ofNanos(completion.atNs() - injectedNs));
        }
    }

    /**
     * Record of one lane: reads or writes of a key, or questions to a node, at a fixed period, in parallel to the load.
     *
     * @param subject what an operation needs to succeed
     * @param zone of the lane's node; empty if it is not known
     * @param node the lane's node; empty if it is not known
     * @param period at which operations were due
     * @param completions of all its operations, in the order of their times
     */
    public record LaneSeries(
            Subject subject, String name, String zone, String node, Duration period, List<Completion> completions) {
        /** Subject of a lane. */
        public enum Subject {
            /** Key, reached through whichever node serves it. */
            DATA,
            /** Node, asked by itself on a connection to no other. */
            NODE
        }

        public LaneSeries {
            completions = List.copyOf(completions);
        }

        /** Creates the record of a lane of data. */
        public LaneSeries(String name, String zone, String node, Duration period, List<Completion> completions) {
            this(Subject.DATA, name, zone, node, period, completions);
        }

        /** @param atNs since the run began @param ok whether it was acknowledged in time; an unknown outcome is not */
        public record Completion(long atNs, boolean ok) {}
    }
}
