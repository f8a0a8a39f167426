package squall.cli.report.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.report.serve.RunPages.PageResponse;
import squall.report.AdversityCard;
import squall.report.Synthetic;
import squall.report.format.RunReportFiles;
import squall.report.format.TableFormat;
import squall.report.table.NamedRun;
import squall.results.Directories;
import squall.results.file.CanonicalJson;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;
import squall.system.FileTrees;

/** Test of the requests that the server answers, and of those that it refuses. */
class ResultsServerTest {
    private static final Synthetic RUN = Synthetic.disturbed(40, List.of("READ"), 20);
    private static final String SECRET = "the secret outside the folder";

    @TempDir
    private static Path home;

    private static Path results;
    private static String run;

    private ResultsServer server;
    private URI root;

    @BeforeAll
    static void write() throws IOException {
        results = Files.createDirectory(home.resolve("results"));
        run = RUN.write(results).getFileName().toString();
        Files.writeString(home.resolve("secret.txt"), SECRET);
        Files.createSymbolicLink(results.resolve("out"), home);
    }

    @BeforeEach
    void open() throws CommandException {
        open("127.0.0.1", Optional.empty());
    }

    private void open(String host, Optional<String> token) throws CommandException {
        server = ResultsServer.open(new ResultsServer.ServedFolder(results, host, 0, token));
        root = URI.create(server.address());
    }

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void the_page_of_a_run_is_the_offline_report_byte_for_byte() throws Exception {
        Path directory = results.resolve(run);
        HttpResponse<String> page = get("/run/" + run);
        RunReportFiles.write(directory);
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.body()).isEqualTo(Files.readString(directory.resolve(RunReportFiles.NAME)));
    }

    @Test
    void every_answer_forbids_what_the_page_does_not_need() throws Exception {
        for (String path :
                List.of("/", "/runs.json", "/run/" + run, "/compare", "/nothing", "/run/" + run + "/curve.svg")) {
            HttpResponse<String> answer = get(path);
            assertThat(answer.headers().firstValue("Content-Security-Policy").orElse(""))
                    .as(path)
                    .startsWith("default-src 'none'")
                    .endsWith("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
            assertThat(answer.headers().firstValue("Cross-Origin-Resource-Policy"))
                    .contains("same-origin");
        }
    }

    @Test
    void a_head_request_has_the_length_and_no_body() throws Exception {
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder().method("HEAD", HttpRequest.BodyPublishers.noBody()), "/");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.headers().firstValue("Content-Length"))
                .contains(Integer.toString(get("/").body().getBytes(UTF_8).length));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "JUMP"})
    void nothing_but_reading_is_allowed(String method) throws IOException {
        assertThat(raw(method + " / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"))
                .startsWith("HTTP/1.1 405 ")
                .contains("Allow: GET, HEAD");
    }

    /** Refuses the host of another site: its name was made to lead here (DNS rebinding), and its page sends that name. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host: evil.example",
                "Host: localhost.evil.example",
                "Host: 127.0.0.1.evil.example:8090",
                "Host: localhost@evil.example",
                "Host: 127.1",
                "Host: 10.0.0.1",
                "Host:",
                "X-Forwarded-Host: localhost",
                "Host: localhost\r\nHost: evil.example"
            })
    void a_name_that_the_server_does_not_have_is_refused(String header) throws IOException {
        assertThat(raw("GET / HTTP/1.1\r\n" + header + "\r\n\r\n")).startsWith("HTTP/1.1 421 ");
    }

    @Test
    void a_refused_name_is_told_which_are_good() throws Exception {
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .contains("ask for one of 127.0.0.1, [::1], localhost.")
                .doesNotContain("--listen");
        server.close();
        open("0.0.0.0", Optional.of("token"));
        assertThat(raw("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"))
                .startsWith("HTTP/1.1 421 ")
                .contains("or for a numeric address of this machine.", "start the server with --listen NAME.");
    }

    @Test
    void a_page_too_many_is_shown_and_told_why_it_is_not_renewed() throws Exception {
        List<Socket> open = new ArrayList<>();
        try {
            for (int n = 0; n < LiveStreams.MOST; n++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), root.getPort());
                open.add(socket);
                socket.getOutputStream().write("GET /changes HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
                assertThat(socket.getInputStream().read()).isEqualTo('H');
            }
            assertThat(raw("GET /changes HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    .startsWith("HTTP/1.1 503 ")
                    .contains("This server renews 64 pages at once");
            assertThat(get("/").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : open) {
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST:9000", "127.0.0.1:8090", "[::1]:8090"})
    void names_of_this_machine_are_answered_on_any_port_as_of_a_tunnel(String host) throws IOException {
        assertThat(raw("GET / HTTP/1.1\r\nHost: " + host + "\r\n\r\n")).startsWith("HTTP/1.1 200 ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret.txt",
                "/run/../../secret.txt",
                "/run/..%2f..%2fsecret.txt",
                "/run/%2e%2e/%2e%2e/secret.txt",
                "/run/%252e%252e%252fsecret.txt",
                "/run/..\\..\\secret.txt",
                "/run/..%5c..%5csecret.txt",
                "/run/out",
                "/run/out/secret.txt",
                "/run/out%2fsecret.txt",
                "/run/latest",
                "/run/.",
                "/run/..",
                "/run/%00",
                "/run/RUN%00.html",
                "/run/RUN/manifest.json",
                "/run/RUN/../RUN/manifest.json",
                "//run/out",
                "/run//etc/passwd",
                "/index.csv",
                "/RUN/manifest.json",
                "/run/%c0%ae%c0%ae/secret.txt",
                "/run/%"
            })
    void no_address_leads_to_a_file(String path) throws IOException {
        String answer = raw("GET " + path.replace("RUN", run) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(answer).matches("(?s)HTTP/1\\.1 (400|404) .*").doesNotContain(SECRET, "schema_version");
    }

    @ParameterizedTest
    @ValueSource(strings = {"manifest.json", "timeseries.csv", "errors.csv", "config/effective.properties"})
    void a_file_of_a_run_that_is_a_link_is_not_followed(String file) throws Exception {
        Path bad = Synthetic.disturbed(40, List.of("READ"), 20).write(results, 77);
        Files.delete(bad.resolve(file));
        Files.createSymbolicLink(bad.resolve(file), home.resolve("secret.txt"));
        try {
            HttpResponse<String> answer = get("/run/" + bad.getFileName());
            assertThat(answer.statusCode()).isEqualTo(422);
            assertThat(answer.body()).contains("is a symbolic link").doesNotContain(SECRET);
            assertThat(get("/runs.json").body()).doesNotContain(SECRET);
        } finally {
            FileTrees.delete(bad);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"schema_version\":1}",
                "{\"schema_version\":1,\"run_id\":\"<script>alert(1)</script>\",\"state\":\"gone\"}",
                "{\"schema_version\":1e999}",
                "\u0000\u0001"
            })
    void a_broken_run_is_a_row_with_the_reason_and_the_others_are_listed(String manifest) throws Exception {
        Path bad = Files.createDirectory(results.resolve("20260101T000000Z-bad-<img src=x onerror=alert(1)>"));
        Files.writeString(bad.resolve("manifest.json"), manifest);
        try {
            HttpResponse<String> list = get("/runs.json");
            assertThat(list.headers().firstValue("Content-Type")).contains("application/json");
            JsonNode runs = CanonicalJson.read("runs.json", list.body()).path("runs");
            assertThat(runs.findValuesAsText("id"))
                    .containsExactly(bad.getFileName().toString(), run);
            assertThat(runs.path(0).path("verdict").asText()).isEqualTo("! unreadable");
            assertThat(runs.findValuesAsText("problem")).first().isNotEqualTo("");
            assertThat(runs.path(1).path("problem").asText()).isEmpty();
            assertThat(get("/run/"
                                    + URLEncoder.encode(bad.getFileName().toString(), UTF_8)
                                            .replace("+", "%20"))
                            .statusCode())
                    .isEqualTo(422);
        } finally {
            FileTrees.delete(bad);
        }
    }

    @Test
    void json_that_is_nested_without_end_is_a_row_too() throws Exception {
        Path bad = Files.createDirectory(results.resolve("20260101T000000Z-deep"));
        Files.writeString(bad.resolve("manifest.json"), "[".repeat(1_000_000));
        try {
            assertThat(get("/runs.json").body()).contains("\"! unreadable\"", "\"" + run + "\"");
        } finally {
            FileTrees.delete(bad);
        }
    }

    @Test
    void what_runs_bring_is_text_and_never_markup() throws Exception {
        assertThat(get("/?q=%3Cscript%3E%22%27").body()).isEqualTo(get("/").body());
        assertThat(get("/%3Cscript%3Ealert(1)").body()).doesNotContain("<script>alert(1)");
    }

    @Test
    void a_comparison_that_cannot_be_made_says_why() throws Exception {
        HttpResponse<String> nothing = get("/compare");
        assertThat(nothing.statusCode()).isEqualTo(422);
        assertThat(nothing.body()).contains("Choose at least one run for A and one for B.");
        assertThat(get("/compare?a=" + run + "&b=" + run).body())
                .contains("cannot compare: run " + run + " is named twice");
        assertThat(get("/compare?a=..&b=" + run).body()).contains("there is no run .. in this folder");
        assertThat(get("/trend?a=" + run).body()).contains("1 run is too few for a trend, at least 6 are wanted");
    }

    @Test
    void a_comparison_is_the_page_of_bin_report_compare() throws Exception {
        Path other = RUN.write(results, 43);
        try {
            assertThat(get("/compare?a=" + run + "&b=" + other.getFileName()).body())
                    .contains("<h1>")
                    .contains("cannot tell");
        } finally {
            FileTrees.delete(other);
        }
    }

    @Test
    void the_adversity_card_is_that_of_bin_report_card() throws Exception {
        Path golden = Path.of("../src/test/resources/squall/golden/adversity");
        Path one = results.resolve("20260101T000000Z-one");
        Directories.copy(golden, one);
        Directories.copy(golden, results.resolve("20260101T000000Z-two"));
        try {
            String card = get("/card?a=" + one.getFileName() + "&b=20260101T000000Z-two&b=" + one.getFileName())
                    .body();
            assertThat(card).contains("Adversity score", "20260101T000000Z-two");
            List<NamedRun> runs = List.of(
                    new NamedRun("", RecordedRun.read(one)),
                    new NamedRun("", RecordedRun.read(results.resolve("20260101T000000Z-two"))));
            assertThat(tables(card))
                    .isEqualTo(tables(String.join("\n", TableFormat.HTML.lines(AdversityCard.of(runs)))));
            assertThat(get("/card").body()).contains("Choose the runs of the adversity card, in either column.");
            HttpResponse<String> none = get("/card?a=" + run);
            assertThat(none.statusCode()).isEqualTo(422);
            assertThat(none.body()).contains("was under no scenario, or did not come to its end");
        } finally {
            FileTrees.delete(one);
            FileTrees.delete(results.resolve("20260101T000000Z-two"));
        }
    }

    @Test
    void a_version_that_begins_with_the_name_of_the_database_does_not_repeat_it() throws Exception {
        Path golden = results.resolve("20260101T000000Z-golden");
        Directories.copy(Path.of("../src/test/resources/squall/golden/adversity"), golden);
        try {
            assertThat(get("/runs.json").body())
                    .containsPattern("\"id\":\"" + golden.getFileName() + "\"[^}]*\"version\":\"\\d+\\.\\d+\"");
        } finally {
            FileTrees.delete(golden);
        }
    }

    private static String tables(String page) {
        return page.substring(page.indexOf("<main>"), page.indexOf("</main>"));
    }

    @Test
    void with_a_token_nothing_is_shown_without_it() throws Exception {
        server.close();
        open("127.0.0.1", Optional.of("0123456789abcdefXYZ"));
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 401 ");
        assertThat(raw("GET /runs.json HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ")
                .doesNotContain(run);
        assertThat(raw("GET /?token=0123456789abcdefXYy HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .startsWith("HTTP/1.1 401 ");
        assertThat(
                        raw(
                                "GET /runs.json HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer 0123456789abcdefXYZ\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ")
                .contains(run);
        String entered = raw("GET //evil.example/?token=0123456789abcdefXYZ HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(entered).startsWith("HTTP/1.1 303 ").contains("Location: /\r\n");
        String cookie = entered.replaceAll("(?is).*Set-Cookie: ([^;]+); HttpOnly; SameSite=Strict; Path=/\r\n.*", "$1");
        assertThat(cookie).matches("squall-\\d+=0123456789abcdefXYZ");
        assertThat(raw("GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + cookie + "\r\n\r\n"))
                .startsWith("HTTP/1.1 200 ");
    }

    @Test
    void a_port_in_use_is_named_with_what_to_do() {
        int port = root.getPort();
        assertThatThrownBy(() -> ResultsServer.open(
                        new ResultsServer.ServedFolder(results, "127.0.0.1", port, Optional.empty())))
                .isInstanceOf(CommandException.class)
                .hasMessage("port " + port + " of 127.0.0.1 cannot be used: Address already in use"
                        + "; stop the program that uses it, or choose another port: --port N (0: any free port)")
                .extracting(failure -> ((CommandException) failure).exitCode().code())
                .isEqualTo(5);
    }

    @Test
    void a_request_that_stops_in_the_middle_does_not_delay_others() throws Exception {
        try (Socket slow = new Socket(InetAddress.getLoopbackAddress(), root.getPort())) {
            slow.getOutputStream().write("GET / HT".getBytes(UTF_8));
            assertThat(get("/").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void browsers_that_ask_at_once_share_one_page_of_a_run_under_way() throws Exception {
        Synthetic.Progress underWay = RUN.begin(results, 99);
        underWay.until(20);
        RunPages pages = new RunPages(new ResultsFolder(results));
        Set<PageResponse> made = Collections.newSetFromMap(new IdentityHashMap<>());
        try (ExecutorService browsers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<PageResponse> browser = () -> pages.run(underWay.path());
            for (Future<PageResponse> page : browsers.invokeAll(Collections.nCopies(16, browser))) {
                made.add(page.get());
            }
        } finally {
            FileTrees.delete(underWay.path());
        }
        assertThat(made).hasSize(1);
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().GET(), path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path)
            throws IOException, InterruptedException {
        URI address = URI.create("http://127.0.0.1:" + root.getPort() + path);
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.uri(address).build(), HttpResponse.BodyHandlers.ofString(UTF_8));
        }
    }

    /** Sends what no client would, and reads until the server closes. */
    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), root.getPort())) {
            socket.getOutputStream()
                    .write(request.replaceFirst("\r\n", "\r\nConnection: close\r\n")
                            .getBytes(UTF_8));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }
}
