package squall.measure;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Tick: a closed second of a run, with the operations due in it and those completed in it (DESIGN 3.1).
 *
 * @param second since the run began, from 0
 * @param window the window the second lies in
 * @param operations one entry for each operation of the load, also for those without any samples; in the order of their ordinals
 * @param inFlight operations sent and not answered at the end of the second
 * @param lagNs how far sending was behind the schedule at the end of the second; 0 in a closed loop
 * @param oldestNs time since the oldest operation in flight was due, at the end of the second; 0 if there was none
 * @param acknowledged when the first and the last whole operation were acknowledged in it; empty if none was
 */
public record Tick(
        long second,
        Window window,
        List<OperationTick> operations,
        int inFlight,
        long lagNs,
        long oldestNs,
        Optional<Acknowledged> acknowledged) {
    public Tick {
        operations = List.copyOf(operations);
    }

    /** Creates a tick without the age of operations in flight. */
    public Tick(long second, Window window, List<OperationTick> operations, int inFlight, long lagNs) {
        this(second, window, operations, inFlight, lagNs, 0);
    }

    /** Creates a tick without the times of acknowledgements. */
    public Tick(long second, Window window, List<OperationTick> operations, int inFlight, long lagNs, long oldestNs) {
        this(second, window, operations, inFlight, lagNs, oldestNs, Optional.empty());
    }

    /** Adds the same second of another client: of both, the longer lag and the older operation count. */
    public Tick plus(Tick other) {
        return new Tick(
                second,
                window,
                IntStream.range(0, operations.size())
                        .mapToObj(i -> operations.get(i).plus(other.operations.get(i)))
                        .toList(),
                inFlight + other.inFlight,
                Math.max(lagNs, other.lagNs),
                Math.max(oldestNs, other.oldestNs),
                Stream.concat(acknowledged.stream(), other.acknowledged.stream())
                        .reduce(Acknowledged::plus));
    }

    /**
     * First and last acknowledgement of a whole operation in one second.
     *
     * @param firstNs since the run began, like the other
     */
    public record Acknowledged(long firstNs, long lastNs) {
        Acknowledged plus(Acknowledged other) {
            return new Acknowledged(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
        }
    }
}
