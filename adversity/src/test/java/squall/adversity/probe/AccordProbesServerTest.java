package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.IsolationExpectation;
import squall.cql.CqlDatabase;
import squall.cql.driver.CqlAddress;
import squall.cql.driver.CqlSettings;
import squall.scenario.ProbeSettings;
import squall.scenario.ProbeSettings.Register.RegisterMode;
import squall.spi.CheckResult.Verdict;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.cassandra.CassandraCluster;

/** The probes in Accord's transactions on a real Cassandra 6.0-alpha2. */
@Tag("server")
@Tag("extended")
class AccordProbesServerTest {
    private static final ProbeSettings ALL = new ProbeSettings(
            Optional.of(new ProbeSettings.Lanes(1, 5, Duration.ofSeconds(2))),
            Optional.of(new ProbeSettings.Ledger(2, 20)),
            Optional.of(new ProbeSettings.Register(4, 10, RegisterMode.LINEARIZABLE)),
            Optional.of(new ProbeSettings.Bank(5, 6)),
            Optional.of(new ProbeSettings.Counter(2, 6)),
            Optional.of(new ProbeSettings.Isolation(
                    2,
                    3,
                    6,
                    Optional.empty(),
                    new IsolationExpectation(Optional.of(ConsistencyModel.STRICT_SERIALIZABLE), Set.of()))),
            true);

    @TempDir
    static Path folder;

    private static CassandraCluster cluster;
    private static CqlDatabase database;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        cluster =
                new CassandraCluster(StateFolder.at(Path.of("target", "testbed").toAbsolutePath()), "accord-probes");
        cluster.up(new Options("up", Map.of("quick", "true", "version", "6.0-alpha2")), line -> {});
        database = CqlDatabase.connect(CqlSettings.of(
                CqlAddress.ofUrl(cluster.target().url()).contactPoints().getFirst()));
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        database.close();
        cluster.reset();
    }

    @Test
    void each_probe_has_transactions_and_what_they_acknowledged_is_there() throws Exception {
        try (IntentLog intents = log("0000aa");
                ConsistencyProbes probes = stopped("0000aa", intents)) {
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.check().verdict())
                    .containsExactly(
                            Tuple.tuple("ledger", Verdict.PASSED),
                            Tuple.tuple("register", Verdict.PASSED),
                            Tuple.tuple("bank", Verdict.PASSED),
                            Tuple.tuple("counter", Verdict.PASSED),
                            Tuple.tuple("isolation", Verdict.PASSED));
            assertThat(tables("0000aa")).isEmpty();
        }
    }

    @Test
    void corrupted_rows_versions_and_balances_are_found() throws Exception {
        try (IntentLog intents = log("0000ab");
                ConsistencyProbes probes = stopped("0000ab", intents)) {
            tell("DELETE FROM squall_probes.ledger_0000ab WHERE writer = 1 AND part = 0 AND seq = 3");
            tell("INSERT INTO squall_probes.ledger_0000ab (writer, part, seq, crc, payload) VALUES (0, 0, 9999, 1,"
                    + " 'x')");
            tell("DELETE FROM squall_probes.register_0000ab WHERE k = 2");
            tell("UPDATE squall_probes.bank_0000ab SET balance = 1 WHERE id = 0");
            tell("UPDATE squall_probes.counter_0000ab SET n = 1 WHERE k = 0");
            assertThat(probes.verdict(intents))
                    .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                    .contains(
                            Tuple.tuple("ledger", Set.of(DataAnomaly.LOST, DataAnomaly.PHANTOM)),
                            Tuple.tuple("register", Set.of(DataAnomaly.LOST)),
                            Tuple.tuple("bank", Set.of(DataAnomaly.TORN)),
                            Tuple.tuple("counter", Set.of(DataAnomaly.LOST)));
            assertThat(tables("0000ab")).contains("ledger_0000ab", "register_0000ab", "bank_0000ab", "counter_0000ab");
        }
    }

    @Test
    void a_level_and_a_database_over_sql_are_refused() {
        ProbeSettings level = new ProbeSettings(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                ALL.isolation()
                        .map(it -> new ProbeSettings.Isolation(
                                it.sessions(),
                                it.keys(),
                                it.perSecond(),
                                Optional.of(ProbeSettings.Isolation.Level.SERIALIZABLE),
                                it.expectation())),
                true);
        assertThatThrownBy(() -> ConsistencyProbes.open(level, cluster.target(), cluster.nodes(), "0000ac"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("probes.isolation.level must be left out: all transactions of Accord are strict"
                        + " serializable");
        Target sql = new Target("postgres", "jdbc:postgresql://127.0.0.1:5432/x", "x", "", Map.of());
        assertThatThrownBy(() -> ConsistencyProbes.require(ALL, sql))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("probes.accord is for Cassandra 6, and the cluster is jdbc:postgresql://");
    }

    private static IntentLog log(String run) throws IOException {
        return IntentLog.begin(
                Files.createDirectory(folder.resolve(run)).resolve(IntentLog.NAME), IntentLogFile.Origin.here(run));
    }

    private static ConsistencyProbes stopped(String run, IntentLog intents) throws IOException, InterruptedException {
        return StoppedProbes.in(
                folder.resolve(run), ALL, ProbeStores.at(cluster.target(), cluster.nodes(), run, true), intents);
    }

    private static List<String> tables(String run) throws IOException, InterruptedException {
        return database
                .administer(
                        "looking", "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'squall_probes'")
                .stream()
                .map(row -> row.getString(0))
                .filter(table -> table.endsWith("_" + run))
                .toList();
    }

    private static void tell(String cql) throws IOException, InterruptedException {
        database.administer("telling", cql);
    }
}
