package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.isolation.Anomaly;
import squall.report.model.RunReportBuilder;
import squall.results.Directories;
import squall.results.IsolationRecords;
import squall.results.ProbeStatus;
import squall.results.recorded.RecordedRun;
import squall.table.TableCell;

/** Test of the first lines on the page of a run under way, with the golden run under a scenario at several of its moments. */
class LiveReportTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/adversity");

    @TempDir
    private Path folder;

    @Test
    void in_the_baseline_it_says_when_that_ends_and_what_is_injected_then() throws IOException {
        assertThat(rows(after(1, 5)))
                .contains(
                        "Next: the baseline ends at about 00:10, later if it is not steady",
                        "Then: kill (kill, held for 4.0 s) from 00:10",
                        "End: at 00:19, followed by the checks of the data",
                        "Errors by SQLSTATE: none")
                .noneMatch(row -> row.startsWith("Fault"));
    }

    @Test
    void a_phase_is_known_by_the_member_of_its_event_and_not_by_the_sentence() throws IOException {
        RecordedRun run = after(3, 24);
        Path events = run.path().resolve("events.jsonl");
        Files.writeString(events, Files.readString(events).replace("kill begins", "now kill"));
        assertThat(rows(RecordedRun.read(run.path())))
                .contains("Next: injection of kill (kill, held for 4.0 s) at about 00:24");
    }

    @Test
    void a_baseline_that_is_measured_again_does_not_end_in_the_past() throws IOException {
        assertThat(rows(after(2, 20)))
                .contains("Next: the baseline ends when it is steady", "Then: kill (kill, held for 4.0 s) from 00:20");
    }

    /** Covers a rolling upgrade, which takes a minute, and is in the files when it is over. */
    @Test
    void an_injection_under_way_is_not_announced_for_a_time_that_has_passed() throws IOException {
        assertThat(rows(after(3, 24))).contains("Next: injection of kill (kill, held for 4.0 s) at about 00:24");
        assertThat(rows(after(3, 28)))
                .contains("Next: the injection of kill (kill, held for 4.0 s), under way since 00:25");
    }

    @Test
    void in_mid_fault_it_says_what_is_in_effect_and_when_it_is_healed() throws IOException {
        assertThat(rows(after(5, 28)))
                .contains(
                        "Fault: kill {signal=KILL} of n1 (zone1, primary): injected at 00:25, verified to be in"
                                + " effect at 00:25",
                        "Next: healing of kill {signal=KILL} of n1 (zone1, primary) at about 00:29",
                        "End: at 00:32, followed by the checks of the data")
                .noneMatch(row -> row.startsWith("Then"));
        assertThat(rows(after(5, 31)))
                .contains("Next: healing of kill {signal=KILL} of n1 (zone1, primary), due since 00:29");
    }

    @Test
    void a_fault_that_is_gone_is_none_any_more() throws IOException {
        assertThat(rows(after(7, 33)))
                .contains("Next: recovery, watched until 00:53 at the latest")
                .noneMatch(row -> row.startsWith("Fault"));
    }

    @Test
    void a_control_phase_has_no_fault() throws IOException {
        RecordedRun run = after(5, 28);
        Path events = run.path().resolve("events.jsonl");
        Files.writeString(
                events,
                Files.readString(events)
                        .replace(
                                "\"kill {signal=KILL}\",\"target\":\"n1 (zone zone1, primary)\"",
                                "\"none\",\"target\":\"\""));
        assertThat(rows(RecordedRun.read(run.path()))).noneMatch(row -> row.startsWith("Fault"));
    }

    @Test
    void the_next_repetition_comes_after_its_gap_and_not_after_a_recovery() throws IOException {
        RecordedRun run = after(7, 33);
        Path scenario = run.path().resolve("config/scenario.yaml");
        Files.writeString(
                scenario,
                Files.readString(scenario)
                        .replace("  hold: 4s", "  hold: 4s\n  repeat: {times: 3, gap: {random: [5s, 9s]}}"));
        Path events = run.path().resolve("events.jsonl");
        Files.writeString(
                events, Files.readString(events).replace("\"injection\":\"kill\"", "\"injection\":\"kill#1\""));
        assertThat(rows(RecordedRun.read(run.path())))
                .contains("Next: injection 2 of 3 of kill between 00:35 and 00:39");
    }

    @Test
    void an_error_that_comes_from_no_database_is_named_once() throws IOException {
        RecordedRun run = after(5, 28);
        Files.writeString(
                run.path().resolve("errors.csv"),
                "t_s,operation,class,sqlstate,count,outcome\n26,READ,late,late,48,refused\n");
        assertThat(rows(run)).contains("Errors by SQLSTATE: late × 48");
    }

    @Test
    void many_phases_to_come_do_not_fill_the_page() throws IOException {
        RecordedRun run = after(1, 5);
        Path scenario = run.path().resolve("config/scenario.yaml");
        StringBuilder more = new StringBuilder(Files.readString(scenario));
        for (int n = 1; n <= 4; n++) {
            more.append("- {name: again")
                    .append(n)
                    .append(", fault: {kill: {signal: KILL}}, target: {pick: one}, hold: 4s}\n");
        }
        Files.writeString(scenario, more);
        assertThat(rows(RecordedRun.read(run.path())))
                .contains("Then: kill (kill, held for 4.0 s) from 00:10; again1 (kill, held for 4.0 s) from 00:19;"
                        + " again2 (kill, held for 4.0 s) from 00:28; and 2 more phases");
    }

    @Test
    void it_says_what_the_probes_have_seen() throws IOException {
        RecordedRun run = after(5, 28);
        assertThat(rows(run)).noneMatch(row -> row.startsWith("Probe"));
        new ProbeStatus(
                        29,
                        List.of(
                                lane("n1 write", OptionalDouble.of(25.2), 1, new ProbeStatus.Outage(10, 12.5)),
                                lane("n2 read", OptionalDouble.empty(), 2, new ProbeStatus.Outage(10, 14)),
                                new ProbeStatus.Lane("n3 read", OptionalDouble.empty(), 0, Optional.empty())),
                        Map.of(
                                "ledger", new ProbeStatus.Writes(1234, 5, 2, 0, OptionalLong.empty()),
                                "register", new ProbeStatus.Writes(10, 0, 0, 1, OptionalLong.of(3))))
                .write(run.path());
        assertThat(rows(run))
                .contains(
                        "Probe n1 write: no answer since 00:25, 3.80 s so far; 1 outage before: 2.50 s from 00:10",
                        "Probe n2 read: answers; 2 outages, the longest: 4.00 s from 00:10",
                        "Writes of the ledger: 1,234 acknowledged, 5 refused, 2 unknown; lost ones are counted when the"
                                + " load has ended",
                        "Writes of the register: 10 acknowledged, 0 refused, 0 unknown; anomalies seen: 1; 3 lost")
                .noneMatch(row -> row.startsWith("Probe n3"));
    }

    @Test
    void a_judged_load_shows_what_was_seen_so_far_and_how_much_of_it_was_judged() throws IOException {
        RecordedRun run = after(5, 28);
        assertThat(rows(run)).noneMatch(row -> row.startsWith("Isolation"));
        IsolationRecords.write(run.path(), Map.of(Anomaly.LOST_UPDATE, 2L));
        assertThat(rows(run))
                .anySatisfy(row -> assertThat(row)
                        .startsWith("Isolation: database says serializable, seen: lost update (2): at most")
                        .endsWith("; judged: 93.9 % of 1,000 reads, order known of all 300 writes"));
    }

    private static ProbeStatus.Lane lane(
            String name, OptionalDouble silentSince, long outages, ProbeStatus.Outage longest) {
        return new ProbeStatus.Lane(name, silentSince, outages, Optional.of(longest));
    }

    /** Returns the run after so many of its events and seconds. */
    private RecordedRun after(int events, int seconds) throws IOException {
        Path run = Directories.copy(GOLDEN, Files.createTempDirectory(folder, "run"));
        Directories.unlisted(run);
        Files.delete(run.resolve("summary.json"));
        Path lines = run.resolve("events.jsonl");
        Files.writeString(lines, String.join("\n", Files.readAllLines(lines).subList(0, events)) + "\n");
        Path series = run.resolve("timeseries.csv");
        Files.write(
                series,
                Files.readAllLines(series).stream()
                        .filter(line ->
                                line.startsWith("t_s") || Integer.parseInt(line.replaceFirst(",.*", "")) < seconds)
                        .toList());
        Path windows = run.resolve("phases.json");
        ArrayNode begun = (ArrayNode) new ObjectMapper().readTree(windows.toFile());
        begun.removeIf(window -> window.path("from_s").asInt() >= seconds);
        new ObjectMapper().writeValue(windows.toFile(), begun);
        return RecordedRun.read(run);
    }

    private static List<String> rows(RecordedRun run) throws IOException {
        return LiveReport.of(RunReportBuilder.of(run), run.config(), run.probes()).tables().getFirst().rows().stream()
                .map(row -> row.getFirst().text() + ": "
                        + row.stream().map(TableCell::text).toList().getLast())
                .toList();
    }
}
