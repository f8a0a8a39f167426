package squall.measure.recovery;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;

/**
 * One second of a run as its recovery is judged by: of all operations together, parts of operations not counted again.
 *
 * @param second since the run began
 * @param due fell due; where nothing did although something was under way, as in a closed loop that hangs, what was under way
 * @param inTime of those due, acknowledged within the deadline
 * @param goodput acknowledged, by second of completion
 * @param latencies of those due and acknowledged
 * @param waitedNs how long somebody had waited for an acknowledgement at its end, if none came: the age of the oldest operation in flight,
 *     and at least the time since a second in which one came. 0 if one came, or nobody waited
 * @param operations one by one
 */
public record Bucket(
        long second,
        long due,
        long inTime,
        long goodput,
        Latencies latencies,
        long waitedNs,
        List<OperationBucket> operations) {
    /** What counts as answered in time if nobody says otherwise (DESIGN 3.2). */
    public static final Duration DEADLINE = Duration.ofSeconds(1);

    private static final long SECOND_NS = 1_000_000_000;

    /**
     * One operation in one second.
     *
     * @param due fell due
     * @param goodput acknowledged, by second of completion
     * @param acknowledged of those due
     * @param p50Micros of those due and acknowledged; 0 if there are none
     * @param p99Micros likewise
     */
    record OperationBucket(String name, long due, long goodput, long acknowledged, long p50Micros, long p99Micros) {
        static OperationBucket of(OperationTick tick) {
            boolean none = tick.ok() == 0;
            return new OperationBucket(
                    tick.operation().name(),
                    allDue(tick),
                    tick.completedOk(),
                    tick.ok(),
                    none ? 0 : tick.latency().getValueAtPercentile(50),
                    none ? 0 : tick.latency().getValueAtPercentile(99));
        }
    }

    public Bucket {
        operations = List.copyOf(operations);
    }

    /** @param servedNs when the last second ended in which an acknowledgement came */
    static Bucket of(Tick tick, long servedNs) {
        List<OperationTick> whole =
                tick.operations().stream().filter(o -> !o.operation().part()).toList();
        long due = whole.stream().mapToLong(Bucket::allDue).sum();
        long goodput = whole.stream().mapToLong(OperationTick::completedOk).sum();
        Histogram latency = new Histogram(3);
        whole.forEach(o -> latency.add(o.latency()));
        long asked = due == 0 ? tick.inFlight() : due;
        long waitedNs = Math.max(tick.oldestNs(), (tick.second() + 1) * SECOND_NS - servedNs);
        return new Bucket(
                tick.second(),
                asked,
                whole.stream().mapToLong(Bucket::inTime).sum(),
                goodput,
                Latencies.of(latency),
                goodput == 0 && asked > 0 ? waitedNs : 0,
                whole.stream().map(OperationBucket::of).toList());
    }

    /** Share of those due that were acknowledged in time; 1 if nothing was due, for then nobody was let down. */
    public double availability() {
        return due == 0 ? 1 : (double) inTime / due;
    }

    // Those that a run left unfinished stand in the latencies, charged with their wait, and in no other count.
    private static long allDue(OperationTick tick) {
        return Math.max(tick.ok(), tick.latency().getTotalCount()) + tick.refused() + tick.unknown();
    }

    private static long inTime(OperationTick tick) {
        long deadlineMicros = DEADLINE.toNanos() / 1000;
        return Math.min(tick.ok(), tick.latency().getCountBetweenValues(0, deadlineMicros));
    }
}
