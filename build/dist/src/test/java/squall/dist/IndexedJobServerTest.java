package squall.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import squall.dist.Installation.Result;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RecordedRun;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** The Job of docker/kubernetes/clients as processes of this machine, with the environment that Kubernetes gives its pods. */
@Tag("server")
@Tag("extended")
class IndexedJobServerTest {
    private static final Path MANIFEST =
            Path.of(System.getProperty("squall.root"), "docker", "kubernetes", "clients", "job.yaml");
    private static final int PODS = 3;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    @TempDir
    static Path temp;

    private static EmbeddedPostgres server;
    private static Target target;
    private static Path state;

    @BeforeAll
    static void start() throws Exception {
        // Not below a temporary folder: those are closed to the ordinary user whom root must start the server as.
        state = Path.of(
                System.getProperty("java.io.tmpdir"),
                "squall-job-" + ProcessHandle.current().pid());
        server = new EmbeddedPostgres(StateFolder.at(state), "job");
        target = server.up().target();
        Files.writeString(temp.resolve("password"), target.password());
        List<String> load = new ArrayList<>(arguments());
        load.set(0, "load");
        Result loaded = squall("ycsb", load);
        assertThat(loaded.exit()).as(loaded.err()).isIn(0, 6); // as below
    }

    @AfterAll
    static void stop() throws Exception {
        server.reset();
        try (Stream<Path> files = Files.walk(state)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }

    @Test
    void each_pod_does_its_part_and_the_folder_of_all_is_merged() throws Exception {
        List<Integer> valid = valid(pods("whole"));
        Result merged = merged("whole");

        assertThat(merged.exit()).as(merged.err()).isEqualTo(valid.size() == PODS ? 0 : 6);
        assertThat(clients("whole")).extracting(ClientFigures::client).containsExactlyElementsOf(valid);
        assertThat(clients("whole")).allMatch(client -> client.operations() > 0);
    }

    @Test
    void a_pod_that_is_killed_is_named_by_the_merged_run_and_one_started_in_its_place_refuses() throws Exception {
        List<Process> pods = pods("killed");
        awaitSecond("killed");
        pods.get(2).destroyForcibly();
        assertThat(ended(pods.get(2))).isEqualTo(137);
        Process again = pod("killed", 2);
        assertThat(ended(again)).isEqualTo(6);
        assertThat(Files.readString(temp.resolve("killed-2.txt")))
                .contains("client 2 of run ", " has signed in before");
        List<Integer> valid = valid(pods.subList(0, 2));
        Result merged = merged("killed");

        assertThat(merged.exit()).as(merged.err()).isEqualTo(6);
        assertThat((merged.out() + merged.err()).replaceAll("\\s+", " "))
                .containsPattern("exit 6: client 2 of 3 is missing: run \\S+ died after");
        assertThat(clients("killed")).extracting(ClientFigures::client).containsExactlyElementsOf(valid);
    }

    /** Returns the arguments of the manifest's container, for a smaller run on the server of this test. */
    private static List<String> arguments() throws IOException {
        List<String> words = new ArrayList<>();
        for (Object word : (List<?>) member(container(), "args")) {
            words.add(String.valueOf(word)
                    .replace("recordcount=1000000", "recordcount=1000")
                    .replace("maxexecutiontime=600", "maxexecutiontime=15")
                    .replaceAll("^64$", "2")
                    .replaceAll("^db\\.url=.*", "db.url=" + target.url())
                    .replaceAll("^db\\.user=.*", "db.user=" + target.user())
                    .replace(
                            "/var/run/squall/password", temp.resolve("password").toString()));
        }
        int rate = words.indexOf("--rate"); // as fast as it is answered, without a warm-up: no client can be late
        words.subList(rate, rate + 4).clear();
        return words;
    }

    /** Returns the environment as Kubernetes resolves the manifest, and the number that it adds to each pod of an Indexed Job. */
    private static Map<String, String> environment(String run, int index) throws IOException {
        Map<String, String> environment = new HashMap<>();
        for (Object each : (List<?>) member(container(), "env")) {
            Map<?, ?> variable = (Map<?, ?>) each;
            String name = String.valueOf(variable.get("name"));
            environment.put(
                    name,
                    switch (name) {
                        case "JOB_COMPLETIONS" -> String.valueOf(PODS);
                        case "SQUALL_CLIENT_RUN" ->
                            UUID.nameUUIDFromBytes(run.getBytes(UTF_8)).toString(); // the Job's uid
                        case "SQUALL_RESULTS" -> temp.resolve(run).toString();
                        case "SQUALL_HOME" -> temp.resolve("home-" + index).toString();
                        default -> throw new IllegalStateException("the manifest has a new variable: " + name);
                    });
        }
        environment.put("JOB_COMPLETION_INDEX", String.valueOf(index));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("PATH", "/usr/bin:/bin");
        return environment;
    }

    static Map<?, ?> container() throws IOException {
        Object found = new Load(LoadSettings.builder().build()).loadFromString(Files.readString(MANIFEST));
        for (String name : List.of("spec", "template", "spec", "containers")) {
            found = member((Map<?, ?>) Objects.requireNonNull(found), name);
        }
        return (Map<?, ?>) Objects.requireNonNull((List<?>) found).getFirst();
    }

    static Object member(Map<?, ?> of, String name) {
        return Objects.requireNonNull(of.get(name), name);
    }

    private static List<Process> pods(String run) throws IOException {
        List<Process> pods = new ArrayList<>();
        for (int index = 0; index < PODS; index++) {
            pods.add(pod(run, index));
        }
        return pods;
    }

    private static Process pod(String run, int index) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Installation.assembled().resolve("bin/ycsb").toString()));
        command.addAll(arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve(run + "-" + index + ".txt").toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(run, index));
        return builder.start();
    }

    /** Returns the pods that ended well; on a very busy machine a client may say that it was overloaded. */
    private static List<Integer> valid(List<Process> pods) throws InterruptedException {
        List<Integer> valid = new ArrayList<>();
        for (int index = 0; index < pods.size(); index++) {
            int code = ended(pods.get(index));
            assertThat(code).isIn(0, 6);
            if (code == 0) {
                valid.add(index);
            }
        }
        assertThat(valid).as("clients that were not overloaded").isNotEmpty();
        return valid;
    }

    private static int ended(Process pod) throws InterruptedException {
        assertThat(pod.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return pod.exitValue();
    }

    /** Waits until every client has recorded a second of the run. */
    private static void awaitSecond(String run) throws IOException {
        Instant until = Instant.now().plus(LONGEST);
        while (begun(run) < PODS) {
            assertThat(Instant.now()).isBefore(until);
            LockSupport.parkNanos(Duration.ofMillis(100).toNanos());
        }
    }

    private static long begun(String run) throws IOException {
        long begun = 0;
        if (Files.exists(temp.resolve(run))) {
            try (Stream<Path> files = Files.walk(temp.resolve(run))) {
                for (Path file :
                        files.filter(each -> each.endsWith("timeseries.csv")).toList()) {
                    begun += Files.readAllLines(file).size() > 1 ? 1 : 0;
                }
            }
        }
        return begun;
    }

    private static Result merged(String run) throws Exception {
        return squall(
                "report",
                List.of(
                        "merge",
                        temp.resolve(run).toString(),
                        "--out",
                        temp.resolve(run + "-merged").toString()));
    }

    private static Result squall(String script, List<String> words) throws Exception {
        return Installation.real()
                .run(
                        Map.of("JAVA_HOME", System.getProperty("java.home"), "SQUALL_RESULTS", temp.toString()),
                        Installation.assembled().resolve("bin").resolve(script),
                        words.toArray(String[]::new));
    }

    private static List<ClientFigures> clients(String run) throws IOException {
        try (Stream<Path> files = Files.walk(temp.resolve(run + "-merged"))) {
            Path manifest = files.filter(file -> file.endsWith("manifest.json"))
                    .findFirst()
                    .orElseThrow();
            return ClientFigures.of(
                    RecordedRun.read(manifest.resolveSibling(".").normalize()).manifest());
        }
    }
}
