package squall.adversity.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.adversity.probe.ConsistencyProbes.ProbeStores;
import squall.adversity.probe.intent.IntentLog;
import squall.adversity.probe.intent.IntentLogFile;
import squall.adversity.probe.intent.WriteIntents;
import squall.fake.FakeDriver;
import squall.fixture.TestPostgres;
import squall.scenario.ProbeSettings;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.testbed.postgres.EmbeddedPostgres;

/** PostgreSQL for the probes of one test class, from before its first test to after the last. Each test is a run with its own intents. */
final class Postgres implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private @Nullable TestPostgres postgres;
    private @Nullable IntentLog intents;
    private int runNumber;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
        postgres = new TestPostgres("probes");
    }

    @Override
    public void beforeEach(ExtensionContext context) throws IOException {
        runNumber++;
        intents = IntentLog.begin(
                Files.createDirectory(postgres().folder().resolve("run-" + run()))
                        .resolve(IntentLog.NAME),
                IntentLogFile.Origin.here(run()));
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        intents().close();
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException, InterruptedException {
        postgres().remove();
    }

    /** Returns the number of the test's run, as in its rows. */
    int runNumber() {
        return runNumber;
    }

    String run() {
        return HexFormat.of().toHexDigits(runNumber, 6);
    }

    IntentLog intents() {
        return Objects.requireNonNull(intents, "a test has begun");
    }

    ConsistencyProbes open(ProbeSettings wanted) throws IOException, InterruptedException {
        return ConsistencyProbes.open(wanted, stores(), ProbeSamples.SHORT);
    }

    /** Opens probes through a driver that commits every statement by itself and says that it did not. */
    ConsistencyProbes openWithoutTransactions(ProbeSettings wanted) throws IOException, InterruptedException {
        Target target = new Target(
                target().kind(),
                FakeDriver.withoutTransactions(target().url()),
                target().user(),
                target().password(),
                target().properties());
        return ConsistencyProbes.open(wanted, ProbeStores.at(target, List.of(), run(), false), ProbeSamples.SHORT);
    }

    ProbeStores stores() {
        return ProbeStores.at(target(), nodes(), run(), false);
    }

    void start(ConsistencyProbes probes) {
        start(probes, intents());
    }

    static void start(ConsistencyProbes probes, WriteIntents intents) {
        long beganNs = System.nanoTime();
        probes.start(() -> System.nanoTime() - beganNs, intents);
    }

    Target target() {
        return postgres().target();
    }

    List<Cluster.Node> nodes() {
        return List.of(new Cluster.Node("n1", "127.0.0.1", postgres().port(), "a", "r"));
    }

    EmbeddedPostgres server() {
        return postgres().server();
    }

    void crashAndRestart() throws IOException, InterruptedException {
        server().stopImmediate();
        postgres().up();
    }

    Connection connect() throws SQLException {
        return postgres().connect();
    }

    void tell(String command) throws SQLException {
        postgres().tell(command);
    }

    long number(String query) throws SQLException {
        return Long.parseLong(postgres().ask(query));
    }

    /** Waits until the answer is at least this. */
    void await(String query, long least) throws SQLException {
        long deadlineNs = System.nanoTime() + LIMIT.toNanos();
        while (number(query) < least) {
            if (System.nanoTime() > deadlineNs) {
                throw new AssertionError(query + " stays below " + least);
            }
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
    }

    private TestPostgres postgres() {
        return Objects.requireNonNull(postgres, "it runs from the first test to the last");
    }
}
