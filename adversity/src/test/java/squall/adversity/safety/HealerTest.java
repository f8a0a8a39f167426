package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.Kinds;
import squall.scenario.Choice;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.FaultProvider;
import squall.spi.NoSuchClusterException;
import squall.spi.Options;

class HealerTest {
    @TempDir
    Path folder;

    private final World world = new World();

    @Test
    void what_is_open_is_healed_from_the_journal_alone() throws Exception {
        world.disturbed = true;
        write(Undos.line("f1", Stage.ARMED));
        assertThat(healer(Undos.NOON).heal("a1b2c3"))
                .isEqualTo(new Healing(List.of("disturb of n1 (adv_a1b2c3_f1)"), List.of()));
        assertThat(world.disturbed).isFalse();
        assertThat(journals().story("a1b2c3").orElseThrow().open()).isEmpty();
    }

    @Test
    void nothing_is_left_to_do_the_second_time() throws Exception {
        write(Undos.line("f1", Stage.VERIFIED));
        healer(Undos.NOON).heal("a1b2c3");
        assertThat(healer(Undos.NOON).heal("a1b2c3")).isEqualTo(Healing.NOTHING);
    }

    @Test
    void what_cannot_be_healed_stays_open_and_is_told() throws Exception {
        world.disturbed = true;
        world.weather = new Refusing();
        write(Undos.line("f1", Stage.INJECTED));
        assertThat(healer(Undos.NOON).heal("a1b2c3").failed())
                .containsExactly(
                        "disturb of n1 (adv_a1b2c3_f1) is not healed: refused. Left to do by hand: heal: calm n1");
        assertThat(journals().story("a1b2c3").orElseThrow().open())
                .extracting(Line::stage)
                .containsExactly(Stage.FAILED);
    }

    @Test
    void what_is_not_overdue_is_left_to_its_run() throws Exception {
        world.disturbed = true;
        write(Undos.line("f1", Stage.INJECTED));
        assertThat(healer(Undos.NOON.minusSeconds(1)).healOverdue("a1b2c3")).isEqualTo(Healing.NOTHING);
        assertThat(healer(Undos.NOON).healOverdue("a1b2c3").healed()).hasSize(1);
    }

    @Test
    void of_a_cluster_that_was_removed_nothing_is_left_to_heal() throws Exception {
        world.disturbed = true;
        world.removed = true;
        write(Undos.line("f1", Stage.VERIFIED));
        assertThat(healer(Undos.NOON).heal("a1b2c3"))
                .isEqualTo(new Healing(List.of("disturb of n1 (adv_a1b2c3_f1)"), List.of()));
        assertThat(journals().story("a1b2c3").orElseThrow().last())
                .extracting(Line::stage, Line::note)
                .containsExactly(tuple(Stage.HEALED, "nothing is left of it: there is no world"));
    }

    @Test
    void a_cluster_that_nobody_knows_keeps_the_others_from_nothing() throws Exception {
        world.disturbed = true;
        Undo elsewhere = Undos.undo("f2");
        write(
                new Line(
                        new Undo(
                                elsewhere.run(),
                                elsewhere.id(),
                                Choice.of("moon"),
                                elsewhere.fault(),
                                elsewhere.nodes(),
                                Map.of(),
                                Undos.NOON),
                        Stage.ARMED,
                        Undos.NOON,
                        ""),
                Undos.line("f1", Stage.ARMED));
        Healing healing = healer(Undos.NOON).heal("a1b2c3");
        assertThat(healing.healed()).containsExactly("disturb of n1 (adv_a1b2c3_f1)");
        assertThat(healing.failed())
                .containsExactly("disturb of n1 (adv_a1b2c3_f2) is not healed: unknown cluster 'moon' (known: world)");
    }

    private Healer healer(Instant now) {
        return new Healer(
                journals(),
                new Kinds<>("cluster", Map.of("world", new Worlds())),
                new Kinds<FaultProvider>("fault", Map.of("disturb", world)),
                () -> now);
    }

    private void write(Line... lines) throws IOException {
        try (Journal journal = journals().begin("a1b2c3")) {
            for (Line line : lines) {
                journal.append(line);
            }
        }
    }

    private Journals journals() {
        return new Journals(folder);
    }

    private final class Worlds implements ClusterProvider {
        @Override
        public String kind() {
            return "world";
        }

        @Override
        public Cluster cluster(Options options, Consumer<String> say) {
            return world;
        }

        @Override
        public Cluster find(Options options) throws IOException {
            if (world.removed) {
                throw new NoSuchClusterException("there is no world");
            }
            return world;
        }
    }

    private record Refusing() implements World.Weather {
        @Override
        public boolean before() {
            return true;
        }

        @Override
        public boolean after() {
            return false;
        }
    }
}
