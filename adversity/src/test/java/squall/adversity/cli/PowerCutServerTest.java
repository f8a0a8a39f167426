package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.cli.Bed.Ended;

/** Power cuts of nodes with disks of their own, which only root can mount: elsewhere the tests are skipped. */
@Tag("server")
@Tag("extended")
class PowerCutServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster("cassandra", "postgres", "postgres-ha");

    private static final String KEPT = "ledger: \\d+ acknowledged";
    private static final String LOST = "ledger[a-z ]*: [1-9]\\d* lost";

    @BeforeEach
    void possible() {
        assumeTrue(System.getProperty("user.name").equals("root"), "only root mounts the disks of nodes");
    }

    @Test
    void a_server_that_syncs_loses_nothing() throws Exception {
        Ended ended = powerCut("postgres:disks=own,fsync=on", "{fault: powerCut, hold: 1s}");
        assertThat(ended.code()).as(ended.output()).isIn(0, 6); // 6 only where this machine is too busy
        assertThat(ended.output())
                .contains("the synced file is there, the other is gone")
                .containsPattern(KEPT)
                .doesNotContain("was not in effect");
    }

    @Test
    void a_server_that_does_not_sync_loses_what_it_acknowledged() throws Exception {
        Ended ended = powerCut("postgres:disks=own,fsync=off", "{fault: powerCut, hold: 1s}");
        assertThat(ended.output())
                .contains("the synced file is there, the other is gone")
                .containsPattern(LOST)
                .contains("allowed by fsync=off");
    }

    /** Kills the same server under the same load: the kernel still has what was written. */
    @Test
    void a_kill_of_a_server_that_does_not_sync_shows_no_loss() throws Exception {
        Ended ended = powerCut("postgres:disks=own,fsync=off", "{fault: kill, hold: 1s}");
        assertThat(ended.output()).containsPattern(KEPT);
    }

    @Test
    void all_nodes_lose_their_power_within_milliseconds_and_keep_every_acknowledged_write() throws Exception {
        Ended ended = powerCut("postgres-ha:disks=own", "{fault: powerCut, target: {pick: all}, hold: 1s}");
        assertThat(ended.output()).containsPattern(KEPT).doesNotContain("was not in effect");
    }

    @Test
    void the_power_of_all_nodes_is_not_cut_without_consent() throws Exception {
        Ended ended = run("postgres-ha:disks=own", "{fault: powerCut, target: {pick: all}, hold: 1s}", "plan");
        assertThat(ended.code()).as(ended.output()).isEqualTo(2);
        assertThat(ended.output()).contains("allowQuorumLoss: true on the phase allows it");
    }

    /** Covers Cassandra's own default, which acknowledges a write up to ten seconds before it is on the disk. */
    @ParameterizedTest
    @CsvSource({"batch, true", "periodic, false"})
    void a_cassandra_node_keeps_what_it_synced_before_it_acknowledged(String sync, boolean kept) throws Exception {
        Ended ended = powerCut("cassandra:quick=true,disks=own,commitlog-sync=" + sync, "{fault: powerCut, hold: 1s}");
        assertThat(ended.output()).contains("the synced file is there, the other is gone");
        assertThat(ended.output()).containsPattern(kept ? KEPT : LOST);
    }

    /** Processes that were not told find that every access fails; the healed node has what it had synced. */
    @Test
    void a_disk_that_fails_under_a_server_is_healed_and_nothing_is_lost() throws Exception {
        Ended ended = powerCut("postgres:disks=own", "{fault: {powerCut: {hang: true}}, hold: 2s}");
        assertThat(ended.output()).contains("the disk of n1 fails").containsPattern(KEPT);
    }

    @Test
    void a_cluster_without_disks_is_told_so() throws Exception {
        Ended ended = run("postgres", "{fault: powerCut, target: {pick: one}, hold: 1s}", "plan");
        assertThat(ended.output()).contains("its node would have no disk of its own: set the option disks=own");
    }

    /** Leaves only the journal and the watchdog to mount the disk and start the server. */
    @ParameterizedTest
    @ValueSource(strings = {"powerCut", "{powerCut: {hang: true}}"})
    void the_watchdog_heals_what_a_killed_squall_left(String fault) throws Exception {
        BED.requireHealedByWatchdog(args("postgres:disks=own", "{fault: " + fault + ", hold: 60s}", "run", true));
        assertThat(stages()).contains("EFFECTIVE", "HEALED");
    }

    /** Reads the archived journal. */
    private static String stages() throws IOException {
        try (var files = Files.walk(BED.folder().resolve("adversity"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                all.append(Files.readString(file));
            }
            return all.toString();
        }
    }

    private static Ended powerCut(String cluster, String phase) throws IOException, InterruptedException {
        return BED.adversity(args(cluster, phase, "run", true));
    }

    private static Ended run(String cluster, String phase, String command) throws IOException, InterruptedException {
        return BED.adversity(args(cluster, phase, command, false));
    }

    /** @param phase options of the phase with the fault */
    private static String[] args(String cluster, String phase, String command, boolean consent) throws IOException {
        String options = phase.substring(1, phase.length() - 1)
                + (phase.contains("target") ? "" : ", target: {pick: one}")
                + (consent ? ", allowQuorumLoss: true" : "");
        return BED.args(
                command,
                cluster,
                "phases:\n  - baseline: {duration: 5s, drift: 0.5}\n  - {name: cut, " + options + "}\n");
    }
}
