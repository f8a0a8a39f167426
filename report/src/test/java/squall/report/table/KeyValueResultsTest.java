package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.report.format.TableFormat;
import squall.report.table.KeyValueReading.KeyValueResults;
import squall.report.table.KeyValueReading.KeyValueResults.Measured;
import squall.report.table.KeyValueReading.KeyValueResults.Subject;
import squall.report.table.OperationWindow.OperationRate;
import squall.table.Table;
import squall.table.TableCell;

class KeyValueResultsTest {
    private static final Published PAPER = Published.of("paper-results");

    @Test
    void the_paper_is_printed_as_it_was() {
        Table table = KeyValueResults.table(measured());

        assertThat(PAPER.texts(table))
                .isEqualTo(PAPER.texts().stream()
                        .filter(row -> !row.contains("sometimes up to"))
                        .toList());
    }

    @Test
    void two_databases_are_divided_and_what_is_claimed_in_words_is_computed() {
        List<String> lines = TableFormat.MARKDOWN.lines(List.of(KeyValueResults.table(measured())));

        assertThat(lines)
                .contains(
                        "| pure queries | - | read | 50000000 | yugabytedb | 312 | 165280 | 1.89 | 312.4 | - | 4.3x | 0.35x |",
                        "| pure queries | - | read | 50000000 | cockroachdb | 192 | 38000 | 5.36 | 203.7 | - | - | - |",
                        "| pure inserts | initial | write | 50000000 | yugabytedb | 356 | 90000 | 3.94 | 354.6 | - | 12x | 0.11x |");
    }

    @Test
    void what_only_one_of_two_did_is_not_divided() {
        Subject reads = new Subject(KeyValueResults.KeyValueExperiment.INDEX_READS, "", "read");
        Subject writes = new Subject(KeyValueResults.KeyValueExperiment.INDEX_INSERTS, "", "write");

        assertThat(csv(line(reads, "a"), line(writes, "b")))
                .containsExactly(
                        "index inserts,,write,,b,4,1000,4,4.0,9.5,,", "index reads,,read,,a,4,1000,4,4.0,9.5,,");
    }

    @Test
    void one_database_or_three_are_not_divided() {
        Subject reads = new Subject(KeyValueResults.KeyValueExperiment.INDEX_READS, "", "read");

        assertThat(csv(line(reads, "a"))).containsExactly("index reads,,read,,a,4,1000,4,4.0,9.5");
        assertThat(csv(line(reads, "c"), line(reads, "a"), line(reads, "b")))
                .containsExactly(
                        "index reads,,read,,c,4,1000,4,4.0,9.5",
                        "index reads,,read,,a,4,1000,4,4.0,9.5",
                        "index reads,,read,,b,4,1000,4,4.0,9.5");
    }

    @Test
    void threads_that_had_too_little_to_do_are_noted() {
        Subject reads = new Subject(KeyValueResults.KeyValueExperiment.INDEX_READS, "", "read");
        Measured busy = new Measured(reads, OptionalLong.empty(), "pg", 10, new OperationRate(1000, 9.1), 9.5);
        Measured idle = new Measured(reads, OptionalLong.empty(), "yb", 10, new OperationRate(1000, 4), 9.5);

        assertThat(KeyValueResults.table(List.of(busy)).notes())
                .noneMatch(note -> note.startsWith("Threads were busy"));
        assertThat(KeyValueResults.table(List.of(busy, idle)).notes())
                .last()
                .isEqualTo(
                        "Threads were busy for less than 90 % of a run that was too short for so many, or had a rate:"
                                + " index reads, reads on yb 40 %.");
    }

    @Test
    void an_experiment_is_known_by_its_workload_and_who_reads_and_writes() {
        assertThat(Stream.of(
                        KeyValueResults.KeyValueExperiment.of("SqlInserts", 0, 256),
                        KeyValueResults.KeyValueExperiment.of("CassandraKeyValue", 312, 0),
                        KeyValueResults.KeyValueExperiment.of("SqlUpdates", 128, 64),
                        KeyValueResults.KeyValueExperiment.of("CassandraSecondaryIndex", 0, 128),
                        KeyValueResults.KeyValueExperiment.of("SqlSecondaryIndex", 128, 0),
                        KeyValueResults.KeyValueExperiment.of("SqlSnapshotTxns", 0, 32)))
                .map(experiment -> experiment.orElseThrow())
                .containsExactly(KeyValueResults.KeyValueExperiment.values());
        assertThat(List.of(
                        KeyValueResults.KeyValueExperiment.of("SqlInserts", 1, 1),
                        KeyValueResults.KeyValueExperiment.of("SqlUpdates", 0, 1),
                        KeyValueResults.KeyValueExperiment.of("SqlBankTransfers", 0, 1),
                        KeyValueResults.KeyValueExperiment.of("SqlSnapshotTxns", 1, 0)))
                .allMatch(experiment -> experiment.isEmpty());
    }

    private static List<Measured> measured() {
        return PAPER.rows().stream()
                .filter(row -> Published.cell(row, "avg_ms").number().isPresent())
                .map(KeyValueResultsTest::measured)
                .toList();
    }

    private static Measured measured(Map<String, TableCell> row) {
        KeyValueResults.KeyValueExperiment experiment = Stream.of(KeyValueResults.KeyValueExperiment.values())
                .filter(one -> one.label().equals(Published.text(row, "experiment")))
                .findFirst()
                .orElseThrow();
        String phase = Published.cell(row, "phase").value() instanceof TableCell.Words(String words) ? words : "";
        return new Measured(
                new Subject(experiment, phase, Published.text(row, "operation")),
                OptionalLong.of((long) Published.number(row, "keys")),
                Published.text(row, "system"),
                (long) Published.number(row, "threads"),
                new OperationRate(Published.number(row, "ops_s"), Published.number(row, "avg_ms")),
                Double.NaN);
    }

    private static Measured line(Subject subject, String system) {
        return new Measured(subject, OptionalLong.empty(), system, 4, new OperationRate(1000, 4), 9.5);
    }

    private static List<String> csv(Measured... measured) {
        List<String> lines = TableFormat.CSV.lines(List.of(KeyValueResults.table(List.of(measured))));
        return lines.subList(1, lines.size());
    }
}
