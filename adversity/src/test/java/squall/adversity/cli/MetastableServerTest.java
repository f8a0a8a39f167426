package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.results.Schema;
import squall.results.file.CanonicalJson;

/** Clients with timeouts and retries in front of a real PostgreSQL that stands still for a moment. */
@Tag("server")
@Tag("extended")
class MetastableServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster("postgres");

    private static final Duration LIMIT = Duration.ofMinutes(15);

    /** Loads far from the boundary, which four retries put at a fifth of the maximum. */
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: small
            seed: 7
            cluster: {kind: postgres}
            load:
              engine: {kv: {read-percent: 95, batch: 20, insert-count: 2000}}
              sessions: 4
              rate: {ratioOfMax: 0.5}
              statementTimeout: 20s
              clientPolicy: {timeout: 500ms, retries: 4, inFlight: 3000}
            safety: {grace: 30s, healthyWithin: 120s}
            windows: {settle: 1s, baseline: 6s, recoveryMax: 120s}
            recovery: {window: 1s, held: 3s, share: 0.5, latencyFactor: 100, latencyFloor: 5s}
            phases:
              - fill: {duration: 4s}
              - baseline: {duration: 6s}
              - {name: trigger, fault: pause, target: {pick: one}, hold: 3s, allowQuorumLoss: true}
            sizes:
              budget: {load: {clientPolicy: {retryBudget: 0.1}}}
            """;

    @Test
    void retries_keep_a_loaded_database_down_after_the_trigger_is_gone_and_a_lightly_loaded_one_recovers()
            throws Exception {
        JsonNode map = boundary("full", "--from", "6", "--to", "70", "--within", "64");
        assertThat(map.at("/cells/0/verdict").asText()).isEqualTo("recovered");
        // Seen before the trigger too where this machine is so busy that a moment of its own is one.
        assertThat(map.at("/cells/1/verdict").asText()).isIn("not_recovered", "no_baseline");
        JsonNode policy = policy(map, 1);
        assertThat(policy.path("attempts_per_request").asDouble()).isGreaterThan(2);
        assertThat(policy.at("/counts/wasted").asLong()).isPositive();
    }

    @Test
    void with_a_retry_budget_the_same_trigger_does_not_keep_it_down() throws Exception {
        JsonNode map = boundary("budget", "--from", "30", "--to", "30");
        assertThat(map.at("/cells/0/verdict").asText()).isEqualTo("recovered");
        JsonNode policy = policy(map, 0);
        assertThat(policy.at("/counts/budget_spent").asLong()).isPositive();
        assertThat(policy.path("attempts_per_request").asDouble()).isLessThan(1.2);
    }

    /** Returns the map of a search, which no run of it made impossible. */
    private static JsonNode boundary(String size, String... range) throws IOException, InterruptedException {
        Path file = Files.writeString(BED.folder().resolve("small.yaml"), SCENARIO);
        List<String> words = new ArrayList<>(List.of("boundary", file.toString(), "--size", size));
        words.addAll(List.of(range));
        Ended ended = BED.adversity(LIMIT, words.toArray(String[]::new));
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy to measure on
        String name = ended.output()
                .lines()
                .filter(line -> line.startsWith("map: "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(ended.output()))
                .substring("map: ".length());
        JsonNode map = CanonicalJson.read(Path.of(name));
        assertThat(Schema.complaints("adversity-boundary.schema.json", map)).isEmpty();
        return map;
    }

    private static JsonNode policy(JsonNode map, int cell) throws IOException {
        String run = map.at("/cells/" + cell + "/run").asText();
        return CanonicalJson.read(BED.folder().resolve("results").resolve(run).resolve("client-policy.json"));
    }
}
