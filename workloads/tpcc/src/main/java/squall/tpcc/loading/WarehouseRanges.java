package squall.tpcc.loading;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Text of warehouses as ranges, for messages and statements. Pure. */
final class WarehouseRanges {
    /** Range of consecutive warehouses. */
    record Range(int first, int last) {
        @Override
        public String toString() {
            return first == last ? Integer.toString(first) : first + " to " + last;
        }
    }

    private WarehouseRanges() {}

    static List<Range> of(SortedSet<Integer> warehouses) {
        List<Range> ranges = new ArrayList<>();
        for (int warehouse : warehouses) {
            Range last = ranges.isEmpty() ? null : ranges.getLast();
            if (last != null && last.last() + 1 == warehouse) {
                ranges.set(ranges.size() - 1, new Range(last.first(), warehouse));
            } else {
                ranges.add(new Range(warehouse, warehouse));
            }
        }
        return ranges;
    }

    /** Returns the ranges as text, for example {@code warehouses 1 to 3, 7}. */
    static String text(SortedSet<Integer> warehouses) {
        if (warehouses.isEmpty()) {
            return "no warehouse";
        }
        return of(warehouses).stream()
                .map(Range::toString)
                .collect(Collectors.joining(", ", warehouses.size() == 1 ? "warehouse " : "warehouses ", ""));
    }

    static String warehouse(int warehouse) {
        return warehouse == LoadNotes.ITEMS ? "all warehouses" : "warehouse " + warehouse;
    }
}
