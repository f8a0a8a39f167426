package squall.measure.recovery;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;

/**
 * Second of a run as recovery is judged by it: all operations together, parts of operations not counted again.
 *
 * @param second since the run began
 * @param due operations that fell due; if none did although some were in flight, as in a closed loop that hangs, the number in flight
 * @param inTime number of them that were acknowledged within the deadline
 * @param goodput acknowledged, by second of completion
 * @param latencies of the operations that were due and acknowledged
 * @param waitedNs the longest waiting time for an acknowledgement at the end of the second, if none came: the age of the oldest operation
 *     in flight, and at least the time since a second in which one came. 0 if one came, or none was awaited
 * @param operations each operation by itself
 */
public record RecoverySecond(
        long second,
        long due,
        long inTime,
        long goodput,
        SecondLatencies latencies,
        long waitedNs,
        List<OperationBucket> operations) {
    /** Default deadline for an answer to be in time (DESIGN 3.2). */
    public static final Duration DEADLINE = Duration.ofSeconds(1);

    private static final long SECOND_NS = 1_000_000_000;

    /**
     * Figures of one operation in one second.
     *
     * @param due operations that fell due
     * @param goodput acknowledged, by second of completion
     * @param acknowledged number of the due operations that were acknowledged
     * @param p50Micros of the operations that were due and acknowledged; 0 if there are none
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

    public RecoverySecond {
        operations = List.copyOf(operations);
    }

    /** @param servedNs end of the last second in which an acknowledgement came */
    static RecoverySecond of(Tick tick, long servedNs) {
        List<OperationTick> whole =
                tick.operations().stream().filter(o -> !o.operation().part()).toList();
        long due = whole.stream().mapToLong(RecoverySecond::allDue).sum();
        long goodput = whole.stream().mapToLong(OperationTick::completedOk).sum();
        Histogram latency = new Histogram(3);
        whole.forEach(o -> latency.add(o.latency()));
        long asked = due == 0 ? tick.inFlight() : due;
        long waitedNs = Math.max(tick.oldestNs(), (tick.second() + 1) * SECOND_NS - servedNs);
        return new RecoverySecond(
                tick.second(),
                asked,
                whole.stream().mapToLong(RecoverySecond::inTime).sum(),
                goodput,
                new SecondLatencies(latency),
                goodput == 0 && asked > 0 ? waitedNs : 0,
                whole.stream().map(OperationBucket::of).toList());
    }

    /** Returns the share of the due operations that were acknowledged in time; 1 if none was due. */
    public double availability() {
        return due == 0 ? 1 : (double) inTime / due;
    }

    // Operations that a run left unfinished are part of the latencies, with their waiting time, and of no other count.
    private static long allDue(OperationTick tick) {
        return Math.max(tick.ok(), tick.latency().getTotalCount()) + tick.refused() + tick.unknown();
    }

    private static long inTime(OperationTick tick) {
        long deadlineMicros = DEADLINE.toNanos() / 1000;
        return Math.min(tick.ok(), tick.latency().getCountBetweenValues(0, deadlineMicros));
    }

    /**
     * Histogram of one second's latencies, compact enough to keep all seconds of a run: some hundred bytes, and the most used percentiles.
     * Merged before percentiles are taken, never averaged.
     */
    static final class SecondLatencies {
        private final long count;
        private final long p95Micros;
        private final long p99Micros;
        private final byte[] packed;

        /** @param micros is not kept */
        SecondLatencies(Histogram micros) {
            boolean none = micros.getTotalCount() == 0;
            count = micros.getTotalCount();
            p95Micros = none ? 0 : micros.getValueAtPercentile(95);
            p99Micros = none ? 0 : micros.getValueAtPercentile(99);
            packed = none ? new byte[0] : pack(micros);
        }

        boolean isEmpty() {
            return count == 0;
        }

        /** Returns the 95th percentile in microseconds; 0 if there are no latencies. */
        long p95Micros() {
            return p95Micros;
        }

        /** Returns the 99th percentile in microseconds; 0 if there are no latencies. */
        long p99Micros() {
            return p99Micros;
        }

        /** Merges the latencies of several seconds. */
        static Histogram merged(Collection<SecondLatencies> some) {
            List<Histogram> parts = some.stream()
                    .filter(part -> !part.isEmpty())
                    .map(SecondLatencies::unpack)
                    .toList();
            Histogram sum = new Histogram(3);
            parts.forEach(sum::add);
            return sum;
        }

        private static byte[] pack(Histogram micros) {
            ByteBuffer buffer = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
            return Arrays.copyOf(buffer.array(), micros.encodeIntoByteBuffer(buffer));
        }

        private Histogram unpack() {
            return Histogram.decodeFromByteBuffer(ByteBuffer.wrap(packed), 0);
        }
    }
}
