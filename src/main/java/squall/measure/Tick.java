package squall.measure;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One closed second of a run, both ways of looking at it: what was due in it, and what was completed in it (DESIGN 3.1).
 *
 * @param second since the run began, from 0
 * @param window the window the second lies in
 * @param operations one entry for each operation of the load, also where nothing happened; in the order of their ordinals
 * @param inFlight operations sent and not answered at the end of the second
 * @param lagNs how far sending was behind the schedule at the end of the second; 0 in a closed loop
 * @param oldestNs how long ago the oldest operation in flight was due at the end of the second; 0 if there was none
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

    /** If the age of operations in flight is not recorded. */
    public Tick(long second, Window window, List<OperationTick> operations, int inFlight, long lagNs) {
        this(second, window, operations, inFlight, lagNs, 0);
    }

    /** If the times of acknowledgements are not recorded. */
    public Tick(long second, Window window, List<OperationTick> operations, int inFlight, long lagNs, long oldestNs) {
        this(second, window, operations, inFlight, lagNs, oldestNs, Optional.empty());
    }

    /** The same second of another client added; both lag, so the longer lag counts, and the oldest is the older of two. */
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
     * When the first and the last whole operation of one second were acknowledged.
     *
     * @param firstNs since the run began, like the other
     */
    public record Acknowledged(long firstNs, long lastNs) {
        Acknowledged plus(Acknowledged other) {
            return new Acknowledged(Math.min(firstNs, other.firstNs), Math.max(lastNs, other.lastNs));
        }
    }
}
