package squall.report.table;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.table.PublishedFigures.PublishedDocument;
import squall.report.table.PublishedFigures.PublishedDocumentFile;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.table.TableCell;

class PublishedDocumentFileTest {
    private static final String GOOD = """
            {"format": "squall-reference/1", "title": "Yard", "by": "Anna", "charts_without_numbers": ["Eggs"], "tables": [
              {"name": "feed", "title": "Feed", "where": "page 1", "approximate": false,
               "columns": [{"name": "bird", "unit": ""}, {"name": "grams", "unit": "g"}],
               "rows": [["duck", 96.0], ["swan", [2, null]], ["owl", [1, 2, 3]], ["hen", null], [true, 7]],
               "caveats": ["A guess."]}]}""";

    @Test
    void every_kind_of_figure_is_read_as_it_was_published() throws IOException {
        PublishedDocument yard = read(GOOD);
        PublishedTable feed = yard.tables().getFirst();

        assertThat(feed.document()).isEqualTo("Yard (Anna)");
        assertThat(yard.chartsOnly()).containsExactly("Eggs");
        assertThat(feed.rows().stream().map(row -> row.get(1)))
                .containsExactly(
                        TableCell.exact(new BigDecimal("96.0")),
                        TableCell.range(BigDecimal.TWO, Optional.empty()),
                        TableCell.several(List.of(BigDecimal.ONE, BigDecimal.TWO, BigDecimal.valueOf(3))),
                        TableCell.NOT_STATED,
                        TableCell.exact(BigDecimal.valueOf(7)));
        assertThat(feed.byColumn().getLast().get("bird")).isEqualTo(TableCell.truth(true));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\'',
            value = {
                "'squall-reference/1' | 'reference/9' | yard.json: format must be 'squall-reference/1', not \"reference/9\"",
                "', 96.0' | '' | yard.json: feed, row 1 must have 2 cells, not 1",
                "'[2, null]' | '[null, 2]' | yard.json: feed has a range that is none: [null,2]",
                "'[2, null]' | '{}' | yard.json: feed has a cell that is no figure: {}",
                "'\"A guess.\"' | '' | 'yard.json: feed has no caveats: every published figure has some'",
                "'\"where\"' | '\"here\"' | 'yard.json: feed must have the members [approximate, caveats, columns, name, rows, title, where], not [approximate, caveats, columns, here, name, rows, title]'",
            })
    void a_damaged_file_is_refused_by_name_and_place(String good, String bad, String message) {
        assertThatThrownBy(() -> read(GOOD.replace(good, bad)))
                .isInstanceOf(IOException.class)
                .hasMessage(message);
    }

    private static PublishedDocument read(String json) throws IOException {
        return PublishedDocumentFile.read("yard.json", new ByteArrayInputStream(json.getBytes(UTF_8)));
    }
}
