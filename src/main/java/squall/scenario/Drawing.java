package squall.scenario;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Another course of the same faults, as a random generator has it. */
final class Drawing {
    private final RandomGenerator random;

    Drawing(RandomGenerator random) {
        this.random = random;
    }

    /** Disturbed phases change places, and their holds their lengths; all other phases stay. */
    List<Phase> of(List<Phase> phases) {
        List<Phase.Disturbed> shuffled = new ArrayList<>();
        for (Phase phase : phases) {
            if (phase instanceof Phase.Disturbed disturbed) {
                shuffled.add(disturbed);
            }
        }
        Collections.shuffle(shuffled, Random.from(random));
        Deque<Phase.Disturbed> next = new ArrayDeque<>(shuffled);
        List<Phase> drawn = new ArrayList<>();
        for (Phase phase : phases) {
            drawn.add(phase instanceof Phase.Disturbed ? held(next.remove()) : phase);
        }
        return drawn;
    }

    private Phase held(Phase.Disturbed phase) {
        return phase.with(phase.injections().stream().map(this::held).toList());
    }

    private Injection held(Injection injection) {
        return switch (injection.hold()) {
            case Hold.For time -> injection.with(new Hold.For(length(time), time.least()));
            case Hold.UntilDone work -> injection;
            case Hold.UntilRunEnd background -> injection;
        };
    }

    /** From half to one and a half, and never another experiment. */
    private Duration length(Hold.For time) {
        long usual = time.length().toMillis();
        long least = Math.max(time.least().toMillis(), (usual + 1) / 2);
        return Duration.ofMillis(random.nextLong(least, usual + usual / 2 + 1));
    }
}
