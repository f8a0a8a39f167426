package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.intent.IntentLog;
import squall.check.DataAnomaly;
import squall.measure.recovery.LaneOutages.LaneSeries.Completion;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.CheckResult.Verdict;

/** The probes over CQL on a real Cassandra. */
@Tag("server")
@Tag("extended")
class CassandraProbesServerTest {
    private static final ProbeSettings ALL = ProbeSettings.NONE
            .with(new ProbeSettings.Lanes(2, 20, Duration.ofSeconds(1)))
            .with(new ProbeSettings.Ledger(2, 200))
            .with(new ProbeSettings.Register(4, 100, RegisterMode.LINEARIZABLE))
            .with(new ProbeSettings.Bank(5, 100))
            .with(new ProbeSettings.Counter(4, 40));

    @RegisterExtension
    static final ProbedCassandra CASSANDRA = new ProbedCassandra("probes", Map.of(), ALL);

    @TempDir
    Path folder;

    @Test
    void what_was_acknowledged_is_there_and_each_node_has_its_lanes() throws Exception {
        try (IntentLog intents = ProbedCassandra.log(folder, "00000a");
                ConsistencyProbes probes = CASSANDRA.stopped(folder, "00000a", intents)) {
            assertThat(probes.placements())
                    .hasSize(3)
                    .allMatch(line ->
                            line.endsWith("the first of 1 replicas of its key") || line.endsWith(" and no other"));
            assertThat(probes.lanes()).hasSize(5).allSatisfy(lane -> {
                assertThat(lane.node())
                        .isEqualTo(CASSANDRA.cluster().nodes().getFirst().name());
                assertThat(lane.completions()).extracting(Completion::ok).contains(true);
            });
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.check().verdict())
                    .containsExactly(
                            Tuple.tuple("ledger", Verdict.PASSED),
                            Tuple.tuple("register", Verdict.PASSED),
                            Tuple.tuple("bank", Verdict.SKIPPED),
                            Tuple.tuple("counter", Verdict.PASSED));
            assertThat(CASSANDRA.tables("00000a")).isEmpty();
        }
    }

    @Test
    void corrupted_rows_and_versions_are_found() throws Exception {
        try (IntentLog intents = ProbedCassandra.log(folder, "00000b");
                ConsistencyProbes probes = CASSANDRA.stopped(folder, "00000b", intents)) {
            CASSANDRA.tell("DELETE FROM squall_probes.ledger_00000b WHERE writer = 1 AND part = 0 AND seq = 3");
            CASSANDRA.tell(
                    "INSERT INTO squall_probes.ledger_00000b (writer, part, seq, crc, payload) VALUES (0, 0, 9999, 1,"
                            + " 'x')");
            CASSANDRA.tell("DELETE FROM squall_probes.register_00000b WHERE k = 2");
            CASSANDRA.tell("UPDATE squall_probes.counter_00000b SET n = 1 WHERE k = 0");
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                    .contains(
                            Tuple.tuple("ledger", Set.of(DataAnomaly.LOST, DataAnomaly.PHANTOM)),
                            Tuple.tuple("register", Set.of(DataAnomaly.LOST)),
                            Tuple.tuple("counter", Set.of(DataAnomaly.LOST)));
            assertThat(CASSANDRA.tables("00000b")).contains("ledger_00000b", "register_00000b");
        }
    }
}
