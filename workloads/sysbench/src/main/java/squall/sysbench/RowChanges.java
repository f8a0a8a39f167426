package squall.sysbench;

import java.util.Arrays;

/**
 * What committed work did to the tables, and what it may have done where the answer was lost. One thread.
 *
 * <pre>
 *   a unit of work:  begin, changed..., then one of  applied | lost | (nothing: it was refused)
 * </pre>
 */
final class RowChanges {
    private long rows;
    private long rowsAtMost;
    private long rowsAtLeast;
    private long kSum;
    private long kSumAtMost;
    private long unitRows;
    private long unitK;
    private long unitInserts;
    private long unitDeletes;
    private long unitUpdates;
    private final EventNumbers acknowledged = new EventNumbers();
    private final EventNumbers unknown = new EventNumbers();

    /** A unit of work begins, or begins again. */
    void begin() {
        unitRows = 0;
        unitK = 0;
        unitInserts = 0;
        unitDeletes = 0;
        unitUpdates = 0;
    }

    /** A statement is about to be sent. */
    void sent(OltpEvents.OltpStep step) {
        switch (step.statement()) {
            case INSERT, INSERT_NEXT -> unitInserts++;
            case DELETE -> unitDeletes++;
            case INDEX_UPDATE -> unitUpdates++;
            case POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE, NON_INDEX_UPDATE -> {}
        }
    }

    /** It was answered. */
    void answered(OltpEvents.OltpStep step, int changed) {
        switch (step.statement()) {
            case INSERT, INSERT_NEXT -> {
                unitRows += changed;
                unitK += (long) changed * step.k();
            }
            case DELETE -> unitRows -= changed;
            case INDEX_UPDATE -> unitK += changed;
            case POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE, NON_INDEX_UPDATE -> {}
        }
    }

    /** The unit is committed. */
    void applied(long event) {
        rows += unitRows;
        kSum += unitK;
        if (unitInserts > 0) {
            acknowledged.add(event);
        }
    }

    /** It is not known whether the unit is committed. @param k of the row that an insert of it brings */
    void lost(long event, long k) {
        rowsAtMost += unitInserts;
        rowsAtLeast -= unitDeletes;
        kSumAtMost += unitUpdates + unitInserts * k;
        if (unitInserts > 0) {
            unknown.add(event);
        }
    }

    EventNumbers acknowledged() {
        return acknowledged;
    }

    EventNumbers unknown() {
        return unknown;
    }

    /** What all sessions together did: bounds that differ only by what is unknown. */
    static Bounds rows(Iterable<RowChanges> all) {
        Bounds sum = new Bounds(0, 0);
        for (RowChanges each : all) {
            sum = new Bounds(sum.least() + each.rows + each.rowsAtLeast, sum.most() + each.rows + each.rowsAtMost);
        }
        return sum;
    }

    /** By how much the sum of column k has grown; only of tests that delete nothing. */
    static Bounds kSum(Iterable<RowChanges> all) {
        Bounds sum = new Bounds(0, 0);
        for (RowChanges each : all) {
            sum = new Bounds(sum.least() + each.kSum, sum.most() + each.kSum + each.kSumAtMost);
        }
        return sum;
    }

    /** A number that is not known exactly where answers were lost. */
    record Bounds(long least, long most) {
        boolean hold(long number) {
            return number >= least && number <= most;
        }

        Bounds from(long start) {
            return new Bounds(start + least, start + most);
        }

        @Override
        public String toString() {
            return least == most ? Long.toString(least) : least + " to " + most;
        }
    }

    /** Numbers of events, in the order in which they were performed. */
    static final class EventNumbers {
        private long[] numbers = new long[64];
        private int size;

        void add(long number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size * 2);
            }
            numbers[size++] = number;
        }

        int size() {
            return size;
        }

        long get(int at) {
            return numbers[at];
        }
    }
}
