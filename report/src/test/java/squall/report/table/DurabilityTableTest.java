package squall.report.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.report.format.TableFormat;
import squall.report.table.RecordedRunEdits.Found;
import squall.report.table.RecordedRunEdits.Tagged;
import squall.results.recorded.RecordedRun;
import squall.table.Table;

class DurabilityTableTest {
    private static final Found KEPT = new Found("ledger", "passed", "1246 acknowledged", Map.of("acknowledged", 1246L));

    @TempDir
    private Path folder;

    @Test
    void what_was_lost_stands_next_to_what_was_acknowledged_and_the_stretch_is_in_milliseconds() throws IOException {
        assertThat(row(
                        new Found(
                                "ledger",
                                "passed",
                                "76 lost; allowed by synchronous_commit=off",
                                Map.of("acknowledged", 13385L, "lost", 76L, "lost_stretch_ms", 233L)),
                        summary -> summary.put("calibrated_maximum_per_s", 2345.6)))
                .isEqualTo("off,kill {signal=KILL} of n1 (zone zone1; primary),1,1,13385,76,233,0.90,2345.6,yes");
    }

    @Test
    void where_nothing_was_lost_there_is_no_stretch_and_commits_are_those_of_the_baseline() throws IOException {
        assertThat(row(KEPT, summary -> {}))
                .isEqualTo("off,kill {signal=KILL} of n1 (zone zone1; primary),1,0,1246,0,,0.90,115110,yes");
    }

    @Test
    void a_node_that_did_not_start_again_has_no_time_and_a_run_without_a_ledger_no_verdict() throws IOException {
        assertThat(row(
                        new Found("register", "passed", "12 reads", Map.of()),
                        summary -> RecordedRunEdits.injection(summary).remove("verified_ns")))
                .isEqualTo("off,kill {signal=KILL} of n1 (zone zone1; primary),1,0,,,,N/A,115110,not checked");
    }

    @Test
    void a_fault_that_was_not_in_effect_and_a_ledger_that_is_undecided_count_as_no_run() throws IOException {
        Table table = DurabilityTable.of(List.of(
                run("off", KEPT, summary -> RecordedRunEdits.injection(summary).remove("effective_ns")),
                run("on", new Found("ledger", "undecided", "it could not be read", Map.of()), summary -> {})));

        assertThat(table.rows()).isEmpty();
        assertThat(table.notes())
                .contains(
                        "Left out: off: kill {signal=KILL} of n1 (zone zone1, primary) was not in effect.",
                        "Left out: on: kill {signal=KILL} of n1 (zone zone1, primary) left the ledger undecided.");
    }

    @Test
    void runs_with_the_same_setting_and_fault_are_one_row_that_counts_those_with_a_loss() throws IOException {
        Found lost = new Found(
                "ledger", "failed", "4 lost", Map.of("acknowledged", 1000L, "lost", 4L, "lost_stretch_ms", 50L));

        assertThat(rows(
                        run("off", KEPT, summary -> {}),
                        run("off", lost, summary -> {}),
                        run("on", KEPT, summary -> {})))
                .endsWith(
                        "off,kill {signal=KILL} of n1 (zone zone1; primary),2,1,2246,4,50,0.90,115110,not the same in all runs",
                        "on,kill {signal=KILL} of n1 (zone zone1; primary),1,0,1246,0,,0.90,115110,yes");
    }

    /** Covers an old error: the rows of the only ledger were added up, once for each kill. */
    @Test
    void a_run_with_two_faults_of_a_kind_has_one_ledger() throws IOException {
        assertThat(row(KEPT, summary -> {
                    ArrayNode groups = (ArrayNode) summary.at("/adversity/phases/0/injection_groups");
                    groups.add(groups.get(0));
                }))
                .isEqualTo("off,kill {signal=KILL} of n1 (zone zone1; primary),1,0,1246,0,,0.90,115110,yes");
    }

    @Test
    void a_run_without_a_scenario_is_refused() throws IOException {
        NamedRun plain = new NamedRun(
                "on",
                RecordedRun.read(Synthetic.disturbed(80, List.of("READ"), 10).write(folder)));

        assertThatThrownBy(() -> DurabilityTable.of(List.of(plain)))
                .hasMessage(plain.run().path() + " is no run of a scenario");
    }

    private static String row(Found found, Consumer<ObjectNode> summary) throws IOException {
        return rows(run("off", found, summary)).getLast();
    }

    private static NamedRun run(String settings, Found found, Consumer<ObjectNode> summary) throws IOException {
        return RecordedRunEdits.run(settings, found, summary, Tagged.NOT);
    }

    private static List<String> rows(NamedRun... runs) {
        return TableFormat.CSV.lines(List.of(DurabilityTable.of(List.of(runs)))).stream()
                .map(line -> line.replace("\"", "").replace("zone1, primary", "zone1; primary"))
                .toList();
    }
}
