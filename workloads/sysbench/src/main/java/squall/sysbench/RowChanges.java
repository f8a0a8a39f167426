package squall.sysbench;

import java.util.Arrays;

/**
 * Record of the changes that committed work made to the tables, and of those it may have made where the answer was lost. One thread.
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

    /** Begins a unit of work, or begins it again. */
    void begin() {
        unitRows = 0;
        unitK = 0;
        unitInserts = 0;
        unitDeletes = 0;
        unitUpdates = 0;
    }

    /** Records that a statement is about to be sent. */
    void sent(OltpEvents.OltpStep step) {
        switch (step.statement()) {
            case INSERT, INSERT_NEXT -> unitInserts++;
            case DELETE -> unitDeletes++;
            case INDEX_UPDATE -> unitUpdates++;
            case POINT_SELECT, SIMPLE_RANGE, SUM_RANGE, ORDER_RANGE, DISTINCT_RANGE, NON_INDEX_UPDATE -> {}
        }
    }

    /** Records the answer to a statement. */
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

    /** Records that the unit is committed. */
    void applied(long event) {
        rows += unitRows;
        kSum += unitK;
        if (unitInserts > 0) {
            acknowledged.add(event);
        }
    }

    /** Records that it is not known whether the unit is committed. @param k of the row that an insert of it brings */
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

    /** Returns the change of the number of rows by all sessions together: bounds that differ only by what is unknown. */
    static Bounds rows(Iterable<RowChanges> all) {
        Bounds sum = new Bounds(0, 0);
        for (RowChanges each : all) {
            sum = new Bounds(sum.least() + each.rows + each.rowsAtLeast, sum.most() + each.rows + each.rowsAtMost);
        }
        return sum;
    }

    /** Returns by how much the sum of column k has grown; only for tests that delete nothing. */
    static Bounds kSum(Iterable<RowChanges> all) {
        Bounds sum = new Bounds(0, 0);
        for (RowChanges each : all) {
            sum = new Bounds(sum.least() + each.kSum, sum.most() + each.kSum + each.kSumAtMost);
        }
        return sum;
    }

    /** Range of a number that is not known exactly because answers were lost. */
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

    /** List of event numbers, in the order in which the events were performed. */
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
