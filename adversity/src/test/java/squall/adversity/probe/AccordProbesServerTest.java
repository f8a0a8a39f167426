package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.probe.intent.IntentLog;
import squall.check.DataAnomaly;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationExpectation;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.CheckResult.Verdict;

/** The probes in Accord's transactions on a real Cassandra 6.0-alpha2. */
@Tag("server")
@Tag("extended")
class AccordProbesServerTest {
    private static final ProbeSettings ALL = ProbeSettings.NONE
            .with(new ProbeSettings.Lanes(1, 5, Duration.ofSeconds(2)))
            .with(new ProbeSettings.Ledger(2, 20))
            .with(new ProbeSettings.Register(4, 10, RegisterMode.LINEARIZABLE))
            .with(new ProbeSettings.Bank(5, 6))
            .with(new ProbeSettings.Counter(2, 6))
            .with(new ProbeSettings.Isolation(
                    2,
                    3,
                    6,
                    Optional.empty(),
                    new IsolationExpectation(Optional.of(ConsistencyModel.STRICT_SERIALIZABLE), Set.of())))
            .withAccord();

    @RegisterExtension
    static final ProbedCassandra CASSANDRA = new ProbedCassandra("accord-probes", Map.of("version", "6.0-alpha2"), ALL);

    @TempDir
    Path folder;

    @Test
    void each_probe_has_transactions_and_what_they_acknowledged_is_there() throws Exception {
        try (IntentLog intents = ProbedCassandra.log(folder, "0000aa");
                ConsistencyProbes probes = CASSANDRA.stopped(folder, "0000aa", intents)) {
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.check().verdict())
                    .containsExactly(
                            Tuple.tuple("ledger", Verdict.PASSED),
                            Tuple.tuple("register", Verdict.PASSED),
                            Tuple.tuple("bank", Verdict.PASSED),
                            Tuple.tuple("counter", Verdict.PASSED),
                            Tuple.tuple("isolation", Verdict.PASSED));
            assertThat(CASSANDRA.tables("0000aa")).isEmpty();
        }
    }

    @Test
    void corrupted_rows_versions_and_balances_are_found() throws Exception {
        try (IntentLog intents = ProbedCassandra.log(folder, "0000ab");
                ConsistencyProbes probes = CASSANDRA.stopped(folder, "0000ab", intents)) {
            CASSANDRA.tell("DELETE FROM squall_probes.ledger_0000ab WHERE writer = 1 AND part = 0 AND seq = 3");
            CASSANDRA.tell(
                    "INSERT INTO squall_probes.ledger_0000ab (writer, part, seq, crc, payload) VALUES (0, 0, 9999, 1,"
                            + " 'x')");
            CASSANDRA.tell("DELETE FROM squall_probes.register_0000ab WHERE k = 2");
            CASSANDRA.tell("UPDATE squall_probes.bank_0000ab SET balance = 1 WHERE id = 0");
            CASSANDRA.tell("UPDATE squall_probes.counter_0000ab SET n = 1 WHERE k = 0");
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                    .contains(
                            Tuple.tuple("ledger", Set.of(DataAnomaly.LOST, DataAnomaly.PHANTOM)),
                            Tuple.tuple("register", Set.of(DataAnomaly.LOST)),
                            Tuple.tuple("bank", Set.of(DataAnomaly.TORN)),
                            Tuple.tuple("counter", Set.of(DataAnomaly.LOST)));
            assertThat(CASSANDRA.tables("0000ab"))
                    .contains("ledger_0000ab", "register_0000ab", "bank_0000ab", "counter_0000ab");
        }
    }
}
