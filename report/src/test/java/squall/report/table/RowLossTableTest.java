package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.RowLossTable.Checked;
import squall.table.TableCell;

class RowLossTableTest {
    @Test
    void rows_that_are_all_there_say_so_as_the_thesis_does() {
        assertThat(csv(new Checked(
                        "r1",
                        List.of("kill n2"),
                        "ledger",
                        "passed",
                        "2,000 acknowledged, 3 refused, 1 unknown of which 0 were applied")))
                .isEqualTo("r1,2000,yes,2000,yes,0,0,0,1,kill n2,ledger");
    }

    @Test
    void rows_that_are_lost_are_counted_and_rows_after_are_not_made_up() {
        assertThat(csv(new Checked(
                        "r1",
                        List.of(),
                        "ledger",
                        "failed",
                        "2 lost (w1/7, w1/8); 1,998 acknowledged, 0 refused, 0 unknown of which 0 were applied")))
                .isEqualTo("r1,1998,no,,no,2,0,0,0,-,ledger");
    }

    @Test
    void an_undecided_check_decides_nothing() {
        assertThat(csv(new Checked("r1", List.of("pause n1"), "ledger", "undecided", "the database did not answer")))
                .isEqualTo("r1,,yes,,undecided,,,,,pause n1,ledger");
    }

    /** Tells a count from the example of a lost row, which has the same words. */
    @Test
    void the_count_of_acknowledged_rows_is_not_that_of_an_example() {
        var checked = new Checked(
                "r1",
                List.of("powerCut n1"),
                "ledger",
                "passed",
                "12 lost (writer 0 row 3 acknowledged at 1200 ms); the lost ones were acknowledged from 1.200 s to 1.400 s by"
                        + " n1; 745 acknowledged, 0 refused, 4 unknown; allowed by fsync=off");
        assertThat(checked.counted("acknowledged")).isEqualTo(TableCell.count(745));
        assertThat(checked.flawed("lost")).isEqualTo(TableCell.count(12));
    }

    private static String csv(Checked checked) {
        return TableFormat.CSV
                .lines(List.of(RowLossTable.table(List.of(checked))))
                .getLast();
    }
}
