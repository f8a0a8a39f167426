package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.format.TableFormat;
import squall.report.table.RecordedRunEdits.Found;
import squall.report.table.RecordedRunEdits.Tagged;
import squall.table.Table;

class JepsenFindingsTableTest {
    private static final Found LOST =
            new Found("ledger", "passed", "3 lost; allowed by fsync=off", Map.of("acknowledged", 900L, "lost", 3L));
    private static final Found KEPT = new Found("ledger", "passed", "900 acknowledged", Map.of("acknowledged", 900L));

    @TempDir
    private Path folder;

    @Test
    void a_finding_is_one_row_with_its_control_and_how_often_each_was_as_it_should_be() throws IOException {
        Table table = JepsenFindingsTable.of(List.of(
                ledger("finding", LOST), ledger("finding", KEPT), ledger("control", KEPT), ledger("control", KEPT)));

        assertThat(rows(table))
                .containsExactly(
                        "lazy-fsync,Jepsen/NATS/2025,PostgreSQL 17.5,ledger:lost,fsync=off,1 of 2,fsync=on,2 of 2,"
                                + "bin/adversity run durability --size power-cut");
        assertThat(table.notes()).hasSize(2);
    }

    @Test
    void a_finding_that_was_not_seen_and_a_control_that_was_not_clean_are_named() throws IOException {
        Table table = JepsenFindingsTable.of(List.of(ledger("finding", KEPT), ledger("control", LOST)));

        assertThat(rows(table).getFirst()).contains(",0 of 1,fsync=on,0 of 1,");
        assertThat(table.notes())
                .contains(
                        "lazy-fsync: not seen in 1 run on PostgreSQL 17.5; this version, or this machine, did not show it.",
                        "lazy-fsync: seen in 1 run of the control too, so that its setting does not exclude it.");
    }

    @Test
    void a_run_whose_check_or_fault_is_undecided_counts_for_neither() throws IOException {
        NamedRun withoutFault = run(
                "control",
                "ledger:lost",
                KEPT,
                summary -> RecordedRunEdits.injection(summary).remove("effective_ns"));
        Table table = JepsenFindingsTable.of(List.of(
                ledger("finding", new Found("ledger", "undecided", "the database did not answer", Map.of())),
                withoutFault));

        assertThat(rows(table).getFirst()).contains(",0 of 0,fsync=on,0 of 0,");
        assertThat(table.notes())
                .contains(
                        "lazy-fsync: a run is undecided (r1): check 'ledger' undecided the database did not answer",
                        "lazy-fsync: a control is undecided (r1): the fault of phase 'kill' was not in effect");
    }

    /** Counts a loss as a loss, whatever the fault did. */
    @Test
    void a_loss_without_a_fault_in_effect_was_still_seen() throws IOException {
        assertThat(rows(JepsenFindingsTable.of(List.of(run(
                                "finding",
                                "ledger:lost",
                                LOST,
                                summary -> RecordedRunEdits.injection(summary).remove("effective_ns")))))
                        .getFirst())
                .contains(",1 of 1,");
    }

    @Test
    void an_anomaly_is_seen_in_the_judged_history_and_clean_only_if_all_of_it_was_searched() throws IOException {
        assertThat(seen(history("{\"lost update\": 2}", true))).isEqualTo("1 of 1");
        assertThat(seen(history("{\"write skew (G2-item)\": 2}", true))).isEqualTo("0 of 1");
        assertThat(seen(history("{}", false))).isEqualTo("0 of 0");
        assertThat(seen("")).isEqualTo("0 of 0");
    }

    @Test
    void a_run_that_does_not_say_what_it_belongs_to_is_refused() throws IOException {
        NamedRun plain = RecordedRunEdits.run("", KEPT, summary -> {}, Tagged.NOT);
        assertThatThrownBy(() -> JepsenFindingsTable.of(List.of(plain)))
                .hasMessage(
                        plain.run().path() + " has no tag 'finding': name runs of bin/experiment run jepsen-findings,"
                                + " or tag them with --tag finding=NAME,as=finding,check=ledger:lost (as=control for a control)");

        NamedRun vague = run("finding", "ledger", KEPT, summary -> {});
        assertThatThrownBy(() -> JepsenFindingsTable.of(List.of(vague)))
                .hasMessage(folder
                        + ": the tag 'check' must be CHECK:ANOMALY, such as ledger:lost or isolation:lost-update,"
                        + " not 'ledger'");

        NamedRun unknown = run("finding", "isolation:lost", KEPT, summary -> {});
        assertThatThrownBy(() -> JepsenFindingsTable.of(List.of(unknown)))
                .hasMessageStartingWith("'lost' is not an anomaly: use one of ");
    }

    private String seen(String record) throws IOException {
        Path file = folder.resolve("isolation.json");
        if (record.isEmpty()) {
            Files.deleteIfExists(file);
        } else {
            Files.writeString(file, record);
        }
        List<String> row = List.of(
                rows(JepsenFindingsTable.of(List.of(run("finding", "isolation:lost-update", KEPT, summary -> {}))))
                        .getFirst()
                        .split(",", -1));
        return row.get(5);
    }

    private static String history(String anomalies, boolean searchedAll) {
        return """
                {"asked": "repeatable read", "claimed": "read committed", "seen": "", "committed": 900, "aborted": 0,
                 "unknown": 0, "complete": true, "searched_all": %s, "anomalies": %s, "ruled_out": [], "strongest": [],
                 "witnesses": []}
                """.formatted(searchedAll, anomalies);
    }

    private NamedRun ledger(String as, Found found) throws IOException {
        return run(as, "ledger:lost", found, summary -> {});
    }

    private NamedRun run(String as, String check, Found found, Consumer<ObjectNode> summary) throws IOException {
        List<String> tags = new ArrayList<>(List.of("finding=lazy-fsync", "as=" + as, "check=" + check));
        tags.add("source=Jepsen/NATS/2025");
        tags.add("setting=fsync:" + (as.equals("control") ? "on" : "off"));
        List<String> command =
                List.of("bin/adversity", "run", "durability", "--tag", String.join(",", tags), "--size", "power-cut");
        return RecordedRunEdits.run("", found, summary, new Tagged("r1", folder, tags, command));
    }

    private static List<String> rows(Table table) {
        List<String> lines = TableFormat.CSV.lines(List.of(table));
        return lines.subList(1, lines.size());
    }
}
