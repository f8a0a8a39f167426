package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.intent.IntentFile;
import squall.adversity.probe.intent.IntentLog;
import squall.check.Flaw;
import squall.cql.CqlAddress;
import squall.cql.CqlDatabase;
import squall.cql.CqlSettings;
import squall.host.StateFolder;
import squall.measure.recovery.LaneSeries.Completion;
import squall.scenario.Probes;
import squall.scenario.Probes.Register.Mode;
import squall.spi.CheckResult.Verdict;
import squall.spi.Options;
import squall.testbed.cassandra.CassandraCluster;

/** The probes over CQL on a real Cassandra. */
@Tag("server")
class CassandraProbesServerTest {
    private static final Patience SHORT =
            new Patience(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofMillis(50), 4);
    private static final Probes ALL = new Probes(
            Optional.of(new Probes.Lanes(2, 20, Duration.ofSeconds(1))),
            Optional.of(new Probes.Ledger(2, 200)),
            Optional.of(new Probes.Register(4, 100, Mode.LINEARIZABLE)),
            Optional.of(new Probes.Bank(5, 100)),
            Optional.of(new Probes.Counter(4, 40)));

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
                ProbeSet probes = running("00000a", intents)) {
            assertThat(probes.placements())
                    .hasSize(2)
                    .allMatch(line -> line.endsWith("the first of 1 replicas of its key"));
            assertThat(probes.lanes()).hasSize(4).allSatisfy(lane -> {
                assertThat(lane.node()).isEqualTo(cluster.nodes().getFirst().name());
                assertThat(lane.completions()).extracting(Completion::ok).contains(true);
            });
            assertThat(probes.verdict(intents))
                    .extracting(Finding::probe, finding -> finding.check().verdict())
                    .containsExactly(
                            Tuple.tuple("ledger", Verdict.PASSED),
                            Tuple.tuple("register", Verdict.PASSED),
                            Tuple.tuple("bank", Verdict.SKIPPED),
                            Tuple.tuple("counter", Verdict.PASSED));
            assertThat(tables()).doesNotContain("ledger_00000a", "register_00000a", "counter_00000a");
        }
    }

    @Test
    void rows_and_versions_that_somebody_spoils_are_found() throws Exception {
        try (IntentLog intents = log("00000b");
                ProbeSet probes = running("00000b", intents)) {
            tell("DELETE FROM squall_probes.ledger_00000b WHERE writer = 1 AND part = 0 AND seq = 3");
            tell(
                    "INSERT INTO squall_probes.ledger_00000b (writer, part, seq, crc, payload) VALUES (0, 0, 9999, 1, 'x')");
            tell("DELETE FROM squall_probes.register_00000b WHERE k = 2");
            tell("UPDATE squall_probes.counter_00000b SET n = 1 WHERE k = 0");
            assertThat(probes.verdict(intents))
                    .extracting(Finding::probe, finding -> finding.counts().keySet())
                    .contains(
                            Tuple.tuple("ledger", Set.of(Flaw.LOST, Flaw.PHANTOM)),
                            Tuple.tuple("register", Set.of(Flaw.LOST)),
                            Tuple.tuple("counter", Set.of(Flaw.LOST)));
            assertThat(tables()).contains("ledger_00000b", "register_00000b");
        }
    }

    private static IntentLog log(String run) throws IOException {
        return IntentLog.begin(folder.resolve(run), IntentFile.Origin.here(run));
    }

    /** Stopped again, after each lane had some answers. */
    private static ProbeSet running(String run, IntentLog intents) throws IOException, InterruptedException {
        ProbeSet probes = ProbeSet.open(ALL, Grounds.at(cluster.target(), cluster.nodes(), run), SHORT);
        long beganNs = System.nanoTime();
        probes.start(() -> System.nanoTime() - beganNs, intents);
        await(() -> probes.lanes().stream().allMatch(lane -> lane.completions().size() > 20));
        probes.stop();
        return probes;
    }

    private static void await(BooleanSupplier what) {
        long deadlineNs = System.nanoTime() + Duration.ofSeconds(20).toNanos();
        while (!what.getAsBoolean()) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError("not within 20 s");
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
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
