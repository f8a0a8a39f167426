package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.table.NamedRun;
import squall.results.recorded.RecordedRun;
import squall.table.Table;
import squall.table.TableCell;

/** Test of tables that are made of several runs, on copies of runs that real front ends made. */
class RunTablesTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden");

    @TempDir
    Path temp;

    private final List<String> notes = new ArrayList<>();

    @Test
    void the_card_has_a_row_for_each_version_that_has_a_run_under_the_scenario() throws Exception {
        List<Table> card = new RunTables("card").of(runs(), notes::add);

        assertThat(card)
                .extracting(Table::name)
                .containsExactly("adversity-card", "adversity-score", "adversity-dimensions");
        assertThat(cells(card.getFirst(), 1)).containsExactly("16", "17");
        assertThat(notes).singleElement().asString().startsWith("18: N/A: ").contains(" was under no scenario");
    }

    @Test
    void each_version_is_compared_with_the_one_before_it() throws Exception {
        Table comparison =
                new RunTables("compare").of(runs().subList(0, 2), notes::add).getFirst();

        assertThat(cells(comparison, 0)).contains("baseline.goodput_per_s", "kill.availability_percent");
        assertThat(cells(comparison, 1)).containsOnly("16");
        assertThat(cells(comparison, 2)).containsOnly("17");
        assertThat(cells(comparison, 8)).allMatch(verdict -> verdict.startsWith("cannot tell (needs "));
        assertThat(notes).isEmpty();
    }

    /** Returns two runs under a scenario, and one without. */
    private List<NamedRun> runs() throws IOException {
        return List.of(run("16", "adversity"), run("17", "adversity"), run("18", "ycsb-run"));
    }

    private NamedRun run(String version, String of) throws IOException {
        Path copy = temp.resolve(version);
        try (Stream<Path> files = Files.walk(GOLDEN.resolve(of))) {
            for (Path file : files.toList()) {
                Files.copy(
                        file, copy.resolve(GOLDEN.resolve(of).relativize(file).toString()));
            }
        }
        Path manifest = copy.resolve("manifest.json");
        Files.writeString(
                manifest, Files.readString(manifest).replaceFirst("(\"run_id\" ?: ?\"[^\"]*)", "$1-" + version));
        return new NamedRun(version, RecordedRun.read(copy));
    }

    private static List<String> cells(Table table, int column) {
        return table.rows().stream()
                .map(row -> row.get(column))
                .map(TableCell::text)
                .toList();
    }
}
