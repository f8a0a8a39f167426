package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.report.reference.Cell;
import squall.report.reference.Form;
import squall.report.reference.Sheet;
import squall.report.table.KeyValue.Measured;
import squall.report.table.KeyValue.Subject;

class KeyValueTest {
    private static final Published PAPER = Published.of("paper-results");

    @Test
    void the_paper_is_printed_as_it_was() {
        Sheet sheet = KeyValue.sheet(measured());

        assertThat(PAPER.texts(sheet))
                .isEqualTo(PAPER.texts().stream()
                        .filter(row -> !row.contains("sometimes up to"))
                        .toList());
    }

    @Test
    void two_databases_are_divided_and_what_is_claimed_in_words_is_computed() {
        List<String> lines = Form.MARKDOWN.lines(List.of(KeyValue.sheet(measured())));

        assertThat(lines)
                .contains(
                        "| pure queries | - | read | 50000000 | yugabytedb | 312 | 165280 | 1.89 | 312.4 | 4.3x | 0.35x |",
                        "| pure queries | - | read | 50000000 | cockroachdb | 192 | 38000 | 5.36 | 203.7 | - | - |",
                        "| pure inserts | initial | write | 50000000 | yugabytedb | 356 | 90000 | 3.94 | 354.6 | 12x | 0.11x |");
    }

    @Test
    void what_only_one_of_two_did_is_not_divided() {
        Subject reads = new Subject(Experiment.INDEX_READS, "", "read");
        Subject writes = new Subject(Experiment.INDEX_INSERTS, "", "write");

        assertThat(csv(line(reads, "a"), line(writes, "b")))
                .containsExactly("index inserts,,write,,b,4,1000,4,4.0,,", "index reads,,read,,a,4,1000,4,4.0,,");
    }

    @Test
    void one_database_or_three_are_not_divided() {
        Subject reads = new Subject(Experiment.INDEX_READS, "", "read");

        assertThat(csv(line(reads, "a"))).containsExactly("index reads,,read,,a,4,1000,4,4.0");
        assertThat(csv(line(reads, "c"), line(reads, "a"), line(reads, "b")))
                .containsExactly(
                        "index reads,,read,,c,4,1000,4,4.0",
                        "index reads,,read,,a,4,1000,4,4.0",
                        "index reads,,read,,b,4,1000,4,4.0");
    }

    @Test
    void an_experiment_is_known_by_its_workload_and_who_reads_and_writes() {
        assertThat(Stream.of(
                        Experiment.of("SqlInserts", 0, 256),
                        Experiment.of("CassandraKeyValue", 312, 0),
                        Experiment.of("SqlUpdates", 128, 64),
                        Experiment.of("CassandraSecondaryIndex", 0, 128),
                        Experiment.of("SqlSecondaryIndex", 128, 0),
                        Experiment.of("SqlSnapshotTxns", 0, 32)))
                .map(experiment -> experiment.orElseThrow())
                .containsExactly(Experiment.values());
        assertThat(List.of(
                        Experiment.of("SqlInserts", 1, 1),
                        Experiment.of("SqlUpdates", 0, 1),
                        Experiment.of("SqlBankTransfers", 0, 1),
                        Experiment.of("SqlSnapshotTxns", 1, 0)))
                .allMatch(experiment -> experiment.isEmpty());
    }

    private static List<Measured> measured() {
        return PAPER.rows().stream()
                .filter(row -> row.get("avg_ms") instanceof Cell.Figure)
                .map(KeyValueTest::measured)
                .toList();
    }

    private static Measured measured(Map<String, Cell> row) {
        Experiment experiment = Stream.of(Experiment.values())
                .filter(one -> one.label().equals(Published.text(row, "experiment")))
                .findFirst()
                .orElseThrow();
        String phase = row.get("phase") instanceof Cell.Words(String words) ? words : "";
        return new Measured(
                new Subject(experiment, phase, Published.text(row, "operation")),
                OptionalLong.of((long) Published.number(row, "keys")),
                Published.text(row, "system"),
                (long) Published.number(row, "threads"),
                new Rate(Published.number(row, "ops_s"), Published.number(row, "avg_ms")));
    }

    private static Measured line(Subject subject, String system) {
        return new Measured(subject, OptionalLong.empty(), system, 4, new Rate(1000, 4));
    }

    private static List<String> csv(Measured... measured) {
        List<String> lines = Form.CSV.lines(List.of(KeyValue.sheet(List.of(measured))));
        return lines.subList(1, lines.size());
    }
}
