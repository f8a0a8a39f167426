package squall.measure;

import java.util.List;
import java.util.stream.Stream;

/**
 * Summary of all operations over one window, or over the whole run.
 *
 * @param seconds length of the window, for rates; fractions count
 * @param operations one entry for each operation of the load, in the order of their ordinals
 */
public record WindowSummary(Window window, double seconds, List<OperationSummary> operations) {
    public WindowSummary {
        operations = List.copyOf(operations);
    }

    /** Returns the window as far as the run lasted: without the seconds after its end, in which calls were still under way. */
    public Window untilEnd() {
        return window.lasting(seconds);
    }

    /** Returns the summaries of whole operations: parts of operations are not to be counted again. */
    public Stream<OperationSummary> whole() {
        return operations.stream().filter(o -> !o.operation().part());
    }

    /** Returns the acknowledged whole operations per second, 0 if no time passed. */
    public double goodputPerSecond() {
        long ok = whole().mapToLong(OperationSummary::ok).sum();
        return seconds == 0 ? 0 : ok / seconds;
    }

    /** Returns the number of whole operations that ended, in whatever way. */
    public long finished() {
        return whole().mapToLong(OperationSummary::ended).sum();
    }

    /** Returns the number of whole operations that were refused or unknown. */
    public long failed() {
        return whole().mapToLong(o -> o.refused() + o.unknown()).sum();
    }
}
