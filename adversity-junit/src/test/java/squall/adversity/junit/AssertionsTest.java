package squall.adversity.junit;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.check.isolation.ConsistencyModel;
import squall.results.Directories;
import squall.results.RunDirectory;
import squall.results.history.IsolationRecord;
import squall.results.history.RecordedHistory;

class AssertionsTest {
    /** The phase kill recovered after 12.5 s, the phase cut had not recovered after 60 s, the phase region was not carried out. */
    private static final String SUMMARY = """
        {
          "state": "complete",
          "exit_code": 3,
          "exit_codes": [{"code": 3, "reason": "phase cut: timeToBaseline"}],
          "checks": [{"name": "ledger", "verdict": "passed", "detail": "200 rows"}],
          "adversity": {"phases": [
            {"name": "kill", "state": "passed", "reasons": [], "injection_groups": [
              {"name": "kill", "availability": 0.97, "goodput_share": 0.9,
               "recovery": {"from_healing": {"after_s": 12.5}}, "lanes": {"unavailable_max_s": 4.2}}]},
            {"name": "cut", "state": "missed", "reasons": [], "injection_groups": [
              {"name": "cut", "availability": 0.5, "recovery": {"from_healing": {"longer_than_s": 60.0}}}],
             "expectations": [{"measure": "timeToBaseline", "wanted": "<= 30s", "found": "more than 60 s", "verdict": "missed"}]},
            {"name": "region", "state": "not_applicable", "reasons": ["all nodes are in one region"], "injection_groups": []}
          ]}
        }
        """;

    @Test
    void what_was_as_asserted() throws IOException {
        assertThat(run(SUMMARY))
                .phase("kill")
                .recoversWithin(13, SECONDS)
                .isUnavailableAtMost(Duration.ofSeconds(5))
                .isAvailableAtLeast(0.95)
                .keepsGoodputOf(0.9)
                .meetsExpectations()
                .losesNothing();
        assertThat(run(SUMMARY.replace("\"exit_code\": 3", "\"exit_code\": 0"))).passes();
    }

    @Test
    void an_anomaly_that_a_level_proscribes_and_one_that_it_allows(@TempDir Path results) throws IOException {
        RunDirectory recorded = Directories.running(results);
        recorded.close();
        Path directory = recorded.path();
        AdversityRun run = new AdversityRun(directory, new ObjectMapper().readTree(SUMMARY));
        assertThatThrownBy(() -> assertThat(run).hasNoAnomaliesBelow(ConsistencyModel.SNAPSHOT))
                .hasMessageContaining("no transactions were recorded in " + directory);

        Path history = directory.resolve("probe-history.jsonl");
        Files.writeString(history, """
            {"model":"REGISTER","asked":"","claimed":"snapshot isolation"}
            {"session":1,"begin":0,"end":9,"outcome":"aborted","ops":[["r",1],["w",1,1]]}
            """);
        RecordedHistory.read(directory).judged().write(directory, IsolationRecord.HistorySource.PROBE);
        assertThatThrownBy(() -> assertThat(run).hasNoAnomaliesBelow(ConsistencyModel.SNAPSHOT))
                .hasMessageContaining("no transaction was committed in " + directory);

        Files.writeString(history, """
            {"model":"REGISTER","asked":"","claimed":"snapshot isolation"}
            {"session":1,"begin":0,"end":9,"outcome":"committed","ops":[["r",1],["r",2],["w",1,1]]}
            {"session":2,"begin":0,"end":9,"outcome":"committed","ops":[["r",1],["r",2],["w",2,1]]}
            """);
        RecordedHistory.read(directory).judged().write(directory, IsolationRecord.HistorySource.PROBE);
        assertThat(run).hasNoAnomaliesBelow(ConsistencyModel.SNAPSHOT);
        assertThatThrownBy(() -> assertThat(run).hasNoAnomaliesBelow(ConsistencyModel.SERIALIZABLE))
                .hasMessage("serializable is ruled out by write skew (G2-item) in " + directory
                        + ": database says snapshot isolation, seen: write skew (G2-item) (1): at most strong snapshot"
                        + " isolation\n"
                        + "  T0 (session 1) read key 2 as absent and did not see the 1 that T1 (session 2) wrote\n"
                        + "  T1 (session 2) read key 1 as absent and did not see the 1 that T0 (session 1) wrote");
    }

    @Test
    void a_recovery_that_took_longer_or_was_not_seen() throws IOException {
        AdversityRun run = run(SUMMARY);
        assertThatThrownBy(() -> assertThat(run).phase("kill").recoversWithin(12, SECONDS))
                .hasMessageContaining("'kill' must recover within 12.0 s, but took 12.5 s");
        assertThatThrownBy(() -> assertThat(run).phase("cut").recoversWithin(90, SECONDS))
                .hasMessageContaining("'cut' must recover within 90.0 s, but had not recovered after 60.0 s");
    }

    @Test
    void a_recovery_that_the_next_injection_cut_off_is_not_one_of_0_s() throws IOException {
        AdversityRun run = run(
                SUMMARY.replace("\"after_s\": 12.5", "\"longer_than_s\": 0.0, \"cut_off_by\": \"the next injection\""));
        assertThatThrownBy(() -> assertThat(run).phase("kill").recoversWithin(90, SECONDS))
                .hasMessageContaining(
                        "'kill' must recover within 90.0 s, but had not recovered after 0.0 s, cut off by the"
                                + " next injection");
    }

    @Test
    void a_figure_that_is_worse_or_missing() throws IOException {
        AdversityRun run = run(SUMMARY);
        assertThatThrownBy(() -> assertThat(run).phase("cut").isAvailableAtLeast(0.9))
                .hasMessageContaining("'cut' must have at least 0.9 of the due operations completed in time, not 0.5");
        assertThatThrownBy(() -> assertThat(run).phase("cut").isUnavailableAtMost(Duration.ofSeconds(5)))
                .hasMessageContaining(
                        "'cut' must have at most 5.0 seconds without success in the worst lane, not measured");
        assertThatThrownBy(() -> assertThat(run).phase("cut").meetsExpectations())
                .hasMessageContaining("phase 'cut' is missed: timeToBaseline must be <= 30s, was more than 60 s");
        assertThatThrownBy(() -> assertThat(run).passes())
                .hasMessageContaining("ended with exit code 3: [phase cut: timeToBaseline]");
    }

    @Test
    void nothing_is_said_of_a_phase_that_was_not_carried_out() throws IOException {
        AdversityRun run = run(SUMMARY);
        assertThatThrownBy(() -> assertThat(run).phase("region"))
                .hasMessageContaining("phase 'region' is not_applicable: [all nodes are in one region]");
        assertThatThrownBy(() -> assertThat(run).phase("kil"))
                .hasMessageContaining("there is no phase 'kil', there are [kill, cut, region]");
    }

    @Test
    void data_of_unknown_outcome_is_not_whole() throws IOException {
        for (String verdict : new String[] {"failed", "undecided"}) {
            AdversityRun run = run(SUMMARY.replace("\"verdict\": \"passed\"", "\"verdict\": \"" + verdict + "\""));
            assertThatThrownBy(() -> assertThat(run).losesNothing())
                    .hasMessageContaining("check 'ledger' of results: " + verdict + ": 200 rows");
        }
        AdversityRun unseen = run(SUMMARY.replace("\"verdict\": \"passed\"", "\"verdict\": \"skipped\""));
        assertThatThrownBy(() -> assertThat(unseen).losesNothing())
                .hasMessageContaining("no probe checked the data of results");
    }

    @Test
    void a_loss_that_the_settings_of_the_database_permit_is_a_loss() throws IOException {
        AdversityRun run = run(
                SUMMARY.replace("\"name\": \"kill\", \"state\"", "\"name\": \"kill\", \"lost_writes\": 3, \"state\"")
                        .replace("200 rows", "200 rows, 3 lost; allowed by fsync=off"));
        assertThatThrownBy(() -> assertThat(run).losesNothing())
                .hasMessageContaining("phase 'kill' of results lost 3 acknowledged writes");
    }

    @Test
    void corruption_that_was_detected_and_one_that_was_not() throws IOException {
        String rot =
                "\"name\": \"kill\", \"corruption\": {\"finding\": \"FINDING\", \"text\": \"corruption FOUND\"}, \"state\"";
        String summary = SUMMARY.replace("\"name\": \"kill\", \"state\"", rot);
        assertThat(run(summary.replace("FINDING", "detected"))).phase("kill").detectsCorruption();
        AdversityRun wrong = run(summary.replace("FINDING", "wrong_answer").replace("FOUND", "wrong"));
        assertThatThrownBy(() -> assertThat(wrong).phase("kill").detectsCorruption())
                .hasMessageContaining("phase 'kill' must have its corruption detected, but: corruption wrong");
        AdversityRun none = run(SUMMARY);
        assertThatThrownBy(() -> assertThat(none).phase("kill").detectsCorruption())
                .hasMessageContaining("but: the phase corrupts nothing");
    }

    private static AdversityRun run(String summary) throws IOException {
        return new AdversityRun(Path.of("results"), new ObjectMapper().readTree(summary));
    }
}
