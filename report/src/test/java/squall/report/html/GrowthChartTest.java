package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.table.Table;
import squall.table.TableCell;

/** Test of the chart that a table with a column of ideal growth has on its page. */
class GrowthChartTest {
    private static final TableCell NONE = TableCell.NOT_STATED;

    @Test
    void a_line_of_ideal_growth_goes_through_the_origin_and_what_was_measured_stays_below_it() {
        String page = page(
                row(TableCell.count(3), TableCell.count(600), TableCell.count(600)),
                row(TableCell.count(6), TableCell.count(900), TableCell.count(1200)));

        // 370 wide from x=20 on, 212 high above y=236: half of the size is half of the width, 900 of 1200 is 3/4 of the
        // height
        assertThat(page)
                .contains("<polyline class=\"ideal\" points=\"20.0,236.0 205.0,130.0 390.0,24.0\">")
                .contains("<polyline class=\"measured\" points=\"205.0,130.0 390.0,77.0\">")
                .contains("aria-label=\"ops_s (1/s) by nodes: 3: 600, ideal 600; 6: 900, ideal 1,200\"")
                .contains(">ideal 1,200</text>")
                .contains("<figcaption class=\"muted\">ops_s (1/s) by nodes</figcaption>");
    }

    /** Covers an old error: both lines zigzagged, and the ideal value of the last row stood beside the largest size. */
    @Test
    void rows_in_another_order_are_drawn_from_the_smallest_size_to_the_largest() {
        assertThat(page(
                        row(TableCell.count(6), TableCell.count(900), TableCell.count(1200)),
                        row(TableCell.count(3), TableCell.count(600), TableCell.count(600))))
                .contains("<polyline class=\"ideal\" points=\"20.0,236.0 205.0,130.0 390.0,24.0\">")
                .contains("<polyline class=\"measured\" points=\"205.0,130.0 390.0,77.0\">")
                .contains(">ideal 1,200</text>");
    }

    @Test
    void sizes_may_be_fractions_that_are_written_as_words() {
        assertThat(page(
                        row(TableCell.words("0.2"), TableCell.count(10), TableCell.count(10)),
                        row(TableCell.words("0.4"), TableCell.count(20), TableCell.count(20))))
                .contains("<polyline class=\"measured\" points=\"205.0,130.0 390.0,24.0\">");
    }

    @Test
    void a_row_without_figures_is_left_out_and_a_single_point_is_no_chart() {
        assertThat(page(
                        row(TableCell.count(3), TableCell.count(600), TableCell.count(600)),
                        row(TableCell.count(6), NONE, TableCell.count(1200))))
                .doesNotContain("<figure");
        assertThat(page(
                        row(TableCell.count(3), TableCell.count(600), TableCell.count(600)),
                        row(TableCell.count(4), NONE, TableCell.count(800)),
                        row(TableCell.count(6), TableCell.count(900), TableCell.count(1200))))
                .contains("points=\"205.0,130.0 390.0,77.0\"");
    }

    @Test
    void a_table_without_such_a_column_has_no_chart() {
        Table table = new Table(
                "t", "T", "", List.of(new Table.Column("nodes", ""), new Table.Column("ops_s", "")), List.of());

        assertThat(HtmlTable.page("title", List.of(table)).html()).doesNotContain("<figure");
    }

    private static List<TableCell> row(TableCell... cells) {
        return List.of(cells);
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // List.of does not keep the array
    private static String page(List<TableCell>... rows) {
        List<Table.Column> columns = Stream.of("nodes", "ops_s", "ideal_ops_s")
                .map(name -> new Table.Column(name, name.equals("nodes") ? "" : "1/s"))
                .toList();
        return HtmlTable.page("title", List.of(new Table("growth", "Growth", "", columns, List.of(rows))))
                .html();
    }
}
