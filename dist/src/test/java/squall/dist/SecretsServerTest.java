package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.dist.Installation.Result;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.EmbeddedPostgres;

/** A password that comes from the environment or a file is afterwards nowhere else: in no command line, output, log, result or trace. */
@Tag("server")
class SecretsServerTest {
    @TempDir
    private static Path temp;

    private static EmbeddedPostgres postgres;
    private static Target target;

    @BeforeAll
    static void start() throws Exception {
        // As root the server runs as another user, who must be able to enter.
        Files.setPosixFilePermissions(temp, PosixFilePermissions.fromString("rwxr-xr-x"));
        postgres = new EmbeddedPostgres(StateFolder.at(temp.resolve("home")), "secrets");
        target = postgres.up().target();
    }

    @AfterAll
    static void stop() throws Exception {
        postgres.reset();
    }

    @Test
    void a_password_is_in_no_command_line_output_log_result_or_trace() throws Exception {
        Path file = Files.writeString(temp.resolve("password"), target.password() + "\n");
        List<Result> results = new ArrayList<>();
        try (ProcessWatch watch = new ProcessWatch(target.password())) {
            results.add(ycsb("load", "env:DB_PASSWORD"));
            results.add(ycsb("run", "file:" + file));
            results.add(run(
                    "sample-apps",
                    List.of(
                            "--workload",
                            "SqlInserts",
                            "--run_time",
                            "2",
                            "--url",
                            target.url(),
                            "--username",
                            target.user(),
                            "--password",
                            "file:" + file)));
            assertThat(watch.showed()).as("command lines with the password").isEmpty();
        }
        List<String> runs = runs();
        results.add(
                run("report", List.of(runs.getFirst(), "--format", "html", "--out", runs.getFirst() + "/page.html")));
        results.add(run("report", List.of(runs.getFirst(), "--format", "json")));
        results.add(
                run("report", Stream.concat(Stream.of("trace"), runs.stream()).toList()));
        assertThat(results).allSatisfy(result -> {
            assertThat(result.exit()).as(result.err()).isZero();
            assertThat(result.out() + result.err()).doesNotContain(target.password());
        });
        assertThat(filesWithPassword()).containsExactlyInAnyOrder(file, postgres.passwordFile());
    }

    @Test
    void a_refused_password_is_not_repeated() throws Exception {
        String wrong = "open-sesame-4711";
        Result result = run(
                "ycsb",
                List.of(
                        "load",
                        "jdbc",
                        "-P",
                        "workloada",
                        "-p",
                        "db.url=" + target.url(),
                        "-p",
                        "db.user=" + target.user(),
                        "-p",
                        "db.passwd=" + wrong));

        assertThat(result.exit()).isEqualTo(5);
        assertThat(result.out() + result.err()).contains("28P01").doesNotContain(wrong);
    }

    private static Result ycsb(String command, String password) throws Exception {
        return run(
                "ycsb",
                List.of(
                        command,
                        "jdbc",
                        "-P",
                        "workloada",
                        "-p",
                        "db.url=" + target.url(),
                        "-p",
                        "db.user=" + target.user(),
                        "-p",
                        "db.passwd=" + password));
    }

    private static Result run(String script, List<String> words) throws Exception {
        Map<String, String> environment = Map.of(
                "SQUALL_HOME", temp.resolve("home").toString(),
                "SQUALL_RESULTS", temp.resolve("results").toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "DB_PASSWORD", target.password());
        return Installation.real()
                .run(
                        environment,
                        Installation.assembled().resolve("bin").resolve(script),
                        words.toArray(String[]::new));
    }

    private static List<String> runs() throws IOException {
        try (Stream<Path> all = Files.walk(temp.resolve("results"))) {
            return all.filter(folder -> Files.exists(folder.resolve("manifest.json")))
                    .map(Path::toString)
                    .toList();
        }
    }

    private static List<Path> filesWithPassword() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> all = Files.walk(temp)) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                if (Files.readString(file, StandardCharsets.ISO_8859_1).contains(target.password())) {
                    found.add(file);
                }
            }
        }
        return found;
    }

    /** Looks at the command lines of all processes, as {@code ps} does, until it is closed. */
    private static final class ProcessWatch implements AutoCloseable {
        /** Often enough for every process of a command, and the machine still has time for these. */
        private static final long PAUSE_NS = 50_000_000;

        private final Set<String> showed = ConcurrentHashMap.newKeySet();
        private final Thread thread;

        ProcessWatch(String secret) {
            thread = Thread.ofPlatform().start(() -> {
                while (!Thread.currentThread().isInterrupted()) {
                    ProcessHandle.allProcesses()
                            .flatMap(process -> process.info().commandLine().stream())
                            .filter(line -> line.contains(secret))
                            .forEach(showed::add);
                    LockSupport.parkNanos(PAUSE_NS);
                }
            });
        }

        Set<String> showed() {
            return showed;
        }

        @Override
        public void close() {
            thread.interrupt();
        }
    }
}
