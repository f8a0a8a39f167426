package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import squall.cli.Version;

class TestbedCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void without_a_kind_it_lists_them() {
        assertThat(execute("up")).isZero();
        assertThat(out).hasToString("""
                        Databases that this machine can run:
                          postgres        one PostgreSQL server on 127.0.0.1, durable, kept until reset
                        """);
    }

    @Test
    void a_misspelt_kind_is_a_mistake_and_the_nearest_is_named() {
        assertThat(execute("up", "postgre")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err).hasToString("""
                        error: unknown database 'postgre' (known: postgres); did you mean 'postgres'?
                        exit 2: usage or configuration error
                        """);
    }

    @Test
    void a_name_that_is_no_folder_name_is_a_mistake() {
        assertThat(execute("status", "postgres", "--name", "../x")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: --name: the name of a server must match [a-z][a-z0-9-]{0,39}, not '../x'\n");
    }

    @Test
    void every_subcommand_has_help_and_version() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: testbed ").contains("up", "down", "status", "reset");
        for (String subcommand : new String[] {"up", "down", "status", "reset"}) {
            out.getBuffer().setLength(0);
            assertThat(execute(subcommand, "--help")).isZero();
            assertThat(out.toString()).startsWith("Usage: testbed " + subcommand + " ");
            out.getBuffer().setLength(0);
            assertThat(execute(subcommand, "--version")).isZero();
            assertThat(out).hasToString(Version.current().line() + "\n");
        }
    }

    private int execute(String... arguments) {
        return TestbedCommand.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
