package squall.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import squall.system.CommandException;
import squall.system.CommandStep;
import squall.system.ExitCode;

class DatabaseStepTest {
    @Test
    void a_database_that_does_not_answer_is_unreachable() {
        assertFails(ExitCode.UNREACHABLE, () -> {
            throw new IOException("no endpoint answers");
        });
    }

    @Test
    void what_a_database_does_not_support_is_a_wrong_use() {
        assertFails(ExitCode.USAGE, () -> {
            throw new IllegalArgumentException("kv cannot be run here");
        });
    }

    @Test
    void a_refusal_of_squall_keeps_its_exit_code() {
        assertFails(ExitCode.INVALID, () -> {
            throw new CommandException(ExitCode.INVALID, "clients disagree");
        });
    }

    @Test
    void a_signal_during_a_change_is_said() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EndlessChange.class.getName())
                .start();
        try (BufferedReader out = process.inputReader();
                BufferedReader err = process.errorReader()) {
            assertThat(out.readLine()).isEqualTo("changing");
            assertThat(new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(err.lines()).contains("ended by a signal before it was done; what it has written so far stays");
            assertThat(process.waitFor()).isEqualTo(ExitCode.TERMINATED.code());
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void a_change_that_was_made_leaves_no_line() throws Exception {
        List<String> said = new ArrayList<>();
        assertThat(DatabaseStep.changing(said::add, () -> "made")).isEqualTo("made");
        assertThat(said).isEmpty();
    }

    /** Program whose change does not end by itself. */
    static final class EndlessChange {
        private EndlessChange() {}

        public static void main(String[] args) throws CommandException, InterruptedException {
            DatabaseStep.changing(System.err::println, () -> {
                System.out.println("changing");
                new CountDownLatch(1).await();
                return args;
            });
        }
    }

    private static void assertFails(ExitCode code, CommandStep<String> step) {
        assertThatThrownBy(() -> CommandStep.of(step))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(code));
    }
}
