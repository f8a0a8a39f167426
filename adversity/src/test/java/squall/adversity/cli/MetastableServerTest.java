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

    /**
     * Retries that make of 40 % of the maximum many times as much, however fast the machine is: batches of 60 rows let two sessions do only a small
     * part of the 20,000 attempts a second that 5,000 requests in flight can make.
     */
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: small
            seed: 7
            cluster: {kind: postgres}
            load:
              engine: {kv: {read-percent: 95, batch: 60, insert-count: 2000}}
              sessions: 2
              rate: {ratioOfMax: 0.4}
              statementTimeout: 20s
              clientPolicy: {timeout: 250ms, retries: 20, inFlight: 5000}
            safety: {grace: 30s, healthyWithin: 120s}
            windows: {settle: 1s, baseline: 6s, recoveryMax: 30s}
            recovery: {window: 1s, held: 3s, share: 0.5, latencyFactor: 100, latencyFloor: 5s}
            phases:
              - fill: {duration: 4s}
              - baseline: {duration: 6s}
              - {name: trigger, fault: pause, target: {pick: one}, hold: 3s, allowQuorumLoss: true}
            sizes:
              budget:
                load: {clientPolicy: {retryBudget: 0.1}}
                windows: {recoveryMax: 120s}
            """;

    @Test
    void retries_keep_a_database_down_after_the_trigger_is_gone() throws Exception {
        JsonNode map = boundary("full", "--from", "40", "--to", "40");
        // Down before the trigger where this machine is so busy that a moment of its own is one.
        assertThat(map.at("/cells/0/verdict").asText()).isIn("not_recovered", "no_baseline");
        JsonNode policy = policy(map);
        assertThat(policy.path("attempts_per_request").asDouble()).isGreaterThan(2);
        assertThat(policy.at("/counts/wasted").asLong()).isPositive();
    }

    @Test
    void with_a_retry_budget_the_same_trigger_does_not_keep_it_down() throws Exception {
        // Half of the rate and less: other programs may take from the server what it had when its maximum was found.
        JsonNode map = boundary("budget", "--from", "15", "--to", "15");
        String verdict = map.at("/cells/0/verdict").asText();
        assertThat(verdict).isIn("recovered", "no_baseline"); // as above
        JsonNode policy = policy(map);
        assertThat(policy.path("attempts_per_request").asDouble()).isLessThan(1.2);
        if (verdict.equals("recovered")) {
            assertThat(policy.at("/counts/budget_spent").asLong()).isPositive();
        }
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

    private static JsonNode policy(JsonNode map) throws IOException {
        String run = map.at("/cells/0/run").asText();
        return CanonicalJson.read(BED.folder().resolve("results").resolve(run).resolve("client-policy.json"));
    }
}
