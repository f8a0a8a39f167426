package squall.report.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

class TableFormatTest {
    private static final Table FEED = new Table(
            "feed",
            "Geese & <ducks>",
            List.of("from: the yard"),
            List.of(new Column("bird", ""), new Column("grams", "g a day"), new Column("wild", "")),
            List.of(
                    List.of(TableCell.words("goose, \"grey\" | white"), TableCell.count(12_000), TableCell.truth(true)),
                    List.of(TableCell.words("duck"), TableCell.exact(new BigDecimal("96.0")), TableCell.NOT_STATED),
                    List.of(
                            TableCell.words("swan"),
                            TableCell.range(BigDecimal.TWO, Optional.of(BigDecimal.TEN)),
                            TableCell.NOT_STATED)),
            List.of("The weight was not measured."));

    @Test
    void text_aligns_figures_to_the_right_and_ends_with_the_caveats() {
        assertThat(TableFormat.TEXT.lines(List.of(FEED)))
                .containsExactly(
                        "feed: Geese & <ducks>",
                        "from: the yard",
                        "units: grams: g a day",
                        "",
                        "bird                     grams  wild",
                        "goose, \"grey\" | white   12,000   yes",
                        "duck                      96.0     -",
                        "swan                   2 to 10     -",
                        "",
                        "! The weight was not measured.");
    }

    @Test
    void what_did_not_take_place_is_no_figure_and_not_the_same_as_what_was_not_stated() {
        Table one = new Table(
                "flight",
                "",
                List.of(),
                List.of(new Column("m", "")),
                List.of(List.of(TableCell.notApplicable("the geese stayed"))),
                List.of());

        assertThat(TableFormat.TEXT.lines(List.of(one))).contains("N/A", "! N/A: the geese stayed.");
        assertThat(TableFormat.CSV.lines(List.of(one))).containsExactly("m", "N/A");
        assertThat(String.join("", TableFormat.JSON.lines(List.of(one))))
                .contains("\"rows\" : [", "N/A: the geese stayed.")
                .doesNotContain("\"m\"");
    }

    @Test
    void markdown_keeps_a_bar_within_its_cell() {
        assertThat(TableFormat.MARKDOWN.lines(List.of(FEED)))
                .containsExactly(
                        "## Geese & &lt;ducks>",
                        "",
                        "- `feed`",
                        "- from: the yard",
                        "- units: grams: g a day",
                        "",
                        "| bird | grams | wild |",
                        "|---|---:|---:|",
                        "| goose, \"grey\" \\| white | 12,000 | yes |",
                        "| duck | 96.0 | - |",
                        "| swan | 2 to 10 | - |",
                        "",
                        "- **!** The weight was not measured.");
    }

    /** Covers an old error: of notes and sources only what is in a cell was escaped, and a name in angle brackets vanished. */
    @Test
    void markdown_shows_names_outside_of_cells_as_they_are() {
        Table named = new Table(
                "feed",
                "*old* against <new>",
                List.of("from: the_yard|<east>"),
                List.of(new Column("bird", "")),
                List.of(List.of(TableCell.words("*duck*"))),
                List.of("<new> (*) ended with exit 5: `x` \\ y"));

        assertThat(TableFormat.MARKDOWN.lines(List.of(named)))
                .containsExactly(
                        "## \\*old\\* against &lt;new>",
                        "",
                        "- `feed`",
                        "- from: the_yard\\|&lt;east>",
                        "",
                        "| bird |",
                        "|---|",
                        "| \\*duck\\* |",
                        "",
                        "- **!** &lt;new> (\\*) ended with exit 5: \\`x\\` \\\\ y");
    }

    @Test
    void csv_has_plain_figures_and_leaves_empty_what_is_not_stated() {
        assertThat(TableFormat.CSV.lines(List.of(FEED)))
                .containsExactly(
                        "bird,grams,wild", "\"goose, \"\"grey\"\" | white\",12000,yes", "duck,96.0,", "swan,2 to 10,");
    }

    @Test
    void html_escapes_what_comes_from_data() {
        assertThat(TableFormat.HTML.lines(List.of(FEED)))
                .contains(
                        "<h2>Geese &amp; &lt;ducks&gt;</h2>",
                        "<table><thead><tr><th scope=\"col\">bird</th><th scope=\"col\" class=\"number\">grams</th>"
                                + "<th scope=\"col\" class=\"number\">wild</th></tr></thead><tbody>"
                                + "<tr><th scope=\"row\">goose, &quot;grey&quot; | white</th>"
                                + "<td class=\"number\" data-label=\"grams\">12,000</td>"
                                + "<td class=\"number\" data-label=\"wild\">yes</td></tr>",
                        "<li>The weight was not measured.</li>")
                .noneMatch(line -> line.contains("<ducks>"));
    }

    @Test
    void json_has_figures_as_numbers_and_leaves_out_what_is_not_stated() {
        assertThat(String.join("", TableFormat.JSON.lines(List.of(FEED)))).isEqualToIgnoringWhitespace("""
                        [{"name": "feed", "title": "Geese & <ducks>", "source": ["from: the yard"],
                          "units": {"grams": "g a day"},
                          "rows": [{"bird": "goose, \\"grey\\" | white", "grams": 12000, "wild": true},
                                   {"bird": "duck", "grams": 96.0},
                                   {"bird": "swan", "grams": [2, 10]}],
                          "caveats": ["The weight was not measured."]}]""");
    }

    @Test
    void a_figure_that_is_none_is_not_stated() {
        assertThat(TableCell.measured(0.0 / 0)).isEqualTo(TableCell.NOT_STATED);
        assertThat(TableCell.range(BigDecimal.TEN, Optional.empty()).text()).isEqualTo("> 10");
    }

    @Test
    void a_row_that_does_not_fit_its_columns_is_a_mistake() {
        assertThatThrownBy(() -> new Table(
                        "feed", "", List.of(), List.of(new Column("bird", "")), List.of(List.of()), List.of()))
                .hasMessage("table feed has 1 columns, but this row has 0 cells");
    }
}
