package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import squall.system.SquallVersion;

class TestbedCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void without_a_kind_it_lists_them() {
        assertThat(execute("up")).isZero();
        assertThat(out).hasToString("""
                        Databases that can run on this machine:
                          cassandra    Apache Cassandra: one or more nodes on 127.0.0.0/8, one JVM per node, kept until reset
                          galera       MariaDB Galera from installed packages: nodes on 127.0.0.1 that all accept writes, kept until reset
                          postgres     one PostgreSQL server on 127.0.0.1, durable, kept until reset
                          postgres-ha  a PostgreSQL primary and two synchronous standbys on 127.0.0.1, with a supervisor or Patroni that fails over
                        """);
    }

    /** Covers an old error: it listed what could run, and not what ran. */
    @Test
    void the_status_without_a_kind_has_the_state_of_each() {
        assertThat(execute("status", "--name", "never-made")).isZero();
        assertThat(out.toString().lines())
                .hasSize(5)
                .startsWith("Databases on this machine:")
                .allMatch(line -> line.startsWith("Databases") || line.contains("There is no "));
    }

    @Test
    void a_misspelt_kind_is_a_mistake_and_the_nearest_is_named() {
        assertThat(execute("up", "postgre")).isEqualTo(2);
        assertThat(out.toString()).isEmpty();
        assertThat(err).hasToString("""
                        error: unknown database 'postgre' (known: cassandra, galera, postgres, postgres-ha); did you mean 'postgres'?
                        exit 2: usage or configuration error
                        """);
    }

    @Test
    void a_name_that_is_no_folder_name_is_a_mistake() {
        assertThat(execute("status", "postgres", "--name", "../x")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: the name of a server must match [a-z][a-z0-9-]{0,39}, not '../x'\n");
    }

    @Test
    void an_option_of_another_kind_is_a_mistake() {
        assertThat(execute("up", "postgres", "--nodes", "3")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: postgres: unknown option 'nodes' (known: name, data-dirs, disks, checksums, fsync,"
                        + " synchronous-commit, node-cpus, node-memory)\n");
    }

    @Test
    void data_folders_must_be_a_number_of_them() {
        assertThat(execute("up", "postgres", "--name", "never-made", "--data-dirs", "0"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: postgres: option 'data-dirs' must be a whole number in [1, 16], not '0'\n");
    }

    @Test
    void a_shape_that_cannot_be_is_a_mistake() {
        assertThat(execute("up", "cassandra", "--name", "never-made", "--nodes", "none"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: cassandra: option 'nodes' must be a whole number in [1, 32], not 'none'\n");
    }

    @Test
    void a_size_that_no_node_can_have_is_a_mistake() {
        for (String kind : new String[] {"postgres", "postgres-ha", "cassandra", "galera"}) {
            err.getBuffer().setLength(0);
            assertThat(execute("up", kind, "--name", "never-made", "--node-cpus", "none"))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .startsWith("error: option 'node-cpus' must be a number of processors in [0.01, 1024], for example"
                            + " 0.3, not 'none'\n");
            err.getBuffer().setLength(0);
            assertThat(execute("up", kind, "--name", "never-made", "--node-memory", "17M"))
                    .isEqualTo(2);
            assertThat(err.toString()).contains("from 256M on, for example 768M or 2G, not '17M'");
        }
    }

    @Test
    void a_size_that_this_machine_does_not_have_cannot_run_here_and_nothing_is_made() {
        assertThat(execute("up", "postgres", "--name", "never-made", "--node-cpus", "1000"))
                .isEqualTo(5);
        assertThat(err.toString()).startsWith("error: 1 node of 1000 processors need 1000, and this machine has ");
        assertThat(execute("status", "postgres", "--name", "never-made")).isZero();
        assertThat(out.toString()).startsWith("There is no server yet");
    }

    @Test
    void an_unknown_manager_is_a_mistake() {
        assertThat(execute("up", "postgres-ha", "--name", "never-made", "--manager", "patrony"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("error: the manager of postgres-ha is supervisor or patroni, not 'patrony'; did you mean"
                        + " 'patroni'?\n");
    }

    @Test
    void nodes_cannot_come_and_go_where_there_is_one() {
        assertThat(execute("add-node", "postgres")).isEqualTo(2);
        assertThat(err.toString()).startsWith("error: nodes can be added and removed only in cassandra and galera\n");
    }

    @Test
    void every_subcommand_has_help_and_version() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString())
                .startsWith("Usage: testbed ")
                .contains("up", "down", "status", "reset", "add-node", "decommission");
        for (String subcommand : new String[] {"up", "down", "status", "reset", "add-node", "decommission"}) {
            out.getBuffer().setLength(0);
            assertThat(execute(subcommand, "--help")).isZero();
            assertThat(out.toString()).startsWith("Usage: testbed " + subcommand + " ");
            out.getBuffer().setLength(0);
            if (!subcommand.equals("up")) { // there it is the version of the database
                assertThat(execute(subcommand, "--version")).isZero();
                assertThat(out).hasToString(SquallVersion.current().line() + "\n");
            }
        }
    }

    @Test
    void a_version_that_cannot_be_is_a_mistake() {
        assertThat(execute("up", "postgres-ha", "--name", "never-made", "--version", "seventeen"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("error: a version of PostgreSQL looks like 17.5, not 'seventeen'\n");
        err.getBuffer().setLength(0);
        assertThat(execute("up", "cassandra", "--name", "never-made", "--version", "5"))
                .isEqualTo(2);
        assertThat(err.toString()).startsWith("error: a version of Apache Cassandra looks like 5.0.5, not '5'\n");
        for (String version : new String[] {"6.0-alpha", "6.0-SNAPSHOT", "6.0-alpha2-1"}) {
            err.getBuffer().setLength(0);
            assertThat(execute("up", "cassandra", "--name", "never-made", "--version", version))
                    .isEqualTo(2);
            assertThat(err.toString())
                    .startsWith("error: a version of Apache Cassandra looks like 5.0.5, not '" + version + "'\n");
        }
        err.getBuffer().setLength(0);
        assertThat(execute("up", "postgres-ha", "--name", "never-made", "--manager", "patroni", "--version", "17.4"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "error: with the manager patroni nodes run the installed PostgreSQL: omit the option version,"
                                + " or set manager=supervisor\n");
    }

    private int execute(String... arguments) {
        return TestbedCommand.line()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
