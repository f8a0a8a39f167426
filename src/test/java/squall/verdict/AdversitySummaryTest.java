package squall.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.after;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.FigureDefinitions;
import squall.measure.recovery.LaneOutages.LaneSeries;
import squall.measure.recovery.SecondSeries;
import squall.results.Schema;
import squall.results.file.CanonicalJson;
import squall.scenario.expect.Expectations;

class AdversitySummaryTest {
    private static final SecondSeries PAUSED =
            after(20, 0, 0, 0, 0, 50, 50, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);

    @Test
    void an_injection_group_tells_its_figures_with_their_units() {
        JsonNode group =
                json(PAUSED).path("phases").get(0).path("injection_groups").get(0);
        assertThat(group.path("injections").get(0).toString())
                .isEqualTo(
                        "{\"name\":\"pause\",\"kind\":\"pause\",\"fault\":\"pause\",\"target\":\"n1\",\"status\":\"in_effect\","
                                + "\"how\":\"state T\"}");
        assertThat(texts(group, "injected_s", "healed_s", "watched_until_s", "due", "in_time", "outage_s"))
                .containsExactly("20", "24", "40", "2000", "1500", "4");
        assertThat(group.path("recovery").path("from_injection").toString())
                .isEqualTo("{\"after_s\":6.0,\"relapses\":0}");
        assertThat(group.path("recovery").path("from_healing").path("after_s").asDouble())
                .isEqualTo(2);
        assertThat(group.path("lost_goodput").toString())
                .isEqualTo("{\"operations\":500.0,\"seconds_of_baseline\":5.0,\"noise_operations\":0.0,"
                        + "\"at_least\":false}");
    }

    @Test
    void a_lower_bound_is_never_written_as_a_length() {
        JsonNode recovery = json(after(20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                .path("phases")
                .get(0)
                .path("injection_groups")
                .get(0)
                .path("recovery");
        assertThat(recovery.path("from_healing").toString()).isEqualTo("{\"longer_than_s\":6.0}");
        assertThat(recovery.path("ladder").path("80_percent").toString()).isEqualTo("{\"longer_than_s\":6.0}");
    }

    @Test
    void every_definition_is_of_a_figure_that_is_told_somewhere() {
        JsonNode phase = json(PAUSED).path("phases").get(0);
        Set<String> told = new TreeSet<>(List.of("lanes", "repeats_from_healing", "lost_writes"));
        phase.fieldNames().forEachRemaining(told::add);
        phase.path("injection_groups").get(0).fieldNames().forEachRemaining(told::add);
        phase.path("injection_groups").get(0).path("recovery").fieldNames().forEachRemaining(told::add);
        assertThat(FigureDefinitions.texts().keySet())
                .allSatisfy(name -> assertThat(told).contains(name));
    }

    @Test
    void what_is_told_fits_the_schema() throws Exception {
        JsonNode schema = CanonicalJson.read(Path.of("..", "results", "schema", "summary.schema.json"));
        JsonNode told = json(PAUSED);
        assertThat(Schema.complaints(schema, schema.path("properties").path("adversity"), told))
                .isEmpty();
        ((ObjectNode) told.path("phases").get(0)).put("state", "fine");
        assertThat(Schema.complaints(schema, schema.path("properties").path("adversity"), told))
                .singleElement()
                .asString()
                .startsWith("$.phases[].state must be one of ");
    }

    @Test
    void the_outage_of_a_lane_fits_the_schema() throws Exception {
        LaneSeries lane = new LaneSeries("primary write", "a", "n1", Duration.ofMillis(500), List.of());
        JsonNode told = CanonicalJson.tree(ScenarioJudge.judge(
                Outcomes.scenario(Expectations.NONE, "pause"),
                Outcomes.conducted(
                        PAUSED,
                        Outcomes.injected(
                                1, "pause", Outcomes.CALM, Outcomes.CALM + 4, PAUSED.to(), Outcomes.IN_EFFECT)),
                new ProbeEvidence(List.of(lane), Map.of())));
        JsonNode schema = CanonicalJson.read(Path.of("..", "results", "schema", "summary.schema.json"));
        assertThat(told.at("/phases/0/injection_groups/0/lanes/each/0/outage/at_least")
                        .asBoolean())
                .isTrue();
        assertThat(Schema.complaints(schema, schema.path("properties").path("adversity"), told))
                .isEmpty();
    }

    @Test
    void the_rule_is_written_with_its_numbers() {
        assertThat(json(PAUSED).path("rule").path("text").asText())
                .isEqualTo("mean of 5 s >= 95.0 % of 100 ok/s, held 10 s");
    }

    private static JsonNode json(SecondSeries run) {
        return CanonicalJson.tree(Outcomes.adversity(run, "<= 90s"));
    }

    private static List<String> texts(JsonNode json, String... members) {
        return List.of(members).stream().map(name -> json.path(name).asText()).toList();
    }
}
