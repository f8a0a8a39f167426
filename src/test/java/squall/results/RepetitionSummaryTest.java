package squall.results;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.measure.recovery.Seconds.after;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import squall.measure.recovery.SecondSeries;
import squall.results.file.CanonicalJson;
import squall.verdict.Outcomes;
import squall.verdict.ScenarioRepetitions;

class RepetitionSummaryTest {
    private static final SecondSeries BACK =
            after(20, 0, 0, 0, 0, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
    private static final SecondSeries NEVER_BACK = after(20, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9);

    private final JsonNode json = CanonicalJson.tree(RepetitionSummary.of(ScenarioRepetitions.NONE
            .and("run-1", Outcomes.adversity(BACK, "<= 60s"))
            .and("run-2", Outcomes.adversity(NEVER_BACK, "<= 60s"))));

    @Test
    void a_spread_is_as_its_schema_wants_it() throws IOException {
        JsonNode root = CanonicalJson.read(Path.of("..", "results", "schema", "summary.schema.json"));
        assertThat(Schema.complaints(root, root.at("/properties/repetitions"), json))
                .isEmpty();
        assertThat(json.path("runs").toString()).isEqualTo("[\"run-1\",\"run-2\"]");
    }

    @Test
    void what_was_not_seen_to_end_has_another_name_than_a_value() {
        JsonNode back = json.at("/phases/1/figures/back_from_healing_s");
        assertThat(back.path("low").toString()).isEqualTo("{\"value\":0.0}");
        assertThat(back.path("median").toString()).isEqualTo("{\"longer_than\":0.0}");
        assertThat(back.path("high").has("longer_than")).isTrue();
        assertThat(back.path("confidence").asDouble()).isEqualTo(0.5);
    }
}
