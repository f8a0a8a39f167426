package squall.objectstore;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.CommandEnvironment;
import squall.cli.report.ReportCommand;
import squall.system.PollDeadline;

/** {@code bin/report merge s3://...} on S3Proxy, a server of the protocol that keeps each object as a file of its folder. */
@Tag("server")
@Timeout(300)
class BucketMergeServerTest {
    private static final Path GOLDEN = Path.of(System.getProperty("squall.golden"), "ycsb-run");
    private static final String ONE = "20261121T120000Z-workloada-postgresql-c0ffee";
    private static final String OTHER = "20261121T120000Z-workloada-postgresql-decade";
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String SECRET = "a-secret-of-the-test";
    private static final List<String> STREAMS =
            List.of("timeseries.csv", "errors.csv", "latency.hlog", "service.hlog", "histograms.hlog", "events.jsonl");

    @TempDir
    static Path temp;

    private static Process server;
    private static String endpoint = "";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path results;

    @BeforeAll
    static void start() throws Exception {
        int port;
        try (ServerSocket free = loopback()) {
            port = free.getLocalPort();
        }
        endpoint = "http://127.0.0.1:" + port;
        Path settings = Files.writeString(temp.resolve("s3proxy.conf"), """
                s3proxy.endpoint=%s
                s3proxy.authorization=aws-v2-or-v4
                s3proxy.identity=test
                s3proxy.credential=%s
                jclouds.provider=filesystem-nio2
                jclouds.identity=none
                jclouds.credential=none
                jclouds.filesystem.basedir=%s
                """.formatted(
                        endpoint, SECRET, Files.createDirectory(temp.resolve("buckets"))));
        server = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-jar",
                        System.getProperty("squall.s3proxy"),
                        "--properties",
                        settings.toString())
                .redirectErrorStream(true)
                .redirectOutput(temp.resolve("s3proxy.log").toFile())
                .start();
        assertThat(PollDeadline.in(LIMIT).await(() -> listens(port)))
                .as(() -> read(temp.resolve("s3proxy.log")))
                .isTrue();
        copy(GOLDEN, bucket("night/" + ONE));
        copy(GOLDEN, bucket("night/" + OTHER));
        for (String file : List.of("manifest.json", "summary.json")) {
            Path renamed = bucket("night/" + OTHER).resolve(file);
            Files.writeString(renamed, Files.readString(renamed).replace(ONE, OTHER));
        }
    }

    @AfterAll
    static void stop() throws InterruptedException {
        server.destroyForcibly().waitFor();
    }

    @BeforeEach
    void signIn() {
        System.setProperty("aws.accessKeyId", "test");
        System.setProperty("aws.secretAccessKey", SECRET);
        System.setProperty("aws.disableEc2Metadata", "true");
        System.setProperty("aws.sharedCredentialsFile", temp.resolve("none").toString());
        System.setProperty("aws.configFile", temp.resolve("none").toString());
    }

    @AfterEach
    void signOut() {
        Stream.of(
                        "aws.accessKeyId",
                        "aws.secretAccessKey",
                        "aws.disableEc2Metadata",
                        "aws.sharedCredentialsFile",
                        "aws.configFile")
                .forEach(System::clearProperty);
    }

    @Test
    void runs_in_a_bucket_are_merged_as_those_in_a_folder_are() throws Exception {
        int exit = merge(results.resolve("bucket"), "s3://runs/night");
        assertThat(exit).as(err.toString(UTF_8)).isZero();
        assertThat(err.toString(UTF_8)).startsWith("download   s3://runs/night: 18 files, "); // 9 of each run's 14

        assertThat(ReportCommand.execute(
                        List.of(
                                "merge",
                                bucket("night").toString(),
                                "--out",
                                results.resolve("folder").toString()),
                        environment()))
                .isZero();
        for (String file : STREAMS) {
            assertThat(merged("bucket").resolve(file))
                    .hasSameTextualContentAs(merged("folder").resolve(file));
        }
    }

    @Test
    void run_directories_may_be_named_one_by_one_with_or_without_a_slash() {
        assertThat(merge(results, "s3://runs/night/" + ONE, "s3://runs/night/" + OTHER + "/"))
                .as(err.toString(UTF_8))
                .isZero();
    }

    @Test
    void a_damaged_file_is_named_by_its_address() throws Exception {
        copy(bucket("night"), bucket("damaged"));
        Files.writeString(bucket("damaged/" + OTHER).resolve("summary.json"), "{");

        assertThat(merge(results, "s3://runs/damaged")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .contains("error: cannot merge: s3://runs/damaged/" + OTHER + "/summary.json is no JSON: ")
                .doesNotContain("squall-merge-");
    }

    @Test
    void a_bucket_that_does_not_exist_is_a_usage_error() {
        assertThat(merge(results, "s3://other/night")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith("error: there is no bucket 'other' on " + endpoint + "\n");
    }

    @Test
    void a_prefix_without_a_run_is_a_usage_error() throws Exception {
        Files.writeString(Files.createDirectories(bucket("notes")).resolve("today.txt"), "none");

        assertThat(merge(results, "s3://runs/notes")).isEqualTo(2);
        assertThat(err.toString(UTF_8))
                .startsWith("error: s3://runs/notes: there is no run under this prefix (looked for"
                        + " notes/manifest.json and notes/*/manifest.json among 1 objects)\n");
    }

    @Test
    void credentials_that_the_server_refuses_are_not_printed() {
        System.setProperty("aws.secretAccessKey", "another-" + SECRET);

        assertThat(merge(results, "s3://runs/night")).isEqualTo(5);
        assertThat(err.toString(UTF_8))
                .startsWith("error: " + endpoint + " does not let these credentials read s3://runs/night/ (HTTP 403,"
                        + " SignatureDoesNotMatch): they must be valid there and have the right s3:ListBucket\n")
                .doesNotContain(SECRET);
    }

    @Test
    void without_credentials_the_remedies_are_named() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");

        assertThat(merge(results, "s3://runs/night")).isEqualTo(5);
        assertThat(err.toString(UTF_8)).startsWith("error: no credentials for s3://runs: set AWS_ACCESS_KEY_ID and ");
    }

    @Test
    void a_server_that_is_not_there_is_named() throws Exception {
        int port;
        try (ServerSocket free = loopback()) {
            port = free.getLocalPort();
        }
        String nowhere = "http://127.0.0.1:" + port;

        assertThat(mergeFrom(nowhere, "s3://runs/night")).isEqualTo(5);
        assertThat(err.toString(UTF_8))
                .startsWith("error: s3://runs/night/ could not be read from " + nowhere + ": Connection refused");
    }

    @Test
    void a_server_that_never_answers_is_given_up() throws Exception {
        try (ServerSocket silent = loopback()) {
            assertThat(mergeFrom(
                            "http://127.0.0.1:" + silent.getLocalPort(), "s3://runs/night", "--download-time", "2s"))
                    .isEqualTo(5);
        }
        assertThat(err.toString(UTF_8))
                .startsWith("error: s3://runs/night/ was not read within 2s; --download-time allows more");
    }

    @Test
    void names_that_lead_out_of_the_folder_are_refused_before_anything_is_downloaded() throws Exception {
        List<String> asked = new ArrayList<>();
        HttpServer hostile = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hostile.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI().getPath());
            byte[] list = """
                    <ListBucketResult><IsTruncated>false</IsTruncated>
                    <Contents><Key>night/run/manifest.json</Key><Size>1</Size></Contents>
                    <Contents><Key>night/../manifest.json</Key><Size>1</Size></Contents>
                    </ListBucketResult>""".getBytes(UTF_8);
            exchange.sendResponseHeaders(200, list.length);
            exchange.getResponseBody().write(list);
            exchange.close();
        });
        hostile.start();
        try {
            assertThat(mergeFrom("http://127.0.0.1:" + hostile.getAddress().getPort(), "s3://runs/night"))
                    .isEqualTo(2);
        } finally {
            hostile.stop(0);
        }
        assertThat(asked).containsExactly("/runs");
        assertThat(err.toString(UTF_8))
                .startsWith(
                        "error: s3://runs/night: the object 'night/../manifest.json' has a name that a file of a run"
                                + " cannot have; nothing was downloaded\n");
    }

    /** Covers an old error: what had been downloaded stayed in the folder for temporary files. */
    @ParameterizedTest(name = "of a server that answers {0} of 1000 objects")
    @ValueSource(ints = {1, 1000})
    void a_signal_during_a_download_leaves_no_files_behind(int answered) throws Exception {
        Path temporary = Files.createDirectory(results.resolve("tmp"));
        Path printed = results.resolve("printed.txt");
        CountDownLatch asked = new CountDownLatch(Math.min(20, answered + 1));
        HttpServer slow = answering(answered, asked);
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + temporary,
                        "-Daws.accessKeyId=test",
                        "-Daws.secretAccessKey=" + SECRET,
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReportCommand.class.getName(),
                        "merge",
                        "--endpoint",
                        "http://127.0.0.1:" + slow.getAddress().getPort(),
                        "s3://runs/night")
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(asked.await(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as(() -> read(printed))
                    .isTrue();
            assertThat(temporary).isDirectoryRecursivelyContaining("glob:**/0/manifest.json");
            process.destroy();
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isEqualTo(143);
        } finally {
            process.destroyForcibly().waitFor();
            slow.stop(0);
        }
        assertThat(temporary).isEmptyDirectory();
        assertThat(Files.readAllLines(printed)) // with what the client's library logs here
                .filteredOn(line -> line.matches("(download|error:|exit) .*"))
                .singleElement()
                .asString()
                .startsWith("download ");
    }

    /** Starts a server of 1000 objects that leaves all but the first ones unanswered. @param asked counts the requests for an object */
    private static HttpServer answering(int first, CountDownLatch asked) throws IOException {
        AtomicInteger number = new AtomicInteger();
        HttpServer started = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        started.createContext("/", exchange -> {
            boolean object = exchange.getRequestURI().getPath().endsWith(".json");
            if (object) {
                asked.countDown();
            }
            if (!object || number.incrementAndGet() <= first) {
                byte[] answer = (object ? "{}" : objects(1000)).getBytes(UTF_8);
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
                exchange.close();
            }
        });
        started.start();
        return started;
    }

    private static String objects(int number) {
        return IntStream.range(0, number)
                .mapToObj("<Contents><Key>night/%d/manifest.json</Key><Size>2</Size></Contents>"::formatted)
                .collect(Collectors.joining(
                        "", "<ListBucketResult><IsTruncated>false</IsTruncated>", "</ListBucketResult>"));
    }

    private int merge(Path merged, String... words) {
        List<String> command = new ArrayList<>(List.of("merge", "--endpoint", endpoint, "--out", merged.toString()));
        command.addAll(List.of(words));
        return ReportCommand.execute(command, environment());
    }

    private int mergeFrom(String elsewhere, String... words) {
        List<String> command = new ArrayList<>(List.of("merge", "--endpoint", elsewhere, "--out", results.toString()));
        command.addAll(List.of(words));
        return ReportCommand.execute(command, environment());
    }

    private CommandEnvironment environment() {
        return new CommandEnvironment(
                InputStream.nullInputStream(),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8),
                Map.of(),
                Optional.empty(),
                results);
    }

    private Path merged(String name) throws IOException {
        try (Stream<Path> runs = Files.list(results.resolve(name))) {
            return runs.filter(run -> Files.exists(run.resolve("manifest.json")) && !Files.isSymbolicLink(run))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Path bucket(String prefix) {
        return temp.resolve("buckets/runs").resolve(prefix);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    private static ServerSocket loopback() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false; // not yet
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return e.toString();
        }
    }
}
