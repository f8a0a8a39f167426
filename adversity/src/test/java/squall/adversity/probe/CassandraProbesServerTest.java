package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.check.DataAnomaly;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.CheckResult.Verdict;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** The probes over CQL on a real Cassandra. */
@Tag("server")
@Tag("extended")
class CassandraProbesServerTest {
    private static final ProbeSettings ALL = new ProbeSettings(
            Optional.of(new ProbeSettings.Lanes(2, 20, Duration.ofSeconds(1))),
            Optional.of(new ProbeSettings.Ledger(2, 200)),
            Optional.of(new ProbeSettings.Register(4, 100, RegisterMode.LINEARIZABLE)),
            Optional.of(new ProbeSettings.Bank(5, 100)),
            Optional.of(new ProbeSettings.Counter(4, 40)));

    @TempDir
    static Path folder;

    private static CassandraCluster cluster;
    private static CqlDatabase database;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "probes");
        cluster.up(new Options("up", Map.of("quick", "true")), line -> {});
        database = CqlDatabase.connect(CqlSettings.of(
                CqlAddress.ofUrl(cluster.target().url()).contactPoints().getFirst()));
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        database.close();
        cluster.reset();
    }

    @Test
    void what_was_acknowledged_is_there_and_each_node_has_its_lanes() throws Exception {
        try (IntentLog intents = log("00000a");
                ConsistencyProbes probes = running("00000a", intents)) {
            assertThat(probes.placements())
                    .hasSize(3)
                    .allMatch(line ->
                            line.endsWith("the first of 1 replicas of its key") || line.endsWith(" and no other"));
            assertThat(probes.lanes()).hasSize(5).allSatisfy(lane -> {
                assertThat(lane.node()).isEqualTo(cluster.nodes().getFirst().name());
                assertThat(lane.completions()).extracting(Completion::ok).contains(true);
            });
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.check().verdict())
                    .containsExactly(
                            Tuple.tuple("ledger", Verdict.PASSED),
                            Tuple.tuple("register", Verdict.PASSED),
                            Tuple.tuple("bank", Verdict.SKIPPED),
                            Tuple.tuple("counter", Verdict.PASSED));
            assertThat(tables()).doesNotContain("ledger_00000a", "register_00000a", "counter_00000a");
        }
    }

    @Test
    void corrupted_rows_and_versions_are_found() throws Exception {
        try (IntentLog intents = log("00000b");
                ConsistencyProbes probes = running("00000b", intents)) {
            tell("DELETE FROM squall_probes.ledger_00000b WHERE writer = 1 AND part = 0 AND seq = 3");
            tell("INSERT INTO squall_probes.ledger_00000b (writer, part, seq, crc, payload) VALUES (0, 0, 9999, 1,"
                    + " 'x')");
            tell("DELETE FROM squall_probes.register_00000b WHERE k = 2");
            tell("UPDATE squall_probes.counter_00000b SET n = 1 WHERE k = 0");
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                    .contains(
                            Tuple.tuple("ledger", Set.of(DataAnomaly.LOST, DataAnomaly.PHANTOM)),
                            Tuple.tuple("register", Set.of(DataAnomaly.LOST)),
                            Tuple.tuple("counter", Set.of(DataAnomaly.LOST)));
            assertThat(tables()).contains("ledger_00000b", "register_00000b");
        }
    }

    private static IntentLog log(String run) throws IOException {
        return IntentLog.begin(
                Files.createDirectory(folder.resolve(run)).resolve(IntentLog.NAME), IntentLogFile.Origin.here(run));
    }

    private static ConsistencyProbes running(String run, IntentLog intents) throws IOException, InterruptedException {
        return StoppedProbes.in(
                folder.resolve(run), ALL, ProbeStores.at(cluster.target(), cluster.nodes(), run), intents);
    }

    private static List<String> tables() throws IOException, InterruptedException {
        return database
                .administer(
                        "looking", "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'squall_probes'")
                .stream()
                .map(row -> row.getString(0))
                .toList();
    }

    private static void tell(String cql) throws IOException, InterruptedException {
        database.administer("telling", cql);
    }
}
