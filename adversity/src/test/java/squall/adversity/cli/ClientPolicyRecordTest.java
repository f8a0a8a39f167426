package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import squall.engine.ClientPolicyLoad.ClientCounts;
import squall.engine.ClientPolicyLoad.HedgeCounts;
import squall.results.Schema;
import squall.results.file.CanonicalJson;

class ClientPolicyRecordTest {
    private static final String SCHEMA = "client-policy.schema.json";
    private static final ClientPolicyRecord RECORD =
            ClientPolicyRecord.of(new ClientCounts(1000, 1250, 300, 200, 50, 3, 2, 1), Optional.empty());
    private static final ClientPolicyRecord HEDGED =
            ClientPolicyRecord.of(RECORD.counts(), Optional.of(new HedgeCounts(100, 40, 90, 5, 4)));

    @Test
    void its_members_are_those_of_its_schema() throws Exception {
        JsonNode record = CanonicalJson.tree(HEDGED);
        JsonNode schema = CanonicalJson.read(Path.of("..", "results", "schema", SCHEMA));
        assertThat(Schema.complaints(SCHEMA, record)).isEmpty();
        assertThat(names(record)).containsExactlyElementsOf(names(schema.path("properties")));
        for (String part : List.of("counts", "hedges")) {
            assertThat(names(record.path(part)))
                    .containsExactlyElementsOf(names(schema.at("/properties/" + part + "/properties")));
        }
        assertThat(Schema.complaints(SCHEMA, CanonicalJson.tree(RECORD))).isEmpty();
    }

    @Test
    void a_count_that_is_missing_does_not_match_the_schema() throws Exception {
        JsonNode record =
                CanonicalJson.read("record", CanonicalJson.pretty(RECORD).replace("wasted", "useless"));
        assertThat(Schema.complaints(SCHEMA, record)).containsExactly("$.counts lacks wasted");
    }

    @Test
    void it_is_told_in_one_line() {
        assertThat(RECORD.line())
                .isEqualTo(
                        "client policy: 1.25 attempts per request (1,250 for 1,000); the client gave up 300, of which 200 were"
                                + " performed all the same; not sent: retry budget 2, circuit breaker 1, full queue 3");
        assertThat(HEDGED.line())
                .isEqualTo(RECORD.line()
                        + "; hedged 100, of which 40 were answered first; the slower ones: 90 ok, 5 failed, 4 dropped");
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
