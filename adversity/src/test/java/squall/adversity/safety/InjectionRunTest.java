package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import squall.adversity.safety.InjectionRun.NotHealedException;
import squall.adversity.safety.InjectionRun.Stage;

class InjectionRunTest {
    private final World world = new World();
    private final List<UndoJournal.JournalEntry> journal = new ArrayList<>();

    @Test
    void every_stage_is_written_down_in_order() throws Exception {
        InjectionRun injection = injection();
        injection.arm(Duration.ofSeconds(30));
        injection.inject();
        assertThat(injection.effect().how()).isEqualTo("n1 is disturbed");
        injection.heal();
        assertThat(journal)
                .extracting(UndoJournal.JournalEntry::stage)
                .containsExactly(
                        Stage.PLANNED, Stage.ARMED, Stage.INJECTED, Stage.EFFECTIVE, Stage.HEALING, Stage.HEALED);
        assertThat(world.disturbed).isFalse();
    }

    @Test
    void the_journal_says_when_a_step_began_and_when_it_was_over() throws Exception {
        Iterator<Instant> clock = seconds();
        InjectionRun injection = injection(clock::next);
        injection.arm(Duration.ofSeconds(30));
        injection.inject();
        injection.effect();
        injection.heal();
        assertThat(journal)
                .extracting(line -> line.stage() + " "
                        + Duration.between(line.began(), line.at()).toSeconds())
                .containsExactly("PLANNED 1", "ARMED 2", "INJECTED 2", "EFFECTIVE 1", "HEALING 1", "HEALED 2");
    }

    @Test
    void what_heals_is_written_down_before_anything_is_touched() throws Exception {
        InjectionRun injection = injection();
        injection.arm(Duration.ofSeconds(30));
        assertThat(world.disturbed).isFalse();
        assertThat(journal.getLast().undo())
                .isEqualTo(Undos.undo("f1").with(Map.of("was", "calm")).until(Undos.NOON.plusSeconds(30)));
    }

    @Test
    void a_slow_injection_leaves_the_fault_its_whole_time() throws Exception {
        Iterator<Instant> clock = seconds();
        InjectionRun injection = injection(clock::next);
        injection.arm(Duration.ofSeconds(30));
        Instant armed = journal.getLast().undo().deadline();
        IntStream.range(0, 40).forEach(second -> clock.next());
        injection.inject();
        assertThat(journal.getLast().undo().deadline()).isAfter(armed);
    }

    @Test
    void an_inject_without_effect_is_not_verified() throws Exception {
        InjectionRun injection = injection();
        injection.arm(Duration.ofSeconds(30));
        injection.inject();
        world.disturbed = false;
        assertThat(injection.effect().present()).isFalse();
        assertThat(injection.stage()).isEqualTo(Stage.INJECTED);
    }

    @Test
    void what_was_never_armed_needs_no_healing() throws Exception {
        InjectionRun injection = injection();
        injection.heal();
        assertThat(journal).extracting(UndoJournal.JournalEntry::stage).containsExactly(Stage.PLANNED);
    }

    @Test
    void healing_twice_does_it_once() throws Exception {
        InjectionRun injection = injection();
        injection.arm(Duration.ofSeconds(30));
        injection.heal();
        injection.heal();
        assertThat(journal)
                .extracting(UndoJournal.JournalEntry::stage)
                .containsExactly(Stage.PLANNED, Stage.ARMED, Stage.HEALING, Stage.HEALED);
    }

    @Test
    void a_heal_that_fails_says_what_is_left_to_do_by_hand() throws Exception {
        InjectionRun injection = injection();
        injection.arm(Duration.ofSeconds(30));
        injection.inject();
        world.weather = new Always(true, false);
        assertThatThrownBy(injection::heal)
                .isInstanceOf(NotHealedException.class)
                .hasMessage("disturb of n1 (adv_a1b2c3_f1) is not healed: refused. Left to do by hand: heal: calm n1");
        assertThat(injection.stage()).isEqualTo(Stage.FAILED);
    }

    @Test
    void an_order_that_makes_no_sense_is_a_mistake_in_the_program() throws Exception {
        assertThatThrownBy(injection()::inject)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("disturb of n1 (adv_a1b2c3_f1) is PLANNED and cannot become INJECTED");
    }

    @Test
    void a_disk_that_is_full_keeps_no_fault_alive() throws Exception {
        boolean[] full = {false};
        InjectionRun injection = InjectionRun.planned(
                Undos.undo("f1"),
                world,
                world,
                line -> {
                    if (full[0]) {
                        throw new IOException("no space left on device");
                    }
                    journal.add(line);
                },
                () -> Undos.NOON);
        injection.arm(Duration.ofSeconds(30));
        injection.inject();
        full[0] = true;
        assertThatThrownBy(injection::heal).hasMessage("no space left on device");
        assertThat(world.disturbed).isFalse();
        assertThat(journal.getLast().stage()).isEqualTo(Stage.INJECTED);
    }

    private InjectionRun injection() throws IOException {
        return injection(() -> Undos.NOON);
    }

    private InjectionRun injection(InstantSource clock) throws IOException {
        return InjectionRun.planned(Undos.undo("f1"), world, world, journal::add, clock);
    }

    /** Returns the times of a clock that is a second later whenever it is read. */
    private static Iterator<Instant> seconds() {
        return IntStream.range(0, 100).mapToObj(Undos.NOON::plusSeconds).iterator();
    }

    private record Always(boolean before, boolean after) implements World.Weather {}
}
