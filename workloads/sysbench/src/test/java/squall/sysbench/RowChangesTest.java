package squall.sysbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RowChangesTest {
    private static final OltpEvents.OltpStep INSERT =
            new OltpEvents.OltpStep(OltpEvents.OltpStatement.INSERT, 1, 5, 40, 0);
    private static final OltpEvents.OltpStep DELETE =
            new OltpEvents.OltpStep(OltpEvents.OltpStatement.DELETE, 1, 5, 0, 0);
    private static final OltpEvents.OltpStep UPDATE =
            new OltpEvents.OltpStep(OltpEvents.OltpStatement.INDEX_UPDATE, 1, 5, 0, 0);

    private final RowChanges changes = new RowChanges();

    @Test
    void what_is_committed_counts_exactly() {
        unit(INSERT, 1);
        changes.applied(0);
        unit(DELETE, 0); // there was no such row
        changes.applied(1);
        unit(UPDATE, 1);
        changes.applied(2);

        assertThat(RowChanges.rows(List.of(changes))).hasToString("1");
        assertThat(RowChanges.kSum(List.of(changes))).hasToString("41");
    }

    @Test
    void what_is_refused_or_begun_again_does_not_count() {
        unit(INSERT, 1); // and rolled back
        unit(INSERT, 1);
        changes.applied(0);

        assertThat(RowChanges.rows(List.of(changes))).hasToString("1");
    }

    @Test
    void a_lost_answer_leaves_both_possible() {
        unit(INSERT, 0);
        changes.lost(0, 40);
        unit(DELETE, 0);
        changes.lost(1, 0);

        assertThat(RowChanges.rows(List.of(changes)).from(10)).hasToString("9 to 11");
        assertThat(RowChanges.kSum(List.of(changes))).hasToString("0 to 40");
        assertThat(changes.unknown().size()).isEqualTo(1);
    }

    private void unit(OltpEvents.OltpStep step, int changed) {
        changes.begin();
        changes.sent(step);
        changes.answered(step, changed);
    }
}
