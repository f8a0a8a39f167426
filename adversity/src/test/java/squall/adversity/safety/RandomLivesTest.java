package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.adversity.safety.InjectionRun.Stage;

/** Test of lives of injections in which everything goes wrong at random, against an oracle that knows nothing but the world and the disk. */
class RandomLivesTest {
    private static final int LIVES_OF_A_SEED = 500;
    private static final int STEPS = 12;

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatever_happens_the_disk_knows_what_is_left_and_it_can_be_healed(long seed) throws Exception {
        var random = new SplittableRandom(seed);
        for (int i = 0; i < LIVES_OF_A_SEED; i++) {
            new Trial(random.split()).run();
        }
    }

    /** Trial of one life and its disk. */
    private static final class Trial {
        private final SplittableRandom random;
        private final World world = new World();
        private final List<UndoJournal.JournalEntry> disk = new ArrayList<>();
        private final InjectionRun injection;
        private Stage expected = Stage.PLANNED;

        Trial(SplittableRandom random) throws IOException {
            this.random = random;
            this.injection = InjectionRun.planned(Undos.undo("f1"), world, world, disk::add, () -> Undos.NOON);
            world.weather = new Storm(random);
        }

        void run() throws Exception {
            InjectionRun failing = new InjectionRun(disk.getLast(), world, world, this::write, () -> Undos.NOON);
            assertThat(failing.stage()).isEqualTo(injection.stage());
            for (int i = 0; i < STEPS; i++) {
                step(failing);
                judge(failing);
            }
            world.weather = World.FAIR;
            InjectionRun after = new InjectionRun(disk.getLast(), world, world, disk::add, () -> Undos.NOON);
            after.heal();
            assertThat(world.disturbed).isFalse();
            assertThat(disk.getLast().stage()).isIn(Stage.PLANNED, Stage.HEALED);
        }

        private void write(UndoJournal.JournalEntry line) throws IOException {
            if (random.nextInt(5) == 0) {
                throw new IOException("disk full");
            }
            disk.add(line);
        }

        private void step(InjectionRun failing) throws InterruptedException {
            Stage before = failing.stage();
            int call = random.nextInt(4);
            try {
                switch (call) {
                    case 0 -> failing.arm(Duration.ofSeconds(30));
                    case 1 -> failing.inject();
                    case 2 -> failing.effect();
                    default -> failing.heal();
                }
                expected = well(before, call);
            } catch (IllegalStateException e) {
                expected = before;
            } catch (IOException e) {
                expected = call == 3 && before.open() ? failing.stage() : before;
            }
        }

        /** Returns the stage after a call in which nothing goes wrong. */
        private Stage well(Stage before, int call) {
            return switch (call) {
                case 0 -> Stage.ARMED;
                case 1 -> Stage.INJECTED;
                case 2 -> before == Stage.INJECTED && world.disturbed ? Stage.EFFECTIVE : before;
                default -> before.open() ? Stage.HEALED : before;
            };
        }

        private void judge(InjectionRun failing) {
            assertThat(failing.stage()).isEqualTo(expected);
            Stage written = disk.getLast().stage();
            assertThat(!world.disturbed || written.open())
                    .as("disturbed, and the disk says " + written)
                    .isTrue();
            assertThat(failing.stage() != Stage.HEALED || !world.disturbed).isTrue();
        }
    }

    private record Storm(SplittableRandom random) implements World.Weather {
        @Override
        public boolean before() {
            return random.nextInt(5) == 0;
        }

        @Override
        public boolean after() {
            return random.nextInt(5) == 0;
        }
    }
}
