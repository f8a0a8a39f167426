package squall.cli.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ServeCommandTest {
    @TempDir
    private Path results;

    private final StringWriter err = new StringWriter();

    @Test
    void a_folder_that_is_not_there_is_named() {
        assertThat(serve(results.resolve("none").toString())).isEqualTo(5);
        assertThat(err.toString())
                .startsWith("error: " + results.resolve("none")
                        + ": no such folder; name the folder that holds run directories\n");
    }

    @Test
    void a_port_in_use_ends_with_5_and_what_to_do() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(serve(results.toString(), "--port", port, "--listen", "0.0.0.0"))
                    .isEqualTo(5);
            assertThat(err.toString())
                    .startsWith("error: port " + port + " of 0.0.0.0 cannot be used: Address already in use"
                            + "; stop the program that uses it, or choose another port: --port N (0: any free port)\n");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "--port,65536,'--port must be from 0 to 65535, not 65536'",
        "--listen,no.such.host.invalid,--listen: 'no.such.host.invalid' is no address of this machine; 0.0.0.0 means"
                + " all of them"
    })
    void what_cannot_be_served_is_refused(String option, String value, String message) {
        assertThat(serve(results.toString(), option, value)).isEqualTo(2);
        assertThat(err.toString()).startsWith("error: " + message + "\n");
    }

    @Test
    void a_token_that_can_be_guessed_is_refused() throws IOException {
        Path file = Files.writeString(results.resolve("token"), "secret\n");
        assertThat(serve(results.toString(), "--token-file", file.toString())).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: " + file
                        + ": the first line must be a token of at least 16 letters, digits, '.', '_', '~' and '-'\n");
    }

    /** Skips SIGINT if the tests run in the background of a shell, where every process that they start ignores it. */
    @ParameterizedTest
    @CsvSource({"TERM,143", "INT,130"})
    void a_signal_ends_it_at_once_though_a_browser_listens(String signal, int code) throws Exception {
        assumeTrue(signal.equals("TERM") || !ignoresInterrupts(), "NOT TESTED: SIGINT, which this process ignores");
        Process process = process(results.toString(), "--port", "0");
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("serving    " + results);
            URI root = URI.create(out.readLine().replaceFirst("open {7}", ""));
            assertThat(root.getHost()).isEqualTo("127.0.0.1");
            try (Socket browser = new Socket(InetAddress.getLoopbackAddress(), root.getPort())) {
                browser.getOutputStream().write("GET /changes HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
                assertThat((char) browser.getInputStream().read()).isEqualTo('H');
                String kill = "kill -" + signal + " " + process.pid();
                assertThat(new ProcessBuilder("/bin/sh", "-c", kill).start().waitFor())
                        .isZero();
                assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(process.exitValue()).isEqualTo(code);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> new BigInteger(line.replaceFirst("\\S+\\s+", ""), 16))
                        .anyMatch(ignored -> ignored.testBit(1));
    }

    @Test
    void an_address_that_others_reach_gets_a_token_which_is_printed() throws Exception {
        Process process = process(results.toString(), "--port", "0", "--listen", "0.0.0.0");
        try (BufferedReader out = process.inputReader();
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(out.readLine()).isEqualTo("serving    " + results);
            URI root = URI.create(out.readLine().replaceFirst("open {7}", ""));
            assertThat(root.getQuery()).matches("token=[A-Za-z0-9_-]{32}");
            URI local = URI.create("http://127.0.0.1:" + root.getPort() + "/");
            assertThat(client.send(HttpRequest.newBuilder(local).build(), HttpResponse.BodyHandlers.ofString())
                            .statusCode())
                    .isEqualTo(401);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Covers an old error: the token of a file was printed, and so was in every log of the output. */
    @Test
    void a_token_from_a_file_is_not_printed() throws Exception {
        String token = "0123456789abcdefXYZ";
        Path file = Files.writeString(results.resolve("token"), token + "\n");
        Process process = process(results.toString(), "--port", "0", "--token-file", file.toString());
        try (BufferedReader out = process.inputReader();
                HttpClient client = HttpClient.newHttpClient()) {
            assertThat(out.readLine()).isEqualTo("serving    " + results);
            String address = out.readLine().replaceFirst("open {7}", "");
            assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/");
            assertThat(out.readLine()).isEqualTo("token      " + file + " has it; open the address with ?token=TOKEN");
            assertThat(status(client, address)).isEqualTo(401);
            assertThat(status(client, address + "?token=" + token)).isEqualTo(303);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static int status(HttpClient client, String address) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address)).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private static Process process(String... options) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ReportCommand.class.getName(),
                "serve"));
        command.addAll(List.of(options));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private int serve(String... words) {
        CommandLine line = ReportCommand.line();
        line.setErr(new PrintWriter(err, true));
        return line.execute(Stream.concat(Stream.of("serve"), Stream.of(words)).toArray(String[]::new));
    }
}
