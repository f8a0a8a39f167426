package squall.cql;

import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noRows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.query;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.readTimeout;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.rows;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.syntaxError;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.when;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.simulacron.common.codec.ConsistencyLevel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cql.driver.CqlSettings;
import squall.fixture.Ports;
import squall.spi.ConnectionStep.Kind;
import squall.spi.DriverSteps;
import squall.spi.DriverSteps.NodeStep;
import squall.spi.Outcome;
import squall.sql.TestTurn;
import squall.sql.WorkEffect;
import squall.system.PollDeadline;

class CqlDatabaseTest {
    private final Stub stub = Stub.of(1);

    CqlDatabaseTest() throws IOException {}

    @AfterEach
    void stop() {
        stub.close();
    }

    @Test
    void a_node_that_is_not_there_is_named() throws IOException {
        String nowhere = "127.0.0.1:" + Ports.free();
        assertThatIOException()
                .isThrownBy(() -> CqlDatabase.connect(CqlSettings.of(nowhere)))
                .withMessageStartingWith(nowhere + " cannot be used: " + nowhere + " ")
                .withMessageContaining("onnect");
    }

    @Test
    void a_host_without_an_address_is_named() {
        assertThatIOException()
                .isThrownBy(() -> CqlDatabase.connect(CqlSettings.of("no-such-host.invalid:9042")))
                .withMessage("contact point no-such-host.invalid:9042: unknown host");
    }

    @Test
    void a_data_centre_that_does_not_exist_is_a_mistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlDatabase.connect(with("dc9", CqlSettings.Encryption.OFF, Map.of())))
                .withMessage("there is no data centre 'dc9'; found: dc1");
    }

    @Test
    void an_option_that_the_driver_does_not_know_is_a_mistake() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlDatabase.connect(
                        with("", CqlSettings.Encryption.OFF, Map.of("basic.request.tiemout", "2 s"))))
                .withMessageStartingWith("the driver has no option 'basic.request.tiemout'");
    }

    @Test
    void options_of_the_driver_beat_the_settings() throws IOException, InterruptedException {
        Map<String, String> options = Map.of("basic.request.timeout", "1234 milliseconds");
        try (CqlDatabase database = CqlDatabase.connect(with("dc1", CqlSettings.Encryption.OFF, options))) {
            assertThat(database.session()
                            .getContext()
                            .getConfig()
                            .getDefaultProfile()
                            .getDuration(DefaultDriverOption.REQUEST_TIMEOUT)
                            .toMillis())
                    .isEqualTo(1234);
        }
    }

    @Test
    void the_driver_reports_the_loss_of_a_node_its_pauses_and_its_return() throws IOException, InterruptedException {
        String node = stub.contactPoint();
        long originNs = System.nanoTime();
        try (CqlDatabase database = stub.connect()) {
            assertThat(database.driverSteps(originNs)).isEqualTo(DriverSteps.NONE);
            stub.cluster().stop();
            await(() -> kinds(database).contains(Kind.REFUSED));
            stub.cluster().start();
            await(() -> kinds(database).contains(Kind.CONNECTED));
            List<NodeStep> steps = database.driverSteps(originNs).steps();
            assertThat(kinds(database)).startsWith(Kind.BROKEN, Kind.PAUSED, Kind.REFUSED, Kind.PAUSED);
            assertThat(kinds(database)).endsWith(Kind.PAUSED, Kind.CONNECTED);
            assertThat(steps).allSatisfy(each -> {
                assertThat(each.node()).isEqualTo(node);
                assertThat(each.step().detail()).isEqualTo(node);
                assertThat(each.step().fromNs()).isBetween(0L, System.nanoTime() - originNs);
            });
            assertThat(steps.get(1).step().toNs() - steps.get(1).step().fromNs())
                    .as("the first pause of the policy: 100 ms, more or less by 15 %")
                    .isBetween(50_000_000L, 115_000_000L);
        }
    }

    @Test
    void a_file_without_certificates_is_named(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("ca.pem"), "");
        var trusting = new CqlSettings.Encryption(true, Optional.of(file), Optional.empty());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CqlDatabase.connect(with("", trusting, Map.of())))
                .withMessage(file + " contains no certificate; expected a PEM file of certificate authorities");
    }

    @Test
    void what_the_driver_counts_goes_to_the_registry() throws IOException, InterruptedException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (CqlDatabase database = CqlDatabase.connect(stub.settings(), Optional.of(registry));
                CqlHandle handle = new CqlHandle(database, 0)) {
            handle.unit(WorkEffect.READ, new TestTurn(), Stub.sending("SELECT 1"));
            assertThat(registry.getMeters())
                    .extracting(meter -> meter.getId().getName())
                    .anyMatch(name -> name.endsWith("cql-requests"))
                    .anyMatch(name -> name.endsWith("pool.open-connections"));
        }
    }

    /** Covers an old error: one timeout of the reads after a run left its isolation undecided. */
    @Test
    void what_must_be_read_is_read_again_after_a_timeout() throws IOException, InterruptedException {
        stub.answers("SELECT v", readTimeout(ConsistencyLevel.SERIAL, 0, 1, false));
        try (CqlDatabase database = stub.connect()) {
            Thread answering = Thread.startVirtualThread(() -> {
                while (stub.sent("SELECT v").isEmpty()) {
                    LockSupport.parkNanos(1_000_000);
                }
                stub.cluster().clearPrimes(true);
                stub.answers(
                        "SELECT v",
                        rows().columnTypes("v", "bigint").row("v", 7L).build());
            });
            assertThat(database.readPatiently("reading", Duration.ofSeconds(60), "SELECT v"))
                    .singleElement()
                    .returns(7L, row -> row.getLong("v"));
            answering.join();
        }
        assertThat(stub.sent("SELECT v")).hasSizeGreaterThan(1);
    }

    @Test
    void a_statement_that_is_wrong_is_not_read_again() throws IOException, InterruptedException {
        stub.answers("SELEC", syntaxError("no viable alternative"));
        try (CqlDatabase database = stub.connect()) {
            assertThatIOException()
                    .isThrownBy(() -> database.readPatiently("reading", Duration.ofHours(1), "SELEC"))
                    .withMessageContaining("reading failed: no viable alternative");
        }
    }

    @Test
    void a_transaction_is_one_statement_that_yugabytedb_prepares() throws IOException, InterruptedException {
        String transaction = CqlDialect.YCQL.transaction(
                List.of("INSERT INTO ks.t (k, v) VALUES (:k1, :v1)", "UPDATE ks.t SET v = :v2 WHERE k = :k2"));
        LinkedHashMap<String, Object> parameters = new LinkedHashMap<>();
        LinkedHashMap<String, String> types = new LinkedHashMap<>();
        for (String name : List.of("k1", "v1", "v2", "k2")) {
            parameters.put(name, "*");
            types.put(name, "varchar");
        }
        stub.cluster()
                .prime(when(query(transaction, List.of(), parameters, types)).then(noRows()));
        stub.partitions(new Stub.Partition(0, Map.of(0, "LEADER")));
        try (CqlDatabase database = stub.connect();
                CqlHandle handle = new CqlHandle(database, 0)) {
            assertThat(handle.unit(WorkEffect.ONCE, new TestTurn(), exchange -> {
                        exchange.execute(exchange.prepared(transaction).bind("a", "1", "2", "b"));
                        return Outcome.OK;
                    }))
                    .isEqualTo(Outcome.OK);
        }
        assertThat(transaction)
                .isEqualTo("BEGIN TRANSACTION INSERT INTO ks.t (k, v) VALUES (:k1, :v1); "
                        + "UPDATE ks.t SET v = :v2 WHERE k = :k2; END TRANSACTION;");
        assertThat(stub.sent(transaction))
                .hasSize(2)
                .first()
                .satisfies(log -> assertThat(log.getType()).isEqualTo("PREPARE"));
        assertThat(CqlDialect.CASSANDRA.transaction(List.of("A", "B"))).isEqualTo("BEGIN BATCH A; B; APPLY BATCH");
    }

    private CqlSettings with(String datacenter, CqlSettings.Encryption encryption, Map<String, String> options) {
        CqlSettings usual = stub.settings();
        return new CqlSettings(
                usual.contactPoints(),
                datacenter,
                usual.login(),
                encryption,
                usual.consistency(),
                usual.limits(),
                usual.wire(),
                options);
    }

    private static List<Kind> kinds(CqlDatabase database) {
        return database.driverSteps(0).steps().stream()
                .map(each -> each.step().kind())
                .toList();
    }

    private static void await(PollDeadline.Condition condition) throws IOException, InterruptedException {
        assertThat(PollDeadline.in(Duration.ofSeconds(20)).await(condition)).isTrue();
    }
}
