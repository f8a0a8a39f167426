package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

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

    private int execute(String... arguments) {
        return TestbedCommand.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
