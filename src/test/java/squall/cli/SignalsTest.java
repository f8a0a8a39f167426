package squall.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import squall.system.process.ExternalProgram;
import squall.system.process.SearchPath;

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

    /** Covers an old error: Ctrl-C, which a terminal sends to all processes of the group, ended a program that was being started. */
    @Test
    void a_program_that_is_being_started_outlives_ctrl_c_on_a_terminal() throws Exception {
        assumeTrue(SearchPath.here().find("setsid").isPresent(), "SKIPPED: this system has no setsid");
        assumeFalse(
                interruptsAreIgnored(),
                "SKIPPED: this shell started the tests with SIGINT ignored (in the background)");
        Process process = start(List.of("setsid"), ProgramStarter.class);
        Process terminal = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "while read -r line; do kill -INT -$1; done",
                        "sh",
                        Long.toString(process.pid()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader();
                Writer keys = terminal.outputWriter()) {
            for (int program = 0; program < ProgramStarter.PROGRAMS; program++) {
                assertThat(out.readLine()).isEqualTo("starting " + program);
                LockSupport.parkNanos(program * 250_000L); // so that the signal meets another step of each start
                keys.write("^C\n");
                keys.flush();
                assertThat(out.readLine()).isEqualTo("program " + program + " ran");
            }
            assertThat(process.waitFor()).isZero();
        } finally {
            terminal.destroyForcibly();
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
        return start(List.of(), Patient.class);
    }

    /** @param before words before the command */
    private static Process start(List<String> before, Class<?> main) throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        return new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private static void signal(Process process, String name) throws Exception {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Command that starts programs, and goes on whatever signal comes. */
    static final class ProgramStarter {
        static final int PROGRAMS = 80;

        private ProgramStarter() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            Signals signals = Signals.install(signal -> {}, signal -> {});
            for (int program = 0; program < PROGRAMS; program++) {
                Patient.say("starting " + program);
                List<String> command = List.of("/bin/sh", "-c", "echo program " + program + " ran");
                Patient.say(new ExternalProgram(command, Path.of("/"), Duration.ofMinutes(2))
                        .run()
                        .orThrow()
                        .output());
            }
            System.exit(signals.exitCode().isPresent() ? 0 : 1);
        }
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
