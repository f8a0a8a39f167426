package squall.clusters.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import squall.clusters.DockerEngine;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.PollDeadline;

/**
 * Test of {@code docker/postgres-ha} as it is shipped, with images made here in place of those of its registries: real etcd, real Patroni.
 */
@Tag("server")
@Tag("extended")
class PostgresHaFileServerTest {
    private static final Path FILE = Path.of("..", "docker", "postgres-ha", "compose.yaml")
            .toAbsolutePath()
            .normalize();
    private static final String PROJECT = "squall-postgres-ha";
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @RegisterExtension
    static final DockerEngine ENGINE = new DockerEngine();

    @TempDir
    private Path folder;

    @Test
    void patroni_fails_over_from_a_killed_primary_which_keeps_what_it_acknowledged_and_rejoins() throws Exception {
        boolean patroni = Files.exists(Path.of("/usr/bin/patroni")) && Files.exists(Path.of("/usr/bin/etcdctl"));
        if (!patroni) {
            System.err.println(
                    "NOT TESTED HERE: docker/postgres-ha; patroni, etcd-server and etcd-client are not installed");
        }
        assumeTrue(patroni, "patroni, etcd-server and etcd-client are not installed");
        var docker = DockerCommand.of(ENGINE.program(), PROJECT, Optional.of(FILE.toString()));
        try {
            Cluster cluster = new ComposeProvider(ENGINE.program(), Optional.of(folder.resolve("timers")))
                    .cluster(
                            new Options("--cluster compose", Map.of("project", PROJECT, "file", FILE.toString())),
                            line -> {});
            failOver(cluster);
        } catch (AssertionError | IOException e) {
            System.err.println(ENGINE.docker("compose", "-f", FILE.toString(), "logs", "--timestamps", "--tail", "60"));
            throw e;
        } finally {
            docker.compose("down", "-v", "-t", "1");
        }
    }

    private static void failOver(Cluster cluster) throws Exception {
        Target target = cluster.target();
        write(
                target,
                "CREATE TABLE kept(id int)"); // the service 'init' makes the database a moment after the nodes serve
        write(target, "INSERT INTO kept VALUES (7)");
        Node old = primary(cluster).orElseThrow();
        ((Cluster.Restarts) cluster).kill(old);
        assertThat(cluster.state(old)).isEqualTo(State.DOWN);
        assertThat(PollDeadline.in(LIMIT)
                        .await(() -> primary(cluster)
                                .filter(node -> !node.equals(old))
                                .isPresent()))
                .isTrue();
        write(target, "INSERT INTO kept VALUES (8)");
        assertThat(kept(target)).isEqualTo(15);
        ((Cluster.Restarts) cluster).start(old);
        assertThat(cluster.state(old)).isEqualTo(State.UP);
        assertThat(primary(cluster).map(Node::name)).isNotEqualTo(Optional.of(old.name()));
    }

    private static Optional<Node> primary(Cluster cluster) throws IOException, InterruptedException {
        return ((Cluster.HasPrimary) cluster).primary();
    }

    /** Executes a statement; repeats it while there is no primary, or no database yet. */
    private static void write(Target target, String statement) throws IOException, InterruptedException {
        var last = new AtomicReference<>("");
        boolean written = PollDeadline.in(LIMIT).await(() -> {
            try (Connection connection = connection(target);
                    var statements = connection.createStatement()) {
                statements.execute(statement);
                return true;
            } catch (SQLException e) {
                last.set(e.getSQLState() + " " + e.getMessage());
                return false;
            }
        });
        assertThat(written).as("%s: %s", statement, last.get()).isTrue();
    }

    private static int kept(Target target) throws SQLException {
        try (Connection connection = connection(target);
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT sum(id) FROM kept")) {
            rows.next();
            return rows.getInt(1);
        }
    }

    private static Connection connection(Target target) throws SQLException {
        return DriverManager.getConnection(
                target.url() + "&connectTimeout=5&socketTimeout=10", target.user(), target.password());
    }
}
