package squall.adversity.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.check.DataAnomaly;
import squall.fixture.StandaloneMariaDb;
import squall.spi.CheckResult.Verdict;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.PollDeadline;

/** Test of the probes on a real MariaDB that keeps its word, and on one whose data is changed behind their back. */
@Tag("server")
@Tag("extended")
class MariaDbProbesServerTest {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static @Nullable StandaloneMariaDb server;

    @TempDir
    Path folder;

    private final int number = RUNS.incrementAndGet();
    private final String run = HexFormat.of().toHexDigits(number, 6);

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        server = StandaloneMariaDb.startOrSkip(MariaDbProbesServerTest.class);
    }

    @AfterAll
    static void stop() throws IOException {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void a_server_that_keeps_its_word_passes() throws Exception {
        assertThat(findings(""))
                .allSatisfy(finding -> assertThat(finding.check().verdict())
                        .as(finding.check().detail())
                        .isEqualTo(Verdict.PASSED))
                .extracting(ProbeFinding::probe)
                .containsExactly("ledger", "register", "bank", "counter");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ledger   | LOST    | DELETE FROM squall_ledger WHERE run = $R AND writer = 1 AND seq = 3",
                "ledger   | PHANTOM | INSERT INTO squall_ledger VALUES ($R, 1, 1000000, 7, 'seven')",
                "ledger   | TORN    | UPDATE squall_ledger SET crc = crc + 1 WHERE run = $R AND writer = 0 AND seq = 3",
                "register | LOST    | UPDATE squall_register SET ver = 1 WHERE run = $R AND k = 3",
                "bank     | TORN    | UPDATE squall_bank SET balance = balance + 1 WHERE run = $R AND id = 0",
                "counter  | LOST    | UPDATE squall_counter SET n = n - 3 WHERE run = $R"
            })
    void data_that_was_changed_behind_their_back_is_found(String probe, DataAnomaly anomaly, String change)
            throws Exception {
        assertThat(findings(change.replace("$R", String.valueOf(number))))
                .filteredOn(finding -> finding.check().verdict() == Verdict.FAILED)
                .extracting(ProbeFinding::probe, finding -> finding.counts().keySet())
                .containsExactly(Tuple.tuple(probe, Set.of(anomaly)));
    }

    /** @param change of the data before the verdict; empty: none */
    private List<ProbeFinding> findings(String change) throws Exception {
        try (IntentLog intents = IntentLog.begin(folder.resolve(IntentLog.NAME), IntentLogFile.Origin.here(run));
                ConsistencyProbes probes = ConsistencyProbes.open(
                        ProbeSamples.ALL,
                        ProbeStores.at(target(), List.of(new Cluster.Node("n1", "127.0.0.1", 1, "a", "r")), run, false),
                        ProbeSamples.SHORT)) {
            long beganNs = System.nanoTime();
            probes.start(() -> System.nanoTime() - beganNs, intents);
            assertThat(PollDeadline.in(Duration.ofMinutes(2)).await(() -> entries() >= 100))
                    .isTrue();
            probes.stop();
            if (!change.isEmpty()) {
                try (Connection connection = connect();
                        Statement statement = connection.createStatement()) {
                    statement.execute(change);
                }
            }
            return probes.verdict(intents);
        }
    }

    private long entries() throws IOException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT count(*) FROM squall_ledger WHERE run = " + number)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IOException(e);
        }
    }

    /** Returns the target as a cluster of several nodes would be reached; on one server the variable changes nothing. */
    private static Target target() {
        return new Target(
                "mariadb",
                Objects.requireNonNull(server).url() + "?sessionVariables=wsrep_sync_wait=1",
                StandaloneMariaDb.SQUALL,
                StandaloneMariaDb.SQUALL,
                Map.of());
    }

    private static Connection connect() throws SQLException {
        return DriverManager.getConnection(target().url(), StandaloneMariaDb.SQUALL, StandaloneMariaDb.SQUALL);
    }
}
