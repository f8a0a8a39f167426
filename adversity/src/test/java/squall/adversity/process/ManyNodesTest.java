package squall.adversity.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.FakeCluster;
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.InjectionRun;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.adversity.safety.UndoJournal;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;

/** Test of a zone or a region that fails: several nodes, one injection. */
class ManyNodesTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final List<String> ZONE = List.of("n1", "n2", "n3");

    @TempDir
    Path folder;

    private final List<UndoJournal.JournalEntry> journal = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(strings = {"kill", "pause", "diskStall", "clockSkew"})
    void a_zone_fails_at_once_and_not_node_after_node(String kind) throws Exception {
        FakeCluster cluster = new FakeCluster(5, folder);
        InjectionRun injection = armed(kind, cluster);
        cluster.onlyTogether(3);
        injection.inject();
        assertThat(injection.effect().present()).isTrue();
        assertThat(injection.skew()).hasValueSatisfying(skew -> assertThat(skew).isLessThan(Duration.ofMinutes(1)));
        cluster.onlyTogether(3);
        injection.heal();
        assertThat(cluster.nodes()).allMatch(node -> cluster.state(node) == State.UP);
    }

    /** Covers an old error: healing waited for nodes that were frozen, since their disks had not been stopped. */
    @Test
    void a_power_cut_that_was_interrupted_leaves_no_node_frozen() throws Exception {
        FakeCluster cluster = new FakeCluster(5, folder);
        InjectionRun injection = armed("powerCut", cluster, List.of("n2"));
        cluster.put("n2", State.PAUSED);
        injection.heal();
        assertThat(cluster.nodes()).allMatch(node -> cluster.state(node) == State.UP);
    }

    @Test
    void of_one_node_there_is_no_skew() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        InjectionRun injection = armed("kill", cluster, List.of("n1"));
        injection.inject();
        assertThat(injection.skew()).isEmpty();
    }

    @Test
    void a_node_that_cannot_be_killed_is_journaled_and_the_others_are_healed() throws Exception {
        FakeCluster cluster = new FakeCluster(5, folder);
        InjectionRun injection = armed("kill", cluster);
        cluster.refusing.add("n2");
        assertThatIOException().isThrownBy(injection::inject).withMessage("n2: refused");
        assertThat(states(cluster)).containsExactly(State.DOWN, State.UP, State.DOWN, State.UP, State.UP);
        cluster.refusing.clear();
        injection.heal();
        assertThat(states(cluster)).containsOnly(State.UP);
        assertThat(journal)
                .extracting(line -> line.stage() + (line.note().isEmpty() ? "" : ": " + line.note()))
                .containsExactly("PLANNED", "ARMED", "ARMED: injecting failed: n2: refused", "HEALING", "HEALED");
    }

    private static List<State> states(FakeCluster cluster) {
        return cluster.nodes().stream().map((Node node) -> cluster.state(node)).toList();
    }

    private InjectionRun armed(String kind, FakeCluster cluster) throws Exception {
        return armed(kind, cluster, ZONE);
    }

    private InjectionRun armed(String kind, FakeCluster cluster, List<String> nodes) throws Exception {
        UndoRecord undo = new UndoRecord(
                "a1b2c3", "f1", ProviderSpec.of("fake"), ProviderSpec.of(kind), nodes, Map.of(), NOON, 0);
        InjectionRun injection =
                InjectionRun.planned(undo, cluster, ProviderRegistry.ofFaults().named(kind), journal::add, () -> NOON);
        injection.arm(Duration.ofMinutes(1));
        return injection;
    }
}
