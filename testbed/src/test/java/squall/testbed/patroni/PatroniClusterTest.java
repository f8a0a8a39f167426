package squall.testbed.patroni;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.Inserts;
import squall.testbed.ha.ReplicatedCluster.HaStatus;
import squall.testbed.ha.ReplicatedCluster.Linking;

/** Test that needs Patroni, etcd and a whole PostgreSQL; without them it is skipped, and says so. */
@Tag("server")
@Tag("extended")
@EnabledIf("installed")
class PatroniClusterTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("java.io.tmpdir"), "squall-test-patroni-" + System.nanoTime());
    private static final Duration SOON = Duration.ofMinutes(3);

    static boolean installed() {
        try {
            PatroniPrograms.here();
            return true;
        } catch (IOException e) {
            System.err.println("SKIPPED: PatroniClusterTest: " + e.getMessage());
            return false;
        }
    }

    @BeforeAll
    static void up() throws Exception {
        cluster().up(Linking.AS_BEFORE, line -> {});
    }

    @AfterAll
    static void remove() throws Exception {
        assertThat(cluster().reset()).isTrue();
        FileTrees.delete(FOLDER);
    }

    private static PatroniCluster cluster() throws IOException {
        return new PatroniCluster(StateFolder.at(FOLDER), "kept");
    }

    @Test
    void patroni_fails_over_from_a_killed_primary_which_loses_nothing_acknowledged_and_rejoins() throws Exception {
        PatroniCluster cluster = cluster();
        Node old = primary();
        Inserts inserts = Inserts.into(cluster);
        var enough = new AtomicBoolean();
        Set<Long> acknowledged;
        try (var threads = Executors.newSingleThreadExecutor()) {
            var writer = threads.submit(() -> inserts.write(enough));
            try {
                assertThat(PollDeadline.in(SOON).await(inserts.more(50))).isTrue();
                cluster.kill(old);
                assertThat(cluster.state(old)).isEqualTo(State.DOWN);
                assertThat(PollDeadline.in(SOON).await(() -> movedFrom(old))).isTrue();
                assertThat(PollDeadline.in(SOON).await(inserts.more(50))).isTrue();
            } finally {
                enough.set(true);
            }
            acknowledged = writer.get();
        }
        assertThat(inserts.present()).containsAll(acknowledged);

        cluster.start(old);
        assertThat(PollDeadline.in(SOON).await(PatroniClusterTest::whole)).isTrue();
        assertThat(primary()).isNotEqualTo(old);
    }

    @Test
    void a_frozen_node_goes_on_by_itself_when_its_time_is_over() throws Exception {
        PatroniCluster cluster = cluster();
        assertThat(PollDeadline.in(SOON).await(PatroniClusterTest::whole)).isTrue();
        Node primary = primary();
        Node standby = cluster.nodes().stream()
                .filter(node -> !node.equals(primary))
                .findFirst()
                .orElseThrow();
        cluster.pause(standby, Duration.ofSeconds(6));
        assertThat(cluster.state(standby)).isEqualTo(State.PAUSED);
        assertThat(PollDeadline.in(SOON).await(() -> cluster.state(standby) == State.UP))
                .isTrue();
    }

    private static Node primary() throws IOException, InterruptedException {
        assertThat(PollDeadline.in(SOON).await(() -> cluster().primary().isPresent()))
                .isTrue();
        return cluster().primary().orElseThrow();
    }

    private static boolean movedFrom(Node old) throws IOException, InterruptedException {
        return cluster().primary().filter(now -> !now.equals(old)).isPresent();
    }

    private static boolean whole() throws InterruptedException {
        try {
            List<String> seen = cluster().status().stream()
                    .map(HaStatus::replication)
                    .sorted()
                    .toList();
            return seen.equals(List.of("", "streaming async", "streaming sync"));
        } catch (IOException e) {
            return false; // Patroni restarts a node that rejoins, whose status cannot be asked meanwhile
        }
    }
}
