package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.results.file.CanonicalJson;

/** Outages of real servers, explained by their own logs and by the connections of the load. */
@Tag("server")
@Tag("extended")
class OutageAnatomyServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster("postgres", "postgres-ha");

    /** Covers a primary that hangs: one that is killed may be replaced in less than the second from which an outage counts. */
    @Test
    void a_frozen_primary_is_undetected_then_replaced_then_reconnected_to() throws Exception {
        JsonNode outage = outage("postgres-ha", "{fault: pause, target: {role: primary}, hold: 10s}");
        assertThat(kinds(outage)).containsSubsequence("undetected", "electing", "reconnecting");
        assertThat(part(outage, "undetected", ""))
                .contains("supervisor: 3 misses, 200 ms apart")
                .contains("\"source\":\"supervisor\"", " has failed: ")
                .contains("connection lost: ");
        assertThat(part(outage, "electing", "")).contains("fenced n", "chose n");
        assertThat(part(outage, "reconnecting", "")).contains("\"source\":\"session ");
    }

    @Test
    void a_killed_server_is_down_until_it_is_healed_and_then_replays_its_log() throws Exception {
        JsonNode outage = outage("postgres", "{fault: kill, target: {pick: one}, hold: 3s}");
        assertThat(kinds(outage)).containsSubsequence("undetected", "restarting", "reconnecting");
        assertThat(part(outage, "undetected", "")).contains("the fault was held", "healing begins");
        assertThat(part(outage, "restarting", "replay of the log after a crash"))
                .contains("\"source\":\"n1\"", "redo starts at");
    }

    /** Runs a scenario and returns the first outage, whose parts must add up to it. */
    private static JsonNode outage(String cluster, String phase) throws IOException, InterruptedException {
        String options = phase.substring(1, phase.length() - 1);
        Ended ended = BED.adversity(BED.args(
                "run",
                cluster,
                "phases:\n  - baseline: {duration: 5s}\n  - {name: outage, " + options + ", allowQuorumLoss: true}\n"));
        assertThat(ended.output()).contains("outage of outage: ");
        JsonNode summary = CanonicalJson.read(BED.folder().resolve("results/latest/summary.json"));
        JsonNode outage = summary.at("/adversity/phases/0/injection_groups/0/outages/0");
        long at = outage.path("from_ns").longValue();
        for (JsonNode part : outage.path("parts")) {
            assertThat(part.path("from_ns").longValue()).isEqualTo(at);
            assertThat(part.path("evidence")).as(part.toString()).isNotEmpty();
            at = part.path("to_ns").longValue();
        }
        assertThat(at).isEqualTo(outage.path("to_ns").longValue());
        return outage;
    }

    private static List<String> kinds(JsonNode outage) {
        List<String> kinds = new ArrayList<>();
        outage.path("parts").forEach(part -> kinds.add(part.path("kind").textValue()));
        return kinds;
    }

    /** Returns the parts of a kind whose cause begins so. */
    private static String part(JsonNode outage, String kind, String why) {
        return StreamSupport.stream(outage.path("parts").spliterator(), false)
                .filter(part -> part.path("kind").textValue().equals(kind)
                        && part.path("why").textValue().startsWith(why))
                .map(JsonNode::toString)
                .collect(Collectors.joining("\n"));
    }
}
