package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.FakeCluster;
import squall.adversity.PlainCluster;
import squall.adversity.safety.JournalFolder;
import squall.cli.RemainingDatabase;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Cluster.State;
import squall.spi.ClusterProvider;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;
import squall.system.FolderLock;
import squall.system.StateFolder;
import squall.testbed.HaProvider;

class RunActionTest {
    private static final String DOWN = "bin/testbed down postgres-ha --name two";
    private static final Optional<String> WHEN_DOWN = Optional.of(
            "bin/testbed up postgres-ha --name two starts it, bin/testbed reset postgres-ha --name two removes it");

    @TempDir
    Path folder;

    @Test
    void a_cluster_of_which_a_node_runs_stays_up() throws Exception {
        FakeCluster cluster = new FakeCluster(2, folder);
        cluster.put("n1", State.DOWN);
        assertThat(state(cluster, WHEN_DOWN)).isEqualTo("stays up: " + DOWN);
    }

    @Test
    void a_cluster_that_does_not_answer_may_be_up() throws Exception {
        assertThat(state(silent(new FakeCluster(2, folder)), WHEN_DOWN)).isEqualTo("may be up: " + DOWN);
    }

    /** Covers an old error: a cluster without a running node "stays up". */
    @Test
    void a_cluster_that_was_taken_down_does_not_stay_up() throws Exception {
        FakeCluster cluster = new FakeCluster(2, folder);
        cluster.put("n1", State.DOWN);
        cluster.put("n2", State.DOWN);
        assertThat(state(cluster, Optional.empty())).isEqualTo("is down");
        assertThat(state(cluster, WHEN_DOWN))
                .isEqualTo("is down: bin/testbed up postgres-ha --name two starts it, bin/testbed reset postgres-ha"
                        + " --name two removes it");
    }

    /** Covers an old error: the watchdog, which works in another folder, did not find the inventory, and healed nothing. */
    @Test
    void an_inventory_that_is_named_from_this_folder_is_found_from_that_of_the_watchdog() {
        ProviderSpec typed = new ProviderSpec("ssh", Map.of("inventory", "lab.yaml"));
        assertThat(RunAction.pinned(typed, new HaProvider()))
                .isEqualTo(new ProviderSpec(
                        "ssh",
                        Map.of("inventory", Path.of("lab.yaml").toAbsolutePath().toString())));
    }

    /** Covers an old error: of two runs that began together on a cluster that was down, the refused one stopped it under the other. */
    @Test
    void a_cluster_that_another_run_has_meanwhile_stays_up() throws Exception {
        FakeCluster cluster = new FakeCluster(2, folder);
        JournalFolder journals = new JournalFolder(folder);
        List<String> stopped = new ArrayList<>();
        ClusterProvider provider = provider(() -> cluster, stopped);
        ProviderSpec choice = new ProviderSpec("fake", Map.of());
        FolderLock.Held other = RunAction.reservation(journals, cluster).take();
        RunAction.downUnlessReserved(provider, choice, journals, line -> {});
        assertThat(stopped).isEmpty();
        other.close();
        RunAction.downUnlessReserved(provider, choice, journals, line -> {});
        assertThat(stopped).containsExactly("fake");
    }

    /** Covers an old error: whatever kept a run from reserving its cluster left the cluster up. */
    @Test
    void a_cluster_that_no_run_can_reserve_is_stopped_again() throws Exception {
        FakeCluster cluster = new FakeCluster(2, folder);
        List<String> stopped = new ArrayList<>();
        RunAction.downUnlessReserved(
                provider(() -> cluster, stopped),
                new ProviderSpec("fake", Map.of()),
                new JournalFolder(folder.resolve("absent")),
                line -> {});
        assertThat(stopped).containsExactly("fake");
    }

    /** Covers an old error: an unreadable file of a cluster that was not finished passed for another user's run, and the cluster stayed up. */
    @Test
    void a_cluster_that_cannot_be_found_is_stopped_again() throws Exception {
        List<String> stopped = new ArrayList<>();
        RunAction.downUnlessReserved(
                provider(
                        () -> {
                            throw new AccessDeniedException("cluster.json");
                        },
                        stopped),
                new ProviderSpec("fake", Map.of()),
                new JournalFolder(folder),
                line -> {});
        assertThat(stopped).containsExactly("fake");
    }

    /** Covers an old error: the command did not say that the cluster stays up. */
    @Test
    void a_cluster_that_another_user_may_have_reserved_stays_up_and_the_command_says_so() throws Exception {
        assumeFalse(StateFolder.root(), "root may write to every file");
        FakeCluster cluster = new FakeCluster(2, folder);
        JournalFolder journals = new JournalFolder(folder);
        Path lock = Files.createFile(RunAction.reservation(journals, cluster).file());
        Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("r--r--r--"));
        List<String> stopped = new ArrayList<>();
        List<String> said = new ArrayList<>();
        RunAction.downUnlessReserved(
                provider(() -> cluster, stopped), new ProviderSpec("fake", Map.of()), journals, said::add);
        assertThat(stopped).isEmpty();
        assertThat(said)
                .containsExactly("fake stays up: a run of another user may have it, as you may not write to " + lock);
    }

    /** Covers an old error: a cluster that did not answer passed for one that was down, and a run that did not begin stopped it. */
    @Test
    void only_a_cluster_that_is_certainly_down_is_stopped_again() throws Exception {
        FakeCluster cluster = new FakeCluster(2, folder);
        assertThat(idle(() -> cluster)).isFalse();
        cluster.put("n1", State.DOWN);
        cluster.put("n2", State.DOWN);
        assertThat(idle(() -> cluster)).isTrue();
        assertThat(idle(() -> {
                    throw new NoSuchClusterException("it was never made");
                }))
                .isTrue();
        assertThat(idle(() -> silent(cluster))).isFalse();
    }

    private static boolean idle(Finding finding) throws InterruptedException {
        return RunAction.idle(provider(finding, new ArrayList<>()), new ProviderSpec("fake", Map.of()));
    }

    @FunctionalInterface
    private interface Finding {
        Cluster found() throws IOException;
    }

    /** Creates a provider of one cluster. @param stopped receives its kind, when the cluster is stopped */
    private static ClusterProvider provider(Finding finding, List<String> stopped) {
        return new ClusterProvider() {
            @Override
            public String kind() {
                return "fake";
            }

            @Override
            public Cluster cluster(Options options, Consumer<String> progress) throws IOException {
                return finding.found();
            }

            @Override
            public Cluster find(Options options) throws IOException {
                return finding.found();
            }

            @Override
            public void down(Options options) {
                stopped.add(kind());
            }
        };
    }

    private static String state(Cluster cluster, Optional<String> whenDown) {
        return new RemainingDatabase(DOWN, whenDown).state(() -> RunAction.runs(cluster));
    }

    /** Creates a cluster whose nodes do not tell their state. */
    private static Cluster silent(FakeCluster cluster) {
        return new PlainCluster(cluster.target(), cluster.nodes()) {
            @Override
            public State state(Node node) throws IOException {
                throw new IOException(node.name() + " does not answer");
            }
        };
    }
}
