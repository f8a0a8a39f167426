package squall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Against a real process, since a signal to this JVM would end the tests. */
class SignalsTest {
    private static final int SIGINT = 2;

    @Test
    void the_first_ctrl_c_asks_and_the_second_insists() throws Exception {
        assumeFalse(
                interruptsAreIgnored(),
                "SKIPPED: this shell started the tests with SIGINT ignored (in the background)");
        Process process = start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            signal(process, "INT");
            assertThat(out.readLine()).isEqualTo("gently after SIGINT");
            signal(process, "TERM");
            assertThat(out.readLine()).isEqualTo("now after SIGTERM");
            assertThat(process.waitFor()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_polite_kill_ends_with_143() throws Exception {
        Process process = start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("ready");
            signal(process, "TERM");
            assertThat(out.readLine()).isEqualTo("gently after SIGTERM");
            signal(process, "TERM");
            assertThat(process.waitFor()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Returns whether interrupts are ignored, which all children inherit, and by custom of Unix never undo. */
    private static boolean interruptsAreIgnored() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .map(line -> new BigInteger(
                                line.substring("SigIgn:".length()).strip(), 16))
                        .anyMatch(ignored -> ignored.testBit(SIGINT - 1));
    }

    private static Process start() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Patient.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Command that ends only when it is told twice. */
    static final class Patient {
        private Patient() {}

        public static void main(String[] arguments) throws InterruptedException {
            CountDownLatch insisted = new CountDownLatch(1);
            Signals signals = Signals.install(signal -> say("gently after " + signal), signal -> {
                say("now after " + signal);
                insisted.countDown();
            });
            say("ready");
            insisted.await();
            System.exit(signals.exitCode().orElseThrow().code());
        }

        private static void say(String line) {
            try {
                System.out.write((line + "\n").getBytes(UTF_8));
                System.out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
