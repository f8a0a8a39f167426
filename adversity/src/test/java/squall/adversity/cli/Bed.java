package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import squall.adversity.safety.FaultResidue;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.JournalFolder;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;
import squall.testbed.TestbedCommand;
import squall.testbed.ha.HaCluster;

/** Three PostgreSQL of a test class's own, and Squall's programs on them, each in a process of its own that can be killed. */
final class Bed implements BeforeAllCallback, AfterEachCallback, AfterAllCallback {
    static final Duration SOON = Duration.ofMinutes(4);
    private static final Duration LONGEST = Duration.ofMinutes(8);
    private static final Path MOUNTS = Path.of("/proc/self/mountinfo");

    /** Scenario up to its phases. */
    private static final String SETTING = """
            apiVersion: squall/v1
            name: small
            seed: 7
            cluster: {kind: CLUSTER}
            load:
              engine: {ycsb: {workload: workloada, recordcount: 200}}
              sessions: 4
              rate: {fixed: 50/s}
              statementTimeout: 2s
            probes: {ledger: {writers: 4, rate: 100/s}}
            safety: {grace: 30s, healthyWithin: 120s, maxFaultyNodes: 3}
            windows: {settle: 1s, baseline: 4s, recoveryMax: 30s}
            recovery: {window: 1s, held: 2s, share: 0.5, latencyFactor: 100, latencyFloor: 1s}
            """;

    private final Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-adversity-" + System.nanoTime());
    private final boolean withCluster;
    private final List<String> kinds;

    Bed() {
        this(true);
    }

    private Bed(boolean withCluster, String... kinds) {
        this.withCluster = withCluster;
        this.kinds = List.of(kinds);
    }

    /** For tests that make their clusters themselves; those of these kinds end with each test. */
    static Bed withoutCluster(String... kinds) {
        return new Bed(false, kinds);
    }

    /** @param output standard output and error */
    record Ended(int code, String output) {}

    @Override
    public void beforeAll(ExtensionContext context) throws Exception {
        if (withCluster) {
            cluster().up(HaCluster.Linking.LINKED, line -> {});
        } else {
            Files.createDirectories(folder);
        }
    }

    /** Removes the clusters; no fault, copy or mounted disk must be left. */
    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        if (kinds.isEmpty()) {
            return;
        }
        for (String kind : kinds) {
            assertThat(testbed("reset", kind).code()).isZero();
        }
        assertThat(adversity("heal", "--all").code()).isZero();
        try (Stream<Path> files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().equals("kept")))
                    .isEmpty();
        }
        if (Files.exists(MOUNTS)) {
            assertThat(Files.readString(MOUNTS)).doesNotContain(folder.toString());
        }
        assertThat(loopDevices()).doesNotContain(folder.toString());
    }

    /** Lists the loop devices of this machine with their files; empty where the program is missing, and with it every disk of a node. */
    static String loopDevices() throws IOException, InterruptedException {
        return SearchPath.here().find("losetup").isEmpty()
                ? ""
                : new ExternalProgram(List.of("losetup", "-a"), Path.of("/"), Duration.ofSeconds(10))
                        .run()
                        .orThrow()
                        .text();
    }

    @Override
    public void afterAll(ExtensionContext context) throws Exception {
        cluster().reset();
        FileTrees.delete(folder);
    }

    Path folder() {
        return folder;
    }

    HaCluster cluster() throws IOException {
        return new HaCluster(StateFolder.at(folder), HaCluster.DEFAULT_NAME);
    }

    JournalFolder journals() throws IOException {
        return new JournalFolder(StateFolder.at(folder).folder("adversity"));
    }

    /** Returns the command that starts one of Squall's programs. */
    static List<String> java(Class<?> main, String... words) {
        Stream<String> jvm = Stream.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dlogback.configurationFile=build/dist/src/main/resources/logback.xml",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName());
        return Stream.concat(jvm, Stream.of(words)).toList();
    }

    Process start(Path output, Class<?> main, String... words) throws IOException {
        var builder = new ProcessBuilder(java(main, words));
        builder.environment().put("SQUALL_HOME", folder.toString());
        builder.environment().put("SQUALL_RESULTS", folder.resolve("results").toString());
        builder.directory(Path.of("..").toFile()); // where workloads/ and build/dist/ are
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    Ended testbed(String... args) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        return ended(start(output, TestbedCommand.class, args), output);
    }

    /** Returns the arguments for a scenario of these phases, with a small load and a ledger. */
    String[] args(String command, String cluster, String phases) throws IOException {
        String kind = cluster.split(":", 2)[0];
        Path file = Files.writeString(folder.resolve("scenario.yaml"), SETTING.replace("CLUSTER", kind) + phases);
        return command.equals("run")
                ? new String[] {command, "--verbose", file.toString(), "--cluster", cluster}
                : new String[] {command, file.toString(), "--cluster", cluster};
    }

    /** Kills a run on postgres while its fault is in effect: only the journal and the watchdog are left to heal it. */
    void requireHealedByWatchdog(String... args) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process run = start(output, AdversityCommand.class, args);
        await(Stage.EFFECTIVE);
        run.destroyForcibly().waitFor();
        assertThat(PollDeadline.in(SOON).await(() -> journals().runs().isEmpty()))
                .as(Files.readString(output))
                .isTrue();
        assertThat(testbed("status", "postgres").output()).contains("PostgreSQL runs.");
        assertThat(adversity("check", folder.resolve("results/latest").toString())
                        .output())
                .contains("ledger passed: ");
    }

    Ended adversity(String... words) throws IOException, InterruptedException {
        return adversity(LONGEST, words);
    }

    /** @param limit for what takes longer than most */
    Ended adversity(Duration limit, String... words) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        return ended(start(output, AdversityCommand.class, words), output, limit);
    }

    static Ended ended(Process process, Path output) throws IOException, InterruptedException {
        return ended(process, output, LONGEST);
    }

    static Ended ended(Process process, Path output, Duration limit) throws IOException, InterruptedException {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("no end after " + limit + ": " + Files.readString(output));
        }
        return new Ended(process.exitValue(), Files.readString(output, StandardCharsets.UTF_8));
    }

    /** Waits until an injection has come so far. */
    void await(Stage stage) throws IOException, InterruptedException {
        await(stage, 1);
    }

    /** Waits until so many have. */
    void await(Stage stage, int injections) throws IOException, InterruptedException {
        if (!PollDeadline.in(SOON)
                .await(() -> stages().stream()
                                .filter(found -> found.compareTo(stage) >= 0)
                                .count()
                        == injections)) {
            throw new AssertionError(injections + " should be " + stage + ", but there are " + stages());
        }
    }

    /** Returns the stages of all injections of all runs that have something open. */
    private List<Stage> stages() throws IOException {
        List<Stage> stages = new ArrayList<>();
        for (String run : journals().runs()) {
            journals().contents(run).ifPresent(contents -> contents.last().forEach(line -> stages.add(line.stage())));
        }
        return stages;
    }

    /** Returns whether all nodes serve, all links are as they were, and nothing of any run is left. */
    boolean whole() throws IOException, InterruptedException {
        return journals().runs().isEmpty() && FaultResidue.of(cluster()).isEmpty();
    }

    /** Has the database do something. */
    void tell(String sql) throws IOException, InterruptedException, SQLException {
        Target target = cluster().target();
        try (Connection connection = DriverManager.getConnection(target.url(), target.user(), target.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Returns the address of the database of {@link #cluster} on this node alone. */
    String urlOf(Cluster.Node node) throws IOException {
        String database = URI.create(cluster().target().url().replaceFirst("^jdbc:postgresql://[^/]*", "jdbc://node"))
                .getPath();
        return "jdbc:postgresql://" + node.host() + ":" + node.port() + database;
    }

    Cluster.Node standby() throws IOException, InterruptedException {
        Optional<Cluster.Node> primary = cluster().primary();
        return cluster().nodes().stream()
                .filter(node -> primary.isPresent() && !node.equals(primary.get()))
                .findFirst()
                .orElseThrow();
    }
}
