package squall.report.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.report.reference.Sheet.Column;

class FormTest {
    private static final Sheet FEED = new Sheet(
            "feed",
            "Geese & <ducks>",
            List.of("from: the yard"),
            List.of(new Column("bird", ""), new Column("grams", "g a day"), new Column("wild", "")),
            List.of(
                    List.of(new Cell.Words("goose, \"grey\" | white"), Cell.count(12_000), new Cell.Truth(true)),
                    List.of(new Cell.Words("duck"), Cell.exact(new BigDecimal("96.0")), Cell.NOT_STATED),
                    List.of(
                            new Cell.Words("swan"),
                            new Cell.Span(BigDecimal.TWO, Optional.of(BigDecimal.TEN)),
                            Cell.NOT_STATED)),
            List.of("Nobody weighed it."));

    @Test
    void text_aligns_figures_to_the_right_and_ends_with_the_caveats() {
        assertThat(Form.TEXT.lines(List.of(FEED)))
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
                        "! Nobody weighed it.");
    }

    @Test
    void what_did_not_take_place_is_no_figure_and_not_the_same_as_what_nobody_stated() {
        Sheet one = new Sheet(
                "flight",
                "",
                List.of(),
                List.of(new Column("m", "")),
                List.of(List.of(Cell.NOT_APPLICABLE)),
                List.of());

        assertThat(Form.TEXT.lines(List.of(one))).contains("N/A");
        assertThat(Form.CSV.lines(List.of(one))).containsExactly("m", "N/A");
        assertThat(String.join("", Form.JSON.lines(List.of(one)))).contains("\"m\" : null");
    }

    @Test
    void markdown_keeps_a_bar_within_its_cell() {
        assertThat(Form.MARKDOWN.lines(List.of(FEED)))
                .containsExactly(
                        "## Geese & <ducks>",
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
                        "- **!** Nobody weighed it.");
    }

    @Test
    void csv_has_plain_figures_and_leaves_empty_what_is_not_stated() {
        assertThat(Form.CSV.lines(List.of(FEED)))
                .containsExactly(
                        "bird,grams,wild", "\"goose, \"\"grey\"\" | white\",12000,yes", "duck,96.0,", "swan,2 to 10,");
    }

    @Test
    void html_escapes_what_comes_from_data() {
        assertThat(Form.HTML.lines(List.of(FEED)))
                .contains(
                        "<h2>Geese &amp; &lt;ducks&gt;</h2>",
                        "<tr><th scope=\"col\">bird</th><th scope=\"col\" class=\"figure\">grams</th>"
                                + "<th scope=\"col\" class=\"figure\">wild</th></tr>",
                        "<tr><td>goose, &quot;grey&quot; | white</td><td class=\"figure\">12,000</td>"
                                + "<td class=\"figure\">yes</td></tr>",
                        "<li>Nobody weighed it.</li>")
                .noneMatch(line -> line.contains("<ducks>"));
    }

    @Test
    void json_has_figures_as_numbers_and_null_for_what_is_not_stated() {
        assertThat(String.join("", Form.JSON.lines(List.of(FEED)))).isEqualToIgnoringWhitespace("""
                        [{"name": "feed", "title": "Geese & <ducks>", "source": ["from: the yard"],
                          "units": {"grams": "g a day"},
                          "rows": [{"bird": "goose, \\"grey\\" | white", "grams": 12000, "wild": true},
                                   {"bird": "duck", "grams": 96.0, "wild": null},
                                   {"bird": "swan", "grams": [2, 10], "wild": null}],
                          "caveats": ["Nobody weighed it."]}]""");
    }

    @Test
    void a_figure_that_is_none_is_not_stated() {
        assertThat(Cell.amount(0.0 / 0)).isEqualTo(Cell.NOT_STATED);
        assertThat(new Cell.Span(BigDecimal.TEN, Optional.empty()).text()).isEqualTo("> 10");
    }

    @Test
    void a_row_that_does_not_fit_its_columns_is_a_mistake() {
        assertThatThrownBy(() -> new Sheet(
                        "feed", "", List.of(), List.of(new Column("bird", "")), List.of(List.of()), List.of()))
                .hasMessage("table feed has 1 columns, but this row has 0 cells");
    }
}
