package squall.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.spi.Cluster.Node;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ControlGroup;
import squall.system.process.ControlGroupHierarchy;
import squall.system.process.ControlGroupHierarchy.Controller;
import squall.testbed.cassandra.CassandraCluster;
import squall.testbed.cluster.LocalCluster;
import squall.testbed.cluster.ScalableCluster;
import squall.testbed.galera.GaleraCluster;
import squall.testbed.ha.HaCluster;
import squall.testbed.host.NodeSize;
import squall.testbed.patroni.PatroniCluster;
import squall.testbed.postgres.EmbeddedPostgres;
import squall.testbed.postgres.PostgresShape;

/** Test that needs a user who may make control groups; without one, or without the database, a test is skipped, and says so. */
@Tag("server")
@Tag("extended")
class SizedClustersServerTest {
    private static final Map<String, String> SIZE = Map.of("node-cpus", "0.4", "node-memory", "640M");

    @BeforeEach
    void groups_can_be_made() {
        try {
            new NodeSize(Optional.of(new BigDecimal("0.1")), Optional.of(64)).trial();
        } catch (IOException e) {
            abort(String.valueOf(e.getMessage()));
        }
    }

    @Test
    void three_postgresql_servers_keep_their_size() throws Exception {
        Path folder = folder();
        keepsItsSize("sized-ha", name -> new HaCluster(StateFolder.at(folder), name), Map.of());
        FileTrees.delete(folder);
    }

    @Test
    void nodes_that_patroni_keeps_have_it_with_their_votes() throws Exception {
        Path folder = folder();
        keepsItsSize("sized-patroni", name -> new PatroniCluster(StateFolder.at(folder), name), Map.of());
        FileTrees.delete(folder);
    }

    @Test
    void galera_gives_it_to_nodes_that_join() throws Exception {
        Path folder = folder();
        keepsItsSize("sized-galera", name -> new GaleraCluster(StateFolder.at(folder), name), Map.of("nodes", "2"));
        FileTrees.delete(folder);
    }

    @Test
    void a_cassandra_node_starts_with_it() throws Exception {
        Path folder = Path.of("target", "testbed").toAbsolutePath(); // where the jars are
        keepsItsSize(
                "sized-cassandra", name -> new CassandraCluster(StateFolder.at(folder), name), Map.of("quick", "true"));
    }

    @Test
    void one_server_keeps_its_size_after_a_crash_and_fits_its_buffers_to_it() throws Exception {
        Path folder = folder();
        var server = new EmbeddedPostgres(StateFolder.at(folder), "sized-postgres");
        try {
            var up = server.up(PostgresShape.of(
                    new Options("up", Map.of("data-dirs", "1", "node-cpus", "0.4", "node-memory", "640M"))));
            assertThat(up.target().properties())
                    .containsEntry("node_cpus", "0.4")
                    .containsEntry("node_memory", "640M")
                    .containsEntry("shared_buffers", "160MB");
            sized(server.tree().pids(), "server");
            server.tree().kill();
            assertThat(server.up().started()).isTrue();
            sized(server.tree().pids(), "server");
            server.down();
            assertThat(groups("sized-postgres")).isEmpty();
            server.up();
            assertThat(server.size()).containsEntry("node_cpus", "0.4");
        } finally {
            server.reset();
        }
        assertThat(groups("sized-postgres")).isEmpty();
        assertThat(folder.resolve("postgres")).isDirectoryNotContaining("glob:**.size");
        FileTrees.delete(folder);
    }

    /** Covers an old error: the next cluster of this name had the size of one that was refused. */
    @Test
    void a_cluster_that_is_refused_leaves_no_size() throws Exception {
        Path folder = folder();
        Map<String, String> options = new HashMap<>(SIZE);
        options.put("version", "15.999");
        var cluster = new HaCluster(StateFolder.at(folder), "never-published");
        assertThatThrownBy(() -> cluster.up(new Options("up", options), line -> {}))
                .hasMessageContaining("15.999");
        assertThat(cluster.exists()).isFalse();
        assertThat(folder).isDirectoryNotContaining("glob:**.size");
        assertThat(folder.resolve("postgres-ha")).isDirectoryNotContaining("glob:**.size");
        assertThat(groups("never-published")).isEmpty();
        FileTrees.delete(folder);
    }

    private static Path folder() {
        return Path.of(System.getProperty("java.io.tmpdir"), "squall-test-sized-" + System.nanoTime());
    }

    private static void keepsItsSize(String name, Made made, Map<String, String> options) throws Exception {
        LocalCluster<?, ?, ?> cluster = made.named(name);
        try {
            up(cluster, options);
            assertThat(cluster.target().properties())
                    .containsEntry("node_cpus", "0.4")
                    .containsEntry("node_memory", "640M")
                    .containsKey("client_cpus");
            assertThat(cluster.facts()).extractingByKey("nodes").asString().contains("node_cpus=0.4, node_memory=640M");
            for (Node node : cluster.nodes()) {
                sized(cluster.pids(node), node.name());
            }
            restarted(cluster);
            if (cluster instanceof ScalableCluster scalable && cluster.nodes().size() > 1) {
                Node added = scaled(cluster, scalable);
                assertThat(groups(name)).noneMatch(group -> group.endsWith("-" + added.name()));
            }
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> cluster.up(new Options("up", Map.of("node-cpus", "0.5")), line -> {}))
                    .withMessageContaining(
                            "nodes of " + name + " run with node-cpus=0.4, node-memory=640M, but node-cpus=0.5 was"
                                    + " requested: stop them with 'testbed down' first");
            assertThat(cluster.down()).isTrue();
            assertThat(groups(name)).isEmpty();
            assertThat(cluster.target().properties()).containsEntry("node_cpus", "0.4, not in effect: no node runs");
        } finally {
            cluster.reset();
        }
        assertThat(groups(name)).isEmpty();
    }

    private static void up(LocalCluster<?, ?, ?> cluster, Map<String, String> options) throws Exception {
        var all = new HashMap<>(options);
        all.putAll(SIZE);
        try {
            cluster.up(new Options("up", all), line -> {});
        } catch (IOException e) {
            String message = String.valueOf(e.getMessage());
            if (message.contains("apt-get install")) {
                System.err.println("SKIPPED: " + SizedClustersServerTest.class.getSimpleName() + ": " + message);
                abort(message);
            }
            throw e;
        }
    }

    private static void restarted(LocalCluster<?, ?, ?> cluster) throws Exception {
        Node node = cluster.nodes().getLast();
        cluster.kill(node);
        assertThat(cluster.target().properties())
                .as("properties while " + node.name() + " is down")
                .containsKey("node_cpus");
        cluster.start(node);
        sized(cluster.pids(node), node.name());
    }

    private static Node scaled(LocalCluster<?, ?, ?> cluster, ScalableCluster scalable) throws Exception {
        Node usual = scalable.usualNext();
        Node added = scalable.add(usual.zone(), usual.region());
        sized(cluster.pids(added), added.name());
        scalable.remove(added);
        return added;
    }

    /** Asserts that all processes are in the node's own groups, and that the kernel limits them. */
    private static void sized(List<Long> pids, String node) throws IOException, InterruptedException {
        assertThat(pids).isNotEmpty();
        for (long pid : pids) {
            // PostgreSQL's workers come and go: one that has ended, and whose end was not yet noticed, is in no group.
            PollDeadline.in(Duration.ofMinutes(2))
                    .await(() -> !ControlGroup.ofNode(pid).isEmpty()
                            || ProcessHandle.of(pid).isEmpty());
            List<ControlGroup> groups = ControlGroup.ofNode(pid);
            if (ProcessHandle.of(pid).isPresent()) {
                assertThat(groups)
                        .as("control groups of process " + pid)
                        .hasSize(2)
                        .allMatch(group -> group.name().endsWith("-" + node));
                assertThat(groups.getFirst().processors()).hasValue(0.4);
                assertThat(groups.getLast().memoryBytes()).hasValue(640L << 20);
            }
        }
    }

    private static List<String> groups(String name) throws IOException {
        List<String> found = new ArrayList<>();
        for (Controller controller : List.of(Controller.CPU, Controller.MEMORY)) {
            ControlGroup.named(ControlGroupHierarchy.here(controller), ControlGroup.NODE + name + "-")
                    .forEach(group -> found.add(group.name()));
        }
        return found;
    }

    /** Finder of the cluster of a name. */
    @FunctionalInterface
    private interface Made {
        LocalCluster<?, ?, ?> named(String name) throws IOException;
    }
}
