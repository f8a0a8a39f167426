package squall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.system.CommandException;
import squall.system.ExitCode;

class CommandRunnerTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Command(name = "squall")
    static final class Squall implements Runnable {
        @Mixin
        private final CommonOptions common = new CommonOptions();

        @Override
        public void run() {
            throw new IllegalStateException("no command, " + common);
        }

        @Command(name = "run", description = "Runs.")
        int run(
                @Option(names = "--target") int target,
                @Option(names = "--unit") @Nullable TimeUnit unit,
                @Option(names = "--fail") boolean fail,
                @Mixin CommonOptions options)
                throws CommandException {
            if (fail) {
                throw new CommandException(
                        ExitCode.UNREACHABLE,
                        "jdbc:x://u:hunter2@h/ does not answer, debug " + options.debug() + (unit == null ? "" : unit));
            }
            return target;
        }
    }

    @Test
    void a_misspelt_option_is_told_with_the_nearest() {
        assertThat(execute("run", "--targt", "5")).isEqualTo(2);
        assertThat(err).hasToString("""
                error: unknown option '--targt'; did you mean '--target'?
                Try 'squall run --help'.
                exit 2: usage or configuration error
                """);
    }

    @Test
    void the_value_of_a_misspelt_option_is_not_repeated() {
        assertThat(execute("run", "--passwrod=secret")).isEqualTo(2);
        assertThat(err.toString()).startsWith("error: unknown option '--passwrod'");
    }

    @Test
    void a_word_that_is_none_of_a_few_is_told_with_all_of_them() {
        assertThat(execute("run", "--unit", "hour")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "error: --unit must be one of nanoseconds, microseconds, milliseconds, seconds, minutes, hours,"
                                + " days, not 'hour'");
    }

    @Test
    void a_misspelt_command_is_told_with_the_nearest() {
        assertThat(execute("rnu")).isEqualTo(2);
        assertThat(err).hasToString("""
                error: unknown command 'rnu' (known: run); did you mean 'run'?
                Try 'squall --help'.
                exit 2: usage or configuration error
                """);
    }

    @Test
    void a_bad_value_needs_one_line() {
        assertThat(execute("run", "--target", "abc")).isEqualTo(2);
        assertThat(err).hasToString("""
                error: Invalid value for option '--target': 'abc' is not an int
                Try 'squall run --help'.
                exit 2: usage or configuration error
                """);
    }

    @Test
    void a_missing_value_needs_one_line() {
        assertThat(execute("run", "--target")).isEqualTo(2);
        assertThat(err.toString().lines().count()).isEqualTo(3);
    }

    @Test
    void one_argument_too_many_is_said_to_be_that() {
        assertThat(execute("run", "--target", "5", "six")).isEqualTo(2);
        assertThat(err).hasToString("""
                error: 'six' is an extra argument
                Try 'squall run --help'.
                exit 2: usage or configuration error
                """);
    }

    @Test
    void a_foreseen_failure_has_its_code_no_trace_and_no_secret() {
        assertThat(execute("run", "--fail")).isEqualTo(5);
        assertThat(err).hasToString("""
                error: jdbc:x://u:***@h/ does not answer, debug false
                exit 5: database unreachable or environment unusable
                """);
    }

    @Test
    void debug_shows_the_trace_without_the_secret() {
        assertThat(execute("run", "--fail", "--debug")).isEqualTo(5);
        assertThat(err.toString()).contains("\tat squall.cli.CommandRunnerTest").doesNotContain("hunter2");
    }

    @Test
    void a_fault_of_squall_itself_is_said_to_be_one() {
        assertThat(execute()).isEqualTo(1);
        assertThat(err).hasToString("""
                error: java.lang.IllegalStateException: no command, help false, version false, debug false
                This is a bug in squall; run with --debug for the stack trace.
                exit 1: internal error
                """);
    }

    @Test
    void the_version_is_the_one_that_was_built() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).matches("squall \\d+\\.\\d+\\.\\d+\\S*( \\(.+\\))?\n");
    }

    private int execute(String... arguments) {
        CommandLine line = CommandRunner.line(new Squall());
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        return line.execute(arguments);
    }
}
