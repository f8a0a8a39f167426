package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/** The image on a real Docker engine, with the rights that docker/kubernetes/clients gives its pods, and what that Job runs. */
@Tag("server")
@Tag("extended")
@EnabledIfSystemProperty(named = "squall.image", matches = ".+", disabledReason = "mvn -Pimage makes the image")
@Timeout(900)
class ImageServerTest {
    private static final Path SCRIPT =
            Path.of(System.getProperty("squall.root"), "docker", "engine").normalize();
    private static final Path LOCK = Path.of("/var/tmp/squall-engine.lock");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String IMAGE = System.getProperty("squall.image.name", "");
    private static final String NAME = "squall-image-test";
    private static final int PODS = 2;

    /** So the script says that no engine can run here. */
    private static final int NOT_HERE = 5;

    @TempDir
    static Path temp;

    private static Optional<FolderLock.Held> turn = Optional.empty();
    private static boolean own;
    private static Path docker = Path.of("docker");

    @BeforeAll
    static void start() throws Exception {
        Finished check = engine("check");
        if (check.exitCode() == NOT_HERE) {
            System.err.println("NOT TESTED HERE: the image on a real Docker engine; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();
        turn = Optional.of(new FolderLock(LOCK, LIMIT.multipliedBy(4)).take());
        own = !engine("env").ok();
        engine("up").orThrow();
        docker = Files.writeString(
                temp.resolve("docker"), "#!/bin/sh\n" + engine("env").orThrow().output() + "\nexec docker \"$@\"\n");
        Files.setPosixFilePermissions(docker, PosixFilePermissions.fromString("rwxr-xr-x"));
        docker("load", "-q", "-i", System.getProperty("squall.image")).orThrow();
        docker("network", "create", NAME).orThrow();
        docker("run", "-d", "--name", NAME, "--network", NAME, "--network-alias", "database", "squall/postgres:local")
                .orThrow();
        assertThat(PollDeadline.in(LIMIT)
                        .await(() -> docker("exec", NAME, "pg_isready", "-h", "127.0.0.1")
                                .ok()))
                .isTrue();
        sql("CREATE ROLE squall LOGIN");
        sql("CREATE DATABASE squall OWNER squall");
        Files.writeString(temp.resolve("password"), "not asked for");
    }

    @AfterAll
    static void stop() throws Exception {
        if (turn.isPresent()) {
            try {
                docker("rm", "-f", "-v", NAME);
                docker("volume", "rm", "-f", NAME);
                docker("network", "rm", NAME);
                docker("image", "rm", "-f", IMAGE);
                if (own) {
                    engine("down").orThrow();
                }
            } finally {
                turn.get().close();
            }
        }
    }

    @Test
    void every_command_starts_as_an_ordinary_user_who_can_write_results_and_nothing_else() throws Exception {
        Finished tried = container(Map.of(), List.of("sh", "-c", """
                id -u
                touch /results/file && rm /results/file || echo 'no results'
                ! touch /opt/squall/file 2>/dev/null || echo 'the root file system can be written'
                for command in /opt/squall/bin/*; do
                  [ -d "$command" ] || "$command" --help >/dev/null || echo "no $command"
                done
                ! ls -d /app 2>/dev/null"""));

        assertThat(tried.exitCode()).as(tried.text()).isZero();
        assertThat(tried.text()).isEqualTo("10001");
    }

    @Test
    void the_pods_of_the_job_share_a_run_and_the_volume_of_all_is_merged() throws Exception {
        Finished loaded = container(Map.of("SQUALL_RESULTS", "/tmp/load"), command("load"));
        assertThat(loaded.exitCode()).as(loaded.text()).isIn(0, 6); // as below
        String uid = UUID.randomUUID().toString();
        List<CompletableFuture<Finished>> pods = new ArrayList<>();
        Executor together =
                Executors.newVirtualThreadPerTaskExecutor(); // or one would wait for another that has not begun
        for (int index = 0; index < PODS; index++) {
            Map<String, String> environment = Map.of(
                    "JOB_COMPLETION_INDEX",
                    String.valueOf(index),
                    "JOB_COMPLETIONS",
                    String.valueOf(PODS),
                    "SQUALL_CLIENT_RUN",
                    uid);
            pods.add(CompletableFuture.supplyAsync(() -> pod(environment), together));
        }
        for (CompletableFuture<Finished> pod : pods) {
            // On a very busy machine a client may say that it was overloaded.
            assertThat(pod.join().exitCode()).as(pod.join().text()).isIn(0, 6);
        }
        Finished merged = container(Map.of(), List.of("report", "merge", "/results", "--out", "/results/merged"));
        assertThat(merged.exitCode()).as(merged.text()).isIn(0, 6);

        Finished files =
                container(Map.of(), List.of("sh", "-c", "ls /results/merged/*/manifest.json /results/*/manifest.json"));
        // Next to the runs are links to the latest.
        assertThat(files.output().lines().filter(file -> !file.contains("/latest/")))
                .as(merged.text())
                .hasSize(PODS + 1);
    }

    private static Finished pod(Map<String, String> environment) {
        try {
            return container(environment, command("run"));
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted while a container ran", e);
        }
    }

    /** Returns the command of the manifest's container, for a smaller run. */
    private static List<String> command(String kind) throws IOException {
        Map<?, ?> container = IndexedJobServerTest.container();
        List<String> words = new ArrayList<>();
        for (String part : List.of("command", "args")) {
            for (Object word : (List<?>) IndexedJobServerTest.member(container, part)) {
                words.add(String.valueOf(word)
                        .replaceAll("^run$", kind)
                        .replace("recordcount=1000000", "recordcount=1000")
                        .replace("maxexecutiontime=600", "maxexecutiontime=5")
                        .replaceAll("^64$", "2"));
            }
        }
        int rate = words.indexOf("--rate"); // as fast as it is answered, without a warm-up: no client can be late
        words.subList(rate, rate + 4).clear();
        return words;
    }

    /** Runs a container with the securityContext and the volumes of the manifest. */
    private static Finished container(Map<String, String> environment, List<String> command)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("run", "--rm", "--network", NAME));
        words.addAll(List.of("--user", "10001:10001", "--read-only", "--cap-drop", "ALL"));
        words.addAll(List.of("--security-opt", "no-new-privileges", "--tmpfs", "/tmp", "-v", NAME + ":/results"));
        words.addAll(List.of("-v", temp.resolve("password") + ":/var/run/squall/password:ro"));
        environment.forEach((name, value) -> words.addAll(List.of("-e", name + "=" + value)));
        words.add(IMAGE);
        words.addAll(command);
        return docker(words.toArray(String[]::new));
    }

    private static void sql(String statement) throws IOException, InterruptedException {
        docker("exec", NAME, "psql", "-h", "127.0.0.1", "-U", "postgres", "-c", statement)
                .orThrow();
    }

    private static Finished docker(String... arguments) throws IOException, InterruptedException {
        return ran(docker.toString(), arguments);
    }

    private static Finished engine(String command) throws IOException, InterruptedException {
        return ran(SCRIPT.toString(), command);
    }

    private static Finished ran(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command =
                Stream.concat(Stream.of(program), Stream.of(arguments)).toList();
        return new ExternalProgram(command, Path.of("/"), LIMIT).run();
    }
}
