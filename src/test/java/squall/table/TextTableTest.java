package squall.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import squall.table.Table.Column;

class TextTableTest {
    /** Covers an old error: a table of operations by window lost its window, and all rows of an operation looked alike. */
    @Test
    void a_column_that_identifies_its_row_is_never_left_out() {
        Table operations = table(
                List.of(
                        Column.text("operation", "operation", Column.KEY),
                        Column.text("window", "window", Column.KEY),
                        Column.number("ok", "ok", 20),
                        Column.number("p99_ms", "p99 ms", 10)),
                List.of("READ", "kill recovery", "1,000", "4.00"));

        assertThat(TextTable.wrapped(operations, 32).lines())
                .containsExactly("operation  window            ok", "READ       kill recovery  1,000");
        assertThat(TextTable.wrapped(operations, 25).lines())
                .containsExactly("operation  window", "READ       kill recovery");
    }

    @Test
    void columns_that_are_left_out_are_named_with_the_place_where_they_are() {
        Table table = table(
                List.of(Column.text("a", "a", Column.KEY), Column.number("b", "long b", 2), Column.number("c", "c", 1)),
                List.of("1234567890", "1234567890", "1234567890"));

        assertThat(TextTable.wrapped(table, 34).remark()).isEmpty();
        assertThat(TextTable.wrapped(table, 33).remark())
                .contains("1 column left out (see bin/report --format csv): c");
        assertThat(TextTable.wrapped(table, 20).remark())
                .contains("2 columns left out (see bin/report --format csv): long b, c");
    }

    @Test
    void words_are_wrapped_before_a_column_is_left_out() {
        Table faults = table(
                List.of(Column.text("fault", "fault", Column.KEY), Column.number("healed", "healed", 1)),
                List.of("kill {signal=KILL} of n1 (zone zone1, primary)", "00:29"));

        assertThat(TextTable.wrapped(faults, 40).lines())
                .containsExactly(
                        "fault                             healed",
                        "kill {signal=KILL} of n1 (zone     00:29",
                        "zone1, primary)");
        assertThat(TextTable.wrapped(faults, 40).leftOut()).isEmpty();
    }

    /** Covers an old error: one long word, an address in a message, cost the whole column of first messages. */
    @Test
    void a_long_word_is_broken_and_costs_no_column_but_one_of_a_key_is_whole() {
        String address = "jdbc:postgresql://192.0.2.1:5432/squall?sslmode=require";
        Table errors = table(
                List.of(Column.text("class", "class", Column.KEY), Column.text("message", "message", 1)),
                List.of("connection", "I/O error at " + address));
        Table runs = table(
                List.of(Column.text("run", "run", Column.KEY), Column.text("began", "began", 1)),
                List.of(address, "2026-11-26"));

        assertThat(TextTable.wrapped(errors, 50).leftOut()).isEmpty();
        assertThat(TextTable.wrapped(errors, 50).lines())
                .containsExactly(
                        "class       message",
                        "connection  I/O error at",
                        "            jdbc:postgresql://192.0.2.1:5432/squal",
                        "            l?sslmode=require");
        assertThat(TextTable.wrapped(runs, 60).lines()).containsExactly("run", address);
    }

    @Test
    void a_heading_is_wrapped_and_its_figures_are_not() {
        Table recovery = table(
                List.of(
                        Column.text("fault", "fault", Column.KEY),
                        Column.number("back_s", "back after injection s", 1)),
                List.of("kill", "8"));

        assertThat(TextTable.wrapped(recovery, 20).lines())
                .containsExactly("fault     back after", "         injection s", "kill               8");
    }

    @Test
    void a_word_that_no_screen_is_wide_enough_for_is_broken() {
        Table table = table(
                List.of(Column.text("name", "name", Column.KEY)), List.of("disk-stalls/diskStall#1(standing-in)"));

        assertThat(TextTable.wrapped(table, 20).lines())
                .containsExactly("name", "disk-stalls/diskStal", "l#1(standing-in)");
    }

    @Test
    void what_fits_is_one_line_a_row() {
        Table table =
                table(List.of(Column.text("name", "name", 1), Column.text("text", "text", 1)), List.of("a", "one two"));

        assertThat(TextTable.wrapped(table, 100)).isEqualTo(TextTable.unwrapped(table, 100));
        assertThat(TextTable.wrappedRows(table, 100)).containsExactly("a  one two");
    }

    private static Table table(List<Column> columns, List<String> cells) {
        return new Table(
                "t",
                "T",
                "",
                columns,
                List.of(cells.stream().map(TableCell::words).toList()));
    }
}
