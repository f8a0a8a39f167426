package squall.sysbench;

import java.util.List;
import squall.sysbench.OltpEvents.OltpStatement;
import squall.sysbench.OltpSettings.OltpTest;

/**
 * Number of statements of each kind in a transaction.
 *
 * @param deleteInserts pairs: a row is deleted, and one with the same id inserted
 */
public record OltpMix(
        int pointSelects,
        int simpleRanges,
        int sumRanges,
        int orderRanges,
        int distinctRanges,
        int indexUpdates,
        int nonIndexUpdates,
        int deleteInserts) {
    /** Defaults of sysbench. */
    public static final OltpMix USUAL = new OltpMix(10, 1, 1, 1, 1, 1, 1, 1);

    public OltpMix {
        for (int count : List.of(
                pointSelects,
                simpleRanges,
                sumRanges,
                orderRanges,
                distinctRanges,
                indexUpdates,
                nonIndexUpdates,
                deleteInserts)) {
            if (count < 0) {
                throw new IllegalArgumentException("a number of statements must not be negative: " + count);
            }
        }
    }

    /** Group of statements of one kind in an event, all on the same table. */
    record Group(OltpStatement statement, int count) {}

    /**
     * Returns the groups of an event of this test, in order; a group may be empty. @param autoInc whether the database numbers new rows
     */
    List<Group> groups(OltpTest test, boolean autoInc) {
        return switch (test) {
            case OLTP_INSERT -> List.of(new Group(autoInc ? OltpStatement.INSERT_NEXT : OltpStatement.INSERT, 1));
            case OLTP_POINT_SELECT -> List.of(new Group(OltpStatement.POINT_SELECT, 1));
            case OLTP_READ_ONLY -> reads();
            case OLTP_READ_WRITE ->
                List.of(reads(), writes()).stream().flatMap(List::stream).toList();
            case OLTP_WRITE_ONLY -> writes();
            case OLTP_UPDATE_INDEX -> List.of(new Group(OltpStatement.INDEX_UPDATE, indexUpdates));
            case OLTP_UPDATE_NON_INDEX -> List.of(new Group(OltpStatement.NON_INDEX_UPDATE, nonIndexUpdates));
            case OLTP_DELETE -> List.of(new Group(OltpStatement.DELETE, 1));
        };
    }

    /** Counts the statements of an event of this test. */
    public int statements(OltpTest test) {
        return groups(test, true).stream()
                .mapToInt(group -> group.statement() == OltpStatement.DELETE && test != OltpTest.OLTP_DELETE
                        ? 2 * group.count()
                        : group.count())
                .sum();
    }

    private List<Group> reads() {
        return List.of(
                new Group(OltpStatement.POINT_SELECT, pointSelects),
                new Group(OltpStatement.SIMPLE_RANGE, simpleRanges),
                new Group(OltpStatement.SUM_RANGE, sumRanges),
                new Group(OltpStatement.ORDER_RANGE, orderRanges),
                new Group(OltpStatement.DISTINCT_RANGE, distinctRanges));
    }

    /** Returns the groups that write; a deletion stands for its pair. */
    private List<Group> writes() {
        return List.of(
                new Group(OltpStatement.INDEX_UPDATE, indexUpdates),
                new Group(OltpStatement.NON_INDEX_UPDATE, nonIndexUpdates),
                new Group(OltpStatement.DELETE, deleteInserts));
    }
}
