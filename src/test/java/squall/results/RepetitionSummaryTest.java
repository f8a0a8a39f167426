package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.after;
import static squall.verdict.Outcomes.CALM;
import static squall.verdict.Outcomes.IN_EFFECT;
import static squall.verdict.Outcomes.conducted;
import static squall.verdict.Outcomes.injected;
import static squall.verdict.Outcomes.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.results.RepetitionSummary.PhaseSpread;
import squall.results.RepetitionSummary.Reading;
import squall.results.RepetitionSummary.Spread;
import squall.results.file.CanonicalJson;
import squall.scenario.expect.Expectations;
import squall.verdict.AdversitySummary;
import squall.verdict.ProbeEvidence;
import squall.verdict.ScenarioJudge;

class RepetitionSummaryTest {
    private static final long[] CALM_CONTROL = {100, 100, 100, 100};

    /** Nothing for four seconds, then all. */
    private static final long[] BACK = {0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100};

    private static final long[] NEVER_BACK = {0, 0, 0, 0, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 50};

    @Test
    void figures_of_each_phase_are_told_over_all_runs() {
        RepetitionSummary both = both(BACK, BACK);
        assertThat(both.phases()).extracting(PhaseSpread::name).containsExactly("baseline", "a-a", "pause");
        Map<String, Spread> baseline = both.phases().getFirst().figures();
        Map<String, Spread> pause = both.phases().getLast().figures();
        assertThat(baseline).containsEntry("goodput_per_s", twice(100));
        assertThat(pause).containsEntry("back_from_healing_s", twice(0)).containsEntry("outage_s", twice(4));
        assertThat(both.definitions()).containsKeys(baseline.keySet().toArray(String[]::new));
        assertThat(both.definitions()).containsKeys(pause.keySet().toArray(String[]::new));
    }

    @Test
    void a_run_that_did_not_come_back_leaves_no_number() {
        Spread back = Objects.requireNonNull(
                both(BACK, NEVER_BACK).phases().getLast().figures().get("back_from_healing_s"));
        assertThat(back.median()).isEqualTo(new Reading(OptionalDouble.empty(), OptionalDouble.of(0)));
        assertThat(back.high().longerThan()).isPresent();
    }

    @Test
    void what_noise_does_not_score_stands_apart_from_the_control() {
        assertThat(both(BACK, BACK).phases().getLast().apartFromControl())
                .contains("availability", "outage_s")
                .doesNotContain("p99_times");
    }

    @Test
    void a_spread_is_as_its_schema_wants_it() throws IOException {
        JsonNode json = CanonicalJson.tree(both(BACK, NEVER_BACK));
        JsonNode root = CanonicalJson.read(Path.of("..", "results", "schema", "summary.schema.json"));
        assertThat(Schema.complaints(root, root.at("/properties/repetitions"), json))
                .isEmpty();
        assertThat(json.path("runs").toString()).isEqualTo("[\"run-1\",\"run-2\"]");
    }

    @Test
    void what_was_not_seen_to_end_has_another_name_than_a_value() {
        JsonNode back = CanonicalJson.tree(both(BACK, NEVER_BACK)).at("/phases/2/figures/back_from_healing_s");
        assertThat(back.path("low").toString()).isEqualTo("{\"value\":0.0}");
        assertThat(back.path("median").toString()).isEqualTo("{\"longer_than\":0.0}");
        assertThat(back.path("high").has("longer_than")).isTrue();
        assertThat(back.path("confidence").asDouble()).isEqualTo(0.5);
    }

    /** Covers an old error: a node that was killed was down for the whole hold, and its lane was taken for the worst one of the data. */
    @Test
    void a_node_that_is_down_is_no_outage_of_the_data() {
        ProbeEvidence lanes = new ProbeEvidence(
                List.of(
                        lane(LaneSeries.Subject.DATA, "primary write", 3),
                        lane(LaneSeries.Subject.NODE, "n1 answers", 10)),
                Map.of());
        Map<String, AdversitySummary> runs = new LinkedHashMap<>();
        runs.put("run-1", run(BACK, lanes));
        runs.put("run-2", run(BACK, lanes));
        assertThat(RepetitionSummary.of(runs).phases().getLast().figures())
                .containsEntry("unavailable_max_s", twice(1.5));
    }

    private static RepetitionSummary both(long[] first, long[] second) {
        Map<String, AdversitySummary> runs = new LinkedHashMap<>();
        runs.put("run-1", run(first, ProbeEvidence.NONE));
        runs.put("run-2", run(second, ProbeEvidence.NONE));
        return RepetitionSummary.of(runs);
    }

    private static Spread twice(double value) {
        Reading reading = new Reading(OptionalDouble.of(value), OptionalDouble.empty());
        return new Spread(2, reading, reading, reading, 0.5, "lowest to highest");
    }

    /** Returns a lane with two operations a second, of which so many fail from the injection on. */
    private static LaneSeries lane(LaneSeries.Subject subject, String name, int failed) {
        int injected = 2 * (CALM + CALM_CONTROL.length);
        return new LaneSeries(
                subject,
                name,
                "a",
                "n1",
                Duration.ofMillis(500),
                IntStream.range(0, injected + 2 * BACK.length)
                        .mapToObj(i -> new Completion(i * 500_000_000L, i < injected || i >= injected + failed))
                        .toList());
    }

    private static AdversitySummary run(long[] pause, ProbeEvidence evidence) {
        int disturbed = CALM + CALM_CONTROL.length;
        long[] all = Arrays.copyOf(CALM_CONTROL, CALM_CONTROL.length + pause.length);
        System.arraycopy(pause, 0, all, CALM_CONTROL.length, pause.length);
        return ScenarioJudge.judge(
                scenario(Expectations.NONE, "a-a", "pause"),
                conducted(
                        after(CALM, all),
                        injected(1, "a-a", CALM, CALM + 2, disturbed, IN_EFFECT),
                        injected(2, "pause", disturbed, disturbed + 4, disturbed + pause.length, IN_EFFECT)),
                evidence);
    }
}
