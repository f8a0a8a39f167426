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
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.scenario.ProviderSpec;
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
                .isEqualTo(new Healer.HealReport(List.of("disturb of n1 (adv_a1b2c3_f1)"), List.of()));
        assertThat(world.disturbed).isFalse();
        assertThat(journals().contents("a1b2c3").orElseThrow().open()).isEmpty();
    }

    @Test
    void nothing_is_left_to_do_the_second_time() throws Exception {
        write(Undos.line("f1", Stage.EFFECTIVE));
        healer(Undos.NOON).heal("a1b2c3");
        assertThat(healer(Undos.NOON).heal("a1b2c3")).isEqualTo(Healer.HealReport.NOTHING);
    }

    @Test
    void what_cannot_be_healed_stays_open_and_is_told() throws Exception {
        world.disturbed = true;
        world.weather = new Refusing();
        write(Undos.line("f1", Stage.INJECTED));
        assertThat(healer(Undos.NOON).heal("a1b2c3").failed())
                .containsExactly(
                        "disturb of n1 (adv_a1b2c3_f1) is not healed: refused. Left to do by hand: heal: calm n1");
        assertThat(journals().contents("a1b2c3").orElseThrow().open())
                .extracting(UndoJournal.JournalEntry::stage)
                .containsExactly(Stage.FAILED);
    }

    @Test
    void what_is_not_overdue_is_left_to_its_run() throws Exception {
        world.disturbed = true;
        write(Undos.line("f1", Stage.INJECTED));
        assertThat(healer(Undos.NOON.minusSeconds(1)).healOverdue("a1b2c3")).isEqualTo(Healer.HealReport.NOTHING);
        assertThat(healer(Undos.NOON).healOverdue("a1b2c3").healed()).hasSize(1);
    }

    @Test
    void of_a_cluster_that_was_removed_nothing_is_left_to_heal() throws Exception {
        world.disturbed = true;
        world.removed = true;
        write(Undos.line("f1", Stage.EFFECTIVE));
        assertThat(healer(Undos.NOON).heal("a1b2c3"))
                .isEqualTo(new Healer.HealReport(List.of("disturb of n1 (adv_a1b2c3_f1)"), List.of()));
        assertThat(journals().contents("a1b2c3").orElseThrow().last())
                .extracting(UndoJournal.JournalEntry::stage, UndoJournal.JournalEntry::note)
                .containsExactly(tuple(Stage.HEALED, "nothing is left to heal: there is no world"));
    }

    @Test
    void an_unknown_cluster_does_not_keep_the_others_from_healing() throws Exception {
        world.disturbed = true;
        UndoRecord elsewhere = Undos.undo("f2");
        write(
                new UndoJournal.JournalEntry(
                        new UndoRecord(
                                elsewhere.run(),
                                elsewhere.id(),
                                ProviderSpec.of("moon"),
                                elsewhere.fault(),
                                elsewhere.nodes(),
                                Map.of(),
                                Undos.NOON,
                                0),
                        Stage.ARMED,
                        Undos.NOON,
                        ""),
                Undos.line("f1", Stage.ARMED));
        Healer.HealReport healing = healer(Undos.NOON).heal("a1b2c3");
        assertThat(healing.healed()).containsExactly("disturb of n1 (adv_a1b2c3_f1)");
        assertThat(healing.failed())
                .containsExactly("disturb of n1 (adv_a1b2c3_f2) is not healed: unknown cluster 'moon' (known: world)");
    }

    private Healer healer(Instant now) {
        return new Healer(
                journals(),
                new ProviderRegistry<>("cluster", Map.of("world", new Worlds())),
                new ProviderRegistry<FaultProvider>("fault", Map.of("disturb", world)),
                () -> now);
    }

    private void write(UndoJournal.JournalEntry... lines) throws IOException {
        try (UndoJournal journal = journals().begin("a1b2c3")) {
            for (UndoJournal.JournalEntry line : lines) {
                journal.append(line);
            }
        }
    }

    private JournalFolder journals() {
        return new JournalFolder(folder);
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
