package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.dist.Installation.Result;
import squall.spi.Target;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Test that a password of the environment or a file is nowhere else afterwards: in no command line, output, log, result or trace. */
@Tag("server")
@Tag("extended")
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
        assertThat(result.out() + result.err())
                .contains("28P01", "check db.user and db.passwd")
                .doesNotContain(wrong);
    }

    @Test
    void a_password_that_is_asked_for_at_the_terminal_is_nowhere_else() throws Exception {
        Terminal.require();
        try (ProcessWatch watch = new ProcessWatch(target.password())) {
            List<String> load = new ArrayList<>(ycsbWords("load", "prompt:"));
            load.addAll(List.of("-p", "table=asked"));
            assertWell(Terminal.run("ycsb", load, target.password()));
            // The server wants one, and none is given.
            assertWell(Terminal.run("sample-apps", appWords(), target.password()));
            assertThat(watch.showed()).as("command lines with the password").isEmpty();
        }
        assertThat(filesWithPassword()).isSubsetOf(temp.resolve("password"), postgres.passwordFile());
    }

    /** Runs the other commands: each is told to ask, and each asks by itself because none is given. */
    @ParameterizedTest
    @ValueSource(strings = {"benchbase", "sysbench", "kv"})
    void every_other_command_asks_too(String command) throws Exception {
        Terminal.require();
        try (ProcessWatch watch = new ProcessWatch(target.password())) {
            assertWell(Terminal.run(command, words(command, "prompt:"), target.password()));
            assertWell(Terminal.run(command, words(command, ""), target.password()));
            assertThat(watch.showed()).as("command lines with the password").isEmpty();
        }
        assertThat(filesWithPassword()).isSubsetOf(temp.resolve("password"), postgres.passwordFile());
    }

    /** Returns the arguments for a short piece of work. @param password empty: it is left out */
    private static List<String> words(String command, String password) throws IOException {
        List<String> words = new ArrayList<>();
        switch (command) {
            case "benchbase" ->
                words.addAll(List.of("-b", "tpcc", "-c", config(password).toString(), "--create=true"));
            case "sysbench" -> {
                words.addAll(List.of("--table-size=10", "--url=" + target.url(), "--pgsql-user=" + target.user()));
                if (!password.isEmpty()) {
                    words.add("--pgsql-password=" + password);
                }
                // The first one makes the tables that the second one finds.
                words.addAll(List.of("oltp_point_select", password.isEmpty() ? "cleanup" : "prepare"));
            }
            case "kv" -> {
                words.addAll(List.of("run", "--init", "--url", target.url(), "--user", target.user()));
                if (!password.isEmpty()) {
                    words.addAll(List.of("--password", password));
                }
                words.addAll(List.of("--concurrency", "1", "--max-ops", "10"));
            }
            default -> throw new IllegalArgumentException(command);
        }
        return words;
    }

    /** Returns a configuration that comes with a release, for this server. */
    private static Path config(String password) throws IOException {
        String usual;
        try (Stream<Path> all = Files.list(Installation.assembled().resolve("benchbase-configs/postgres"))) {
            usual = Files.readString(
                    all.filter(file -> file.getFileName().toString().contains("tpcc"))
                            .sorted()
                            .findFirst()
                            .orElseThrow());
        }
        return Files.writeString(
                temp.resolve("tpcc.xml"),
                usual.replaceFirst("<url>[^<]*</url>", "<url>" + target.url().replace("&", "&amp;") + "</url>")
                        .replaceFirst("<testbed>[^<]*</testbed>", "")
                        .replaceFirst("<username>[^<]*</username>", "<username>" + target.user() + "</username>")
                        .replaceFirst("<password>[^<]*</password>", "<password>" + password + "</password>"));
    }

    private static void assertWell(Result result) {
        assertThat(result.exit()).as(result.out()).isZero();
        assertThat(result.out())
                .containsOnlyOnce(": password of " + target.user() + ": ")
                .doesNotContain(target.password());
    }

    @Test
    void a_wrong_password_that_was_typed_is_not_repeated() throws Exception {
        Terminal.require();
        Result result = Terminal.run("sample-apps", appWords(), "env:DB_PASSWORD");

        assertThat(result.exit()).as(result.out()).isEqualTo(5);
        assertThat(result.out()).contains("28P01").doesNotContain("env:DB_PASSWORD");
    }

    @Test
    void without_a_terminal_a_password_is_not_asked_for() throws Exception {
        Result asked = ycsb("load", "prompt:");
        assertThat(asked.exit()).as(asked.err()).isEqualTo(2);
        Result wanted = run("sample-apps", appWords());
        assertThat(wanted.exit()).as(wanted.err()).isEqualTo(2);
        assertThat(List.of(asked.err(), wanted.err()))
                .allSatisfy(message -> assertThat(message.replaceAll("\\s+", " "))
                        .contains("a password is needed, and there is no terminal to ask for it")
                        .contains("give the password as env:NAME or file:PATH"));
    }

    private static Result ycsb(String command, String password) throws Exception {
        return run("ycsb", ycsbWords(command, password));
    }

    private static List<String> ycsbWords(String command, String password) {
        return List.of(
                command,
                "jdbc",
                "-P",
                "workloada",
                "-p",
                "db.url=" + target.url(),
                "-p",
                "db.user=" + target.user(),
                "-p",
                "db.passwd=" + password);
    }

    private static List<String> appWords() {
        String words = "--workload SqlInserts --num_writes 50 --num_reads 50 --url " + target.url() + " --username "
                + target.user();
        return List.of(words.split(" ", -1));
    }

    private static Result run(String script, List<String> words) throws Exception {
        return Installation.real()
                .run(
                        environment(),
                        Installation.assembled().resolve("bin").resolve(script),
                        words.toArray(String[]::new));
    }

    private static Map<String, String> environment() {
        return Map.of(
                "SQUALL_HOME", temp.resolve("home").toString(),
                "SQUALL_RESULTS", temp.resolve("results").toString(),
                "JAVA_HOME", System.getProperty("java.home"),
                "DB_PASSWORD", target.password());
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

    /** Terminal that is a pseudo-terminal: util-linux's {@code script}. */
    private static final class Terminal {
        private static final Path SCRIPT = Path.of("/usr/bin/script");
        private static final Duration LONGEST = Duration.ofMinutes(3);

        private Terminal() {}

        static void require() {
            assumeTrue(Files.isExecutable(SCRIPT) && Files.isDirectory(Path.of("/proc/self")), "script of util-linux");
        }

        /** Types the line when it is asked for. Both streams are in {@code out}. */
        static Result run(String script, List<String> words, String line) throws Exception {
            Path seen = Files.createTempFile("terminal", ".txt");
            String command = Stream.concat(
                            Stream.of(Installation.assembled()
                                    .resolve("bin")
                                    .resolve(script)
                                    .toString()),
                            words.stream())
                    .map(word -> "'" + word + "'")
                    .collect(Collectors.joining(" "));
            ProcessBuilder builder = new ProcessBuilder(SCRIPT.toString(), "-qec", command, "/dev/null")
                    .redirectErrorStream(true)
                    .redirectOutput(seen.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment());
            builder.environment().putAll(Map.of("PATH", "/usr/bin:/bin", "SHELL", "/bin/sh", "HOME", temp.toString()));
            Process process = builder.start();
            try (OutputStream keyboard = process.getOutputStream()) {
                PollDeadline.in(LONGEST)
                        .await(() ->
                                !process.isAlive() || Files.readString(seen).contains("password of"));
                keyboard.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                keyboard.flush();
                assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                        .as(Files.readString(seen))
                        .isTrue();
            } finally {
                process.destroyForcibly();
            }
            String out = Files.readString(seen);
            Files.delete(seen);
            return new Result(process.exitValue(), out, "");
        }
    }

    /** Watch over the command lines of all processes, as {@code ps} shows them, until it is closed. */
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
