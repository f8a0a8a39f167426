package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import squall.adversity.cli.Bed.Ended;
import squall.apps.cli.SampleAppsCommand;
import squall.check.isolation.Anomaly;
import squall.results.history.IsolationRecord;
import squall.results.recorded.RecordedRun;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.TestbedCommand;
import squall.testbed.ha.HaCluster;
import squall.testbed.patroni.PatroniCluster;

/**
 * Test of the anomalies that transactions show through a fault of a cluster: those of a load, and of the probe next to it. A cluster whose
 * programs are missing is skipped, and says so.
 */
@Tag("server")
@Tag("extended")
class IsolationFaultsServerTest {
    @RegisterExtension
    static final Bed BED = Bed.withoutCluster();

    private static final Path LATEST = BED.folder().resolve("results/latest");
    private static final Duration LIMIT = Duration.ofMinutes(8);

    private static final String SETTING = """
            apiVersion: squall/v1
            name: isolation
            seed: 7
            cluster: CLUSTER
            load:
              engine: {sample-apps: LOAD}
              sessions: 6
              rate: {fixed: 20/s}
              statementTimeout: 2s
            probes: {isolation: PROBE}
            safety: {grace: 5s, healthyWithin: 120s}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 5s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            phases:
              - baseline: {duration: 5s, drift: 0.5}
              - {name: disturbed, fault: FAULT, hold: HOLD}
            """;

    private String kind = "";

    @AfterEach
    void remove() throws IOException, InterruptedException {
        if (!kind.isEmpty()) {
            testbed("reset", kind);
        }
    }

    @Test
    void a_node_of_galera_that_is_killed_costs_no_more_isolation_than_galera_claims() throws Exception {
        up("galera");
        Ended ended = run(
                "{kind: galera}",
                "{workload: SqlListAppend, isolation: repeatable-read}",
                "{rate: 60/s, level: repeatable-read}",
                "{kill: {signal: KILL}}, target: n2",
                "5s");
        for (IsolationRecord record : judged(ended)) {
            assertThat(record.claimed()).isEqualTo("read committed");
            assertNothingBroken(record);
        }
    }

    @Test
    void registers_of_cassandra_are_linearizable_while_a_replica_holds_still() throws Exception {
        up("cassandra --nodes 3 --quick");
        Ended ended =
                run("{kind: cassandra}", "{workload: CassandraRegisters}", "{rate: 10/s}", "pause, target: n2", "5s");
        for (IsolationRecord record : judged(ended)) {
            assertThat(record.claimed()).isEqualTo("strict serializable");
            assertThat(record.anomalies()).isEmpty();
            assertThat(record.complete()).isTrue();
        }
    }

    /** Keeps the node away for longer than Patroni waits for a leader, so that another one is elected. */
    @Test
    void transactions_stay_serializable_while_patroni_elects_another_leader() throws Exception {
        up("postgres-ha --manager patroni");
        assertSerializable(judged(run(
                "{kind: postgres-ha}",
                "{workload: SqlListAppend, isolation: serializable}",
                "{rate: 60/s, level: serializable}",
                "{kill: {signal: KILL}}, target: {role: primary}",
                "25s")));
    }

    /** Ends the load long before Patroni has elected another leader, for which its last reads wait. */
    @Test
    void the_last_reads_of_a_load_wait_for_another_primary() throws Exception {
        up("postgres-ha --manager patroni");
        PatroniCluster cluster = new PatroniCluster(StateFolder.at(BED.folder()), HaCluster.DEFAULT_NAME);
        Target target = cluster.target();
        Cluster.Node primary = awaitPrimary(cluster);
        Path results = BED.folder().resolve("last-reads");
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        Process load = BED.start(
                output,
                SampleAppsCommand.class,
                ("--workload SqlListAppend --isolation serializable --num_threads 6 --rate 100 --run_time 8 --error-budget 1"
                                + " --progress none --results " + results + " --url " + target.url() + " --username "
                                + target.user()
                                + " --password " + target.password())
                        .split(" "));
        Path history = results.resolve("latest/history.jsonl");
        assertThat(PollDeadline.in(Bed.SOON).await(() -> Files.exists(history) && Files.size(history) > 20_000))
                .isTrue();
        cluster.kill(primary);
        Ended ended = Bed.ended(load, output);
        assertThat(ended.code()).as(ended.output()).isIn(0, 3, 6);
        assertSerializable(RecordedRun.read(results.resolve("latest")).isolation());
    }

    private static Cluster.Node awaitPrimary(PatroniCluster cluster) throws IOException, InterruptedException {
        AtomicReference<Optional<Cluster.Node>> primary = new AtomicReference<>(Optional.empty());
        PollDeadline.in(Bed.SOON).await(() -> {
            primary.set(cluster.primary());
            return primary.get().isPresent();
        });
        return primary.get().orElseThrow();
    }

    private static void assertSerializable(List<IsolationRecord> records) {
        assertThat(records).isNotEmpty().allSatisfy(record -> {
            assertThat(record.claimed()).isEqualTo("serializable");
            assertThat(record.anomalies()).as(record.line()).isEmpty();
            assertThat(record.complete()).as(record.line()).isTrue();
            assertThat(record.committed()).isGreaterThan(50);
        });
    }

    private static void assertNothingBroken(IsolationRecord record) {
        assertThat(record.broken()).as(record.line()).isEmpty();
        assertThat(record.anomalies()).doesNotContainKey(Anomaly.LOST_WRITE.title());
        assertThat(record.committed()).isGreaterThan(50);
    }

    /** Returns the findings of the load and of the probe. */
    private static List<IsolationRecord> judged(Ended ended) throws IOException {
        // 3 and 6 only where this machine is too busy to measure on
        assertThat(ended.code()).as(ended.output()).isIn(0, 3, 6);
        assertThat(ended.output()).doesNotContain("was not in effect");
        List<IsolationRecord> records = RecordedRun.read(LATEST).isolation();
        assertThat(records).as(ended.output()).hasSize(2);
        return records;
    }

    private void up(String cluster) throws IOException, InterruptedException {
        kind = cluster.split(" ", 2)[0]; // before anything is started: what does not come up in time is removed too
        Ended ended = testbed(("up " + cluster).split(" "));
        if (ended.code() == 5) {
            System.err.println("SKIPPED: isolation under faults on " + cluster + ": " + ended.output());
        }
        assumeFalse(ended.code() == 5, ended.output());
        assertThat(ended.code()).as(ended.output()).isZero();
    }

    private static Ended testbed(String... words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(BED.folder(), "output", ".txt");
        return Bed.ended(BED.start(output, TestbedCommand.class, words), output, LIMIT);
    }

    private static Ended run(String cluster, String load, String probe, String fault, String hold)
            throws IOException, InterruptedException {
        Path file = BED.folder().resolve("isolation.yaml");
        Files.writeString(
                file,
                SETTING.replace("CLUSTER", cluster)
                        .replace("LOAD", load)
                        .replace("PROBE", probe)
                        .replace("FAULT", fault)
                        .replace("HOLD", hold));
        return BED.adversity(LIMIT, "run", "--verbose", file.toString());
    }
}
