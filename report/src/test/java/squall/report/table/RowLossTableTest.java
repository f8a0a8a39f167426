package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.format.TableFormat;
import squall.report.table.RowLossTable.Checked;

class RowLossTableTest {
    @Test
    void rows_that_are_all_there_say_so_as_the_thesis_does() {
        assertThat(csv(new Checked(
                        "r1",
                        List.of("kill n2"),
                        "ledger",
                        "passed",
                        "2000 acknowledged",
                        Map.of("acknowledged", 2000L, "unknown", 1L))))
                .isEqualTo("r1,2000,yes,2000,yes,0,0,0,1,kill n2,ledger");
    }

    @Test
    void rows_that_are_lost_are_counted_and_rows_after_are_not_made_up() {
        assertThat(csv(new Checked(
                        "r1",
                        List.of(),
                        "ledger",
                        "failed",
                        "2 lost",
                        Map.of("acknowledged", 1998L, "lost", 2L, "unknown", 0L))))
                .isEqualTo("r1,1998,no,,no,2,0,0,0,-,ledger");
    }

    @Test
    void an_undecided_check_decides_nothing() {
        assertThat(csv(new Checked(
                        "r1", List.of("pause n1"), "ledger", "undecided", "the database did not answer", Map.of())))
                .isEqualTo("r1,,yes,,undecided,,,,,pause n1,ledger");
    }

    /** Covers runs recorded before checks had figures: a text is no figure, and no figure is no zero. */
    @Test
    void a_check_without_figures_states_no_counts() {
        assertThat(csv(new Checked("r1", List.of(), "ledger", "failed", "2 lost (w1/7); 1,998 acknowledged", Map.of())))
                .isEqualTo("r1,,no,,no,,,,,-,ledger");
    }

    /** Covers an old error: a run in which nodes were restarted one after another with more memory had no dead node. */
    @ParameterizedTest
    @CsvSource({
        "kill {signal=KILL}, true",
        "rollingRestart, true",
        "resize {memory=200}, true",
        "partition, false",
        "diskStall, false",
        "'', false"
    })
    void a_fault_that_ends_or_stops_a_node_makes_it_dead(String fault, boolean deadly) {
        assertThat(RowLossTable.deadly(fault)).isEqualTo(deadly);
    }

    private static String csv(Checked checked) {
        return TableFormat.CSV
                .lines(List.of(RowLossTable.table(List.of(checked))))
                .getLast();
    }
}
