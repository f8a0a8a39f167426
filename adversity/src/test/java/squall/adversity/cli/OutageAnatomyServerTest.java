package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.results.file.CanonicalJson;
import squall.testbed.galera.GaleraPrograms;
import squall.testbed.patroni.PatroniPrograms;

/** Outages of real servers, explained by their own logs and by the connections of the load. */
@Tag("server")
@Tag("extended")
class OutageAnatomyServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster("postgres", "postgres-ha", "galera", "cassandra");

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

    /** Covers one node: its start takes longer than the fault is held. The driver, which all sessions share, reports what they do not. */
    @Test
    void a_killed_cassandra_is_down_until_it_is_healed_and_then_starts() throws Exception {
        JsonNode outage = outage("cassandra:quick=true", "{fault: kill, target: {pick: one}, hold: 1s}");
        assertThat(kinds(outage)).containsSubsequence("undetected", "restarting", "reconnecting");
        assertThat(kinds(outage)).doesNotContain("unexplained");
        assertThat(outage.path("dominant").textValue()).isEqualTo("restarting");
        assertThat(part(outage, "undetected", ""))
                .contains("the fault was held", "healing begins")
                .contains("\"source\":\"driver\"", "connection lost: ");
        assertThat(part(outage, "restarting", "start of the server"))
                .contains("\"source\":\"n1\"", "Configuration location: ");
        assertThat(part(outage, "reconnecting", "")).contains("\"source\":\"driver\"", "connected to ");
    }

    /** Covers a load at QUORUM of two replicas. */
    @Test
    void a_cassandra_node_that_every_request_needs_is_noticed_by_gossip_and_missing_until_it_is_back()
            throws Exception {
        JsonNode outage = outage("cassandra:nodes=2,quick=true", "{fault: kill, target: {pick: one}, hold: 45s}");
        assertThat(kinds(outage)).containsSubsequence("undetected", "restarting");
        assertThat(part(outage, "undetected", "")).contains("gossip, phi_convict_threshold 8", " is now DOWN");
        assertThat(part(outage, "restarting", "too few nodes until a lost one is back"))
                .contains(" is now DOWN");
        assertThat(part(outage, "restarting", "start of the server")).contains("Configuration location: ");
    }

    /** Covers a freeze, which only silence shows. Statements wait longer than the nodes; reads wait for what other nodes committed. */
    @Test
    @EnabledIf("galera")
    void a_frozen_galera_node_stops_all_writes_until_the_others_suspect_it() throws Exception {
        JsonNode outage = outage("galera:sync-wait=1", "{fault: pause, target: {pick: one}, hold: 15s}");
        assertThat(outage.path("dominant").textValue()).isNotEqualTo("unexplained");
        assertThat(part(outage, "undetected", "evs.suspect_timeout PT2S")).contains("suspecting node");
    }

    @Test
    @EnabledIf("patroni")
    void a_frozen_leader_under_patroni_is_undetected_until_its_lock_expires() throws Exception {
        JsonNode outage = outage("postgres-ha:manager=patroni", "{fault: pause, target: {role: primary}, hold: 40s}");
        assertThat(kinds(outage)).containsSubsequence("undetected", "electing");
        assertThat(outage.path("dominant").textValue()).isEqualTo("undetected");
        assertThat(part(outage, "undetected", "Patroni ttl 20 s")).contains("\"source\":\"patroni of n");
        assertThat(part(outage, "electing", "fencing, choosing and promoting")).contains("promoted self to leader");
    }

    @Test
    @EnabledIf("patroni")
    void a_leader_that_is_back_before_its_lock_expires_is_restarted_in_place() throws Exception {
        JsonNode outage = outage("postgres-ha:manager=patroni", "{fault: kill, target: {role: primary}, hold: 2s}");
        assertThat(kinds(outage))
                .containsSubsequence("undetected", "restarting")
                .doesNotContain("electing");
        assertThat(part(outage, "restarting", "start of the server"))
                .contains("starting as readonly because i had the session lock");
    }

    static boolean galera() {
        return there("Galera", GaleraPrograms::here);
    }

    static boolean patroni() {
        return there("Patroni", PatroniPrograms::here);
    }

    private static boolean there(String what, Callable<?> programs) {
        try {
            programs.call();
            return true;
        } catch (Exception e) { // of the check for installed programs
            System.err.println("NOT TESTED HERE: OutageAnatomyServerTest on " + what + "; " + e.getMessage());
            return false;
        }
    }

    /** Runs a scenario and returns the first outage, whose parts must add up to it. */
    private static JsonNode outage(String cluster, String phase) throws IOException, InterruptedException {
        String options = phase.substring(1, phase.length() - 1);
        String[] args = BED.args(
                "run",
                cluster,
                "phases:\n  - baseline: {duration: 5s, drift: 0.5}\n  - {name: outage, " + options
                        + ", allowQuorumLoss: true}\n");
        if (cluster.startsWith("galera")) {
            Path scenario = BED.folder().resolve("scenario.yaml");
            Files.writeString(
                    scenario, Files.readString(scenario).replace("statementTimeout: 2s", "statementTimeout: 10s"));
        }
        Ended ended = BED.adversity(Duration.ofMinutes(8), args);
        assumeFalse(
                ended.output().contains("there is no baseline to compare with"),
                "SKIPPED: this machine is too busy for a baseline");
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
