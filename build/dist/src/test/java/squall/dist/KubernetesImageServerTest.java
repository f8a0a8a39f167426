package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.fixture.LocalKubernetes;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram.Finished;

/**
 * Test of the image and of the manifests of docker/kubernetes on a real Kubernetes, the one that {@code docker/kubernetes/local} starts, if
 * it does not run yet, and ends: clients that share a run against PostgreSQL in the same cluster, and bin/adversity in a pod.
 */
@Tag("server")
@Tag("extended")
@Tag("kubernetes")
@EnabledIfSystemProperty(named = "squall.image", matches = ".+", disabledReason = "mvn -Pimage makes the image")
@Timeout(1800)
class KubernetesImageServerTest {
    @RegisterExtension
    static final LocalKubernetes KUBERNETES = new LocalKubernetes();

    private static final String IMAGE = System.getProperty("squall.image.name", "");
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int CLIENTS = 4;

    @TempDir
    static Path temp;

    @BeforeAll
    static void start() throws Exception {
        assertThat(Path.of(System.getProperty("squall.image")))
                .as("mvn -Pimage package makes it")
                .exists();
        Path postgres = temp.resolve("postgres.tar");
        LocalKubernetes.require(
                LocalKubernetes.run(LocalKubernetes.FOLDER.resolveSibling("engine"), "postgres", postgres.toString()),
                "KubernetesImageServerTest, a database for the pods");
        LocalKubernetes.local("load", postgres.toString(), System.getProperty("squall.image"))
                .orThrow();
        manifests();
        kubectl("apply", "-f", temp.resolve("database.yaml").toString()).orThrow();
        kubectl("-n", "database", "rollout", "status", "statefulset/database", "--timeout=240s")
                .orThrow();
        sql("CREATE ROLE squall LOGIN");
        sql("CREATE DATABASE squall OWNER squall");
        apply("clients/namespace.yaml");
        kubectl("-n", "squall", "create", "secret", "generic", "squall-database", "--from-literal=password=unused")
                .orThrow();
        kubectl("apply", "-k", folder("load").toString()).orThrow();
        assertThat(ended("squall", "squall-load")).isIn("Complete", "Failed"); // as below
        // As fast as it is answered, without a warm-up: no client can be late.
        replace(folder("clients").resolve("job.yaml"), " *- --rate\n.*\n.*\n.*60s\n", "");
        kubectl("apply", "-k", folder("results").toString()).orThrow();
        kubectl("-n", "squall", "wait", "--for=condition=Ready", "pod/squall-results", "--timeout=120s")
                .orThrow();
    }

    @AfterAll
    static void stop() throws Exception {
        kubectl("delete", "--ignore-not-found", "-k", folder("adversity").toString());
        kubectl("delete", "--ignore-not-found", "namespace", "squall", "database");
        kubectl("delete", "--ignore-not-found", "persistentvolume", "squall-results");
    }

    @Test
    void four_pods_start_together_and_their_volume_is_merged() throws Exception {
        String folder = job(0);
        assertThat(ended("squall", "squall-run")).isIn("Complete", "Failed");
        // On a very busy machine a client may say that it was overloaded.
        List<String> codes = exitCodes();
        assertThat(codes).hasSize(CLIENTS).isSubsetOf("0", "6");
        Finished merged = merged(folder);

        assertThat(merged.exitCode()).as(merged.text()).isEqualTo(codes.contains("6") ? 6 : 0);
        kubectl(
                        "-n",
                        "squall",
                        "cp",
                        "squall-results:" + folder + "/merged",
                        temp.resolve("merged").toString())
                .orThrow();
        try (Stream<Path> files = Files.walk(temp.resolve("merged"))) {
            assertThat(files.filter(file -> file.endsWith("report.html"))).hasSize(1);
        }
    }

    @Test
    void a_pod_that_is_deleted_is_named_and_the_one_in_its_place_refuses() throws Exception {
        String folder = job(1);
        assertThat(PollDeadline.in(LIMIT).await(() -> measuring(folder) == CLIENTS))
                .as("every client measures")
                .isTrue();
        String pod = pods(2).getFirst();
        kubectl("-n", "squall", "delete", pod).orThrow();

        assertThat(ended("squall", "squall-run")).isEqualTo("Failed");
        String again = pods(2).getFirst();
        assertThat(again).isNotEqualTo(pod);
        assertThat(kubectl("-n", "squall", "logs", again).text().replaceAll("\\s+", " "))
                .contains("client 2 of run ", " has signed in before");
        Finished merged = merged(folder);
        assertThat(merged.exitCode()).as(merged.text()).isEqualTo(6);
        assertThat(merged.text().replaceAll("\\s+", " ")).contains("exit 6: client 2 of 4 is missing: run ");
    }

    @Test
    void adversity_in_a_pod_kills_the_database_by_its_service_account() throws Exception {
        kubectl("apply", "-k", folder("kill-in-a-pod").toString()).orThrow();
        ended("database", "squall-adversity");
        String log = kubectl("-n", "database", "logs", "job/squall-adversity").text();

        // On a very busy machine the verdict may be that the client was overloaded.
        assertThat(log)
                .contains("verified: kill: kill {signal=KILL} of database-0")
                .containsPattern("lostAcks 0: scenario, .+, 0\\b")
                .containsPattern("kill +in effect ");
        assertThat(kubectl("-n", "database", "get", "pods", "-o", "name").text())
                .doesNotContain("squall-kill");
    }

    /** Starts the Job again. Returns its folder in the volume. */
    private static String job(int backoffLimitPerIndex) throws IOException, InterruptedException {
        kubectl("-n", "squall", "delete", "--ignore-not-found", "job", "squall-run")
                .orThrow();
        Path file = folder("clients").resolve("job.yaml");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceAll("backoffLimitPerIndex: \\d", "backoffLimitPerIndex: " + backoffLimitPerIndex));
        kubectl("apply", "-k", folder("clients").toString()).orThrow();
        return "/results/"
                + kubectl("-n", "squall", "get", "job", "squall-run", "-o", "jsonpath={.metadata.uid}")
                        .orThrow()
                        .output();
    }

    /** Waits until a Job has ended, and returns how. */
    private static String ended(String namespace, String job) throws IOException, InterruptedException {
        List<String> last = new ArrayList<>();
        assertThat(PollDeadline.in(LIMIT.multipliedBy(2)).await(() -> {
                    last.clear();
                    last.addAll(List.of(
                            kubectl("-n", namespace, "get", "job", job, "-o", "jsonpath={.status.conditions[*].type}")
                                    .output()
                                    .split(" ")));
                    return last.contains("Complete") || last.contains("Failed");
                }))
                .as("end of " + job)
                .isTrue();
        return last.contains("Complete") ? "Complete" : "Failed";
    }

    private static List<String> exitCodes() throws IOException, InterruptedException {
        List<String> codes = new ArrayList<>();
        for (int index : IntStream.range(0, CLIENTS).toArray()) {
            codes.add(kubectl(
                            "-n",
                            "squall",
                            "get",
                            pods(index).getFirst(),
                            "-o",
                            "jsonpath={.status.containerStatuses[0].state.terminated.exitCode}")
                    .orThrow()
                    .output());
        }
        return codes;
    }

    /** Returns the pods of a client, the newest first. */
    private static List<String> pods(int index) throws IOException, InterruptedException {
        List<String> names = kubectl(
                        "-n",
                        "squall",
                        "get",
                        "pods",
                        "-l",
                        "job-name=squall-run,batch.kubernetes.io/job-completion-index=" + index,
                        "--sort-by=.metadata.creationTimestamp",
                        "-o",
                        "name")
                .orThrow()
                .output()
                .lines()
                .toList();
        return names.reversed();
    }

    /** Returns how many clients have recorded two seconds. */
    private static long measuring(String folder) throws IOException, InterruptedException {
        return inVolume("grep -cH '^[0-9]' " + folder + "/2*/timeseries.csv").stream()
                .map(line -> line.substring(line.lastIndexOf(':') + 1))
                .filter(seconds -> Integer.parseInt(seconds) >= 2)
                .count();
    }

    private static Finished merged(String folder) throws IOException, InterruptedException {
        return kubectl(
                "-n", "squall", "exec", "squall-results", "--", "report", "merge", folder, "--out", folder + "/merged");
    }

    private static List<String> inVolume(String command) throws IOException, InterruptedException {
        return kubectl("-n", "squall", "exec", "squall-results", "--", "sh", "-c", command)
                .output()
                .lines()
                .toList();
    }

    private static void sql(String statement) throws IOException, InterruptedException {
        kubectl(
                        "-n",
                        "database",
                        "exec",
                        "database-0",
                        "--",
                        "psql",
                        "-h",
                        "10.245.0.1",
                        "-p",
                        "25432",
                        "-U",
                        "postgres",
                        "-c",
                        statement)
                .orThrow();
    }

    /** Copies the manifests, as a user changes them: image, address, number of clients and a small run. */
    private static void manifests() throws IOException {
        for (String folder : List.of("database", "results")) {
            Files.createDirectory(temp.resolve(folder));
            Files.setPosixFilePermissions(temp.resolve(folder), PosixFilePermissions.fromString("rwxrwxrwx"));
        }
        copy(LocalKubernetes.FOLDER, temp.resolve("kubernetes"));
        Path resources = Path.of("src", "test", "resources", "kubernetes").toAbsolutePath();
        copy(resources.resolve("kill-in-a-pod"), folder("kill-in-a-pod"));
        Files.copy(resources.resolve("database.yaml"), temp.resolve("database.yaml"));
        replace(temp.resolve("database.yaml"), "@FOLDER@", temp.toString());
        for (String folder : List.of("clients", "results", "adversity")) {
            Path file = folder(folder).resolve("kustomization.yaml");
            replace(file, "registry.example.com/squall", IMAGE.substring(0, IMAGE.lastIndexOf(':')));
            replace(file, "newTag: .*", "newTag: " + IMAGE.substring(IMAGE.lastIndexOf(':') + 1));
        }
        Path job = folder("clients").resolve("job.yaml");
        replace(job, "completions: 8", "completions: " + CLIENTS);
        replace(job, "cpu: \"2\"", "cpu: 50m");
        replace(job, "memory: 1Gi", "memory: 512Mi");
        replace(job, "//database:5432", "//10.245.0.1:25432");
        replace(job, "recordcount=1000000", "recordcount=1000");
        replace(job, "maxexecutiontime=600", "maxexecutiontime=40");
        replace(job, "\"64\"", "\"2\"");
    }

    private static Path folder(String name) {
        return temp.resolve("kubernetes").resolve(name);
    }

    private static void replace(Path file, String pattern, String text) throws IOException {
        String before = Files.readString(file);
        String after = before.replaceAll(pattern, text);
        assertThat(after).as(file + " has " + pattern).isNotEqualTo(before);
        Files.writeString(file, after);
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(to.resolve(from.relativize(folder)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to.resolve(from.relativize(file)));
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void apply(String manifest) throws IOException, InterruptedException {
        kubectl("apply", "-f", temp.resolve("kubernetes").resolve(manifest).toString())
                .orThrow();
    }

    private static Finished kubectl(String... arguments) throws IOException, InterruptedException {
        return LocalKubernetes.local(
                Stream.concat(Stream.of("kubectl"), Stream.of(arguments)).toArray(String[]::new));
    }
}
