package squall.adversity.dialects;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Test that docs/dialects.md lists what Squall sends to CockroachDB and YugabyteDB: all of it, and nothing else. */
@Tag("server")
@Tag("extended")
class DialectStatementsServerTest {
    @ParameterizedTest
    @EnumSource
    void every_statement_that_is_sent_is_listed_and_every_listed_one_is_sent(DialectTranslation dialect)
            throws Exception {
        List<String> failures;
        Map<String, List<String>> sent;
        try (ImitatedDatabase database = new ImitatedDatabase(dialect)) {
            failures = new FrontEnds(dialect, database).run();
            sent = database.sent();
        }
        DialectPage page = DialectPage.read();

        Path written = Path.of("target", "sent-to-" + dialect + ".md");
        List<String> lines = new ArrayList<>();
        sent.forEach((shape, senders) -> lines.add(DialectPage.line(shape, senders)));
        Files.write(written, lines);

        assertThat(failures).isEmpty();
        TreeSet<String> unlisted = new TreeSet<>(sent.keySet());
        page.statements(dialect, false).forEach(unlisted::remove);
        TreeSet<String> stale = new TreeSet<>(page.statements(dialect, true));
        stale.removeAll(sent.keySet());
        assertThat(unlisted)
                .describedAs(
                        "sent, but not in docs/dialects.md: look up whether %s allows it, and add it with the source; all that is sent stands in %s",
                        dialect, written)
                .isEmpty();
        assertThat(stale)
                .describedAs("in docs/dialects.md, but not sent to %s", dialect)
                .isEmpty();
    }

    @Test
    void every_listed_statement_has_a_source_that_is_listed_too() throws Exception {
        DialectPage page = DialectPage.read();
        assertThat(page.rows()).isNotEmpty();
        for (DialectPage.Row row : page.rows()) {
            for (DialectTranslation dialect : DialectTranslation.values()) {
                if (row.sentTo(dialect)) {
                    for (String source : row.cell(dialect).split(", ", -1)) {
                        assertThat(page.sources()).as(row.statement()).containsKey(source);
                    }
                }
            }
        }
    }
}
