package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.model.RunReportBuilder;
import squall.results.ProbeStatus;
import squall.results.RecordedRun;
import squall.table.TableCell;

/** What the page of a run under way says before everything else, from the golden run under a scenario at several of its moments. */
class LiveReportTest {
    private static final Path GOLDEN = Path.of("test/resources/squall/golden/adversity");

    @TempDir
    private Path folder;

    @Test
    void in_the_baseline_it_says_when_that_ends_and_what_is_injected_then() throws IOException {
        assertThat(rows(after(1)))
                .contains(
                        "Next: the baseline ends at about 00:10, later if it is not steady; then kill (kill, held for"
                                + " 4.0 s) from 00:10 at the earliest; then the end of the run at 00:19 at the"
                                + " earliest, and the checks of the data",
                        "Errors by SQLSTATE: none")
                .noneMatch(row -> row.startsWith("Fault"));
    }

    @Test
    void in_mid_fault_it_says_what_is_in_effect_and_when_it_is_healed() throws IOException {
        assertThat(rows(after(5)))
                .contains(
                        "Fault: kill {signal=KILL} of n1 (zone zone1, primary): injected at 00:25, verified to be in"
                                + " effect at 00:25",
                        "Next: healing of kill {signal=KILL} of n1 (zone zone1, primary) at about 00:29; then the end"
                                + " of the run at 00:37 at the earliest, and the checks of the data");
    }

    @Test
    void a_fault_that_is_gone_is_none_any_more() throws IOException {
        assertThat(rows(after(7)))
                .contains("Next: recovery, watched until 00:53 at the latest; then the end of the run at 00:37 at the"
                        + " earliest, and the checks of the data")
                .noneMatch(row -> row.startsWith("Fault"));
    }

    @Test
    void it_says_what_the_probes_have_seen() throws IOException {
        RecordedRun run = after(5);
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

    private static ProbeStatus.Lane lane(
            String name, OptionalDouble silentSince, long outages, ProbeStatus.Outage longest) {
        return new ProbeStatus.Lane(name, silentSince, outages, Optional.of(longest));
    }

    /** The run after so many of its events. */
    private RecordedRun after(int events) throws IOException {
        Path run = folder.resolve("run");
        try (Stream<Path> all = Files.walk(GOLDEN)) {
            for (Path file : all.toList()) {
                Files.copy(file, run.resolve(GOLDEN.relativize(file).toString()));
            }
        }
        Files.delete(run.resolve("summary.json"));
        Path lines = run.resolve("events.jsonl");
        Files.writeString(lines, String.join("\n", Files.readAllLines(lines).subList(0, events)) + "\n");
        return RecordedRun.read(run);
    }

    private static List<String> rows(RecordedRun run) throws IOException {
        return LiveReport.of(RunReportBuilder.of(run), run.config(), run.probes()).now().rows().stream()
                .map(row -> row.getFirst().text() + ": "
                        + row.stream().map(TableCell::text).toList().getLast())
                .toList();
    }
}
