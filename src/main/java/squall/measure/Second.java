package squall.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import squall.spi.Operation;

/** One open second of a run; holds a cell only for the operations that something happened to. */
final class Second {
    private final long number;
    private final @Nullable Cell[] cells;
    private InFlight inFlight = InFlight.NONE;
    private long lagNs;
    private Optional<Acknowledged> acknowledged = Optional.empty();

    Second(long number, int operations) {
        this.number = number;
        this.cells = new @Nullable Cell[operations];
    }

    long number() {
        return number;
    }

    boolean contains(long ns) {
        long into = ns - number * Timeline.SECOND_NS;
        return into >= 0 && into < Timeline.SECOND_NS;
    }

    Cell cell(int operation) {
        Cell found = cells[operation];
        if (found == null) {
            found = new Cell();
            cells[operation] = found;
        }
        return found;
    }

    /** A whole operation was acknowledged. */
    void acknowledged(long doneNs) {
        Acknowledged now = new Acknowledged(doneNs, doneNs);
        acknowledged = Optional.of(acknowledged.map(now::plus).orElse(now));
    }

    void addTo(Cell[] sums) {
        for (int operation = 0; operation < cells.length; operation++) {
            Cell found = cells[operation];
            if (found != null) {
                sums[operation].add(found);
            }
        }
    }

    void fold() {
        for (Cell found : cells) {
            if (found != null) {
                found.fold();
            }
        }
    }

    void over(InFlight inFlightThen, long lagNsThen) {
        inFlight = inFlightThen;
        lagNs = lagNsThen;
    }

    Tick tick(Window window, List<Operation> operations, Outcomes outcomes, Histogram none) {
        List<OperationTick> ticks = new ArrayList<>(cells.length);
        for (Operation operation : operations) {
            ticks.add(orEmpty(operation).tick(operation, outcomes, none));
        }
        return new Tick(number, window, ticks, inFlight.operations(), lagNs, inFlight.oldestNs(), acknowledged);
    }

    List<OperationTick> pulse(List<Operation> operations, Histogram none) {
        return operations.stream().map(o -> orEmpty(o).pulse(o, none)).toList();
    }

    private Cell orEmpty(Operation operation) {
        Cell found = cells[operation.ordinal()];
        return found == null ? new Cell() : found;
    }
}
