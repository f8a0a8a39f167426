package squall.scenario;

import java.util.Optional;
import squall.scenario.target.Selector;

/**
 * One fault at one target for a while, once or again and again.
 *
 * @param fallback what stands in where the cluster has no means for the fault, and is reported by its own name; empty: the phase is
 *     skipped there
 * @param target {@link Selector.Nobody} for a fault of the cluster as a whole; chosen anew at each repeat
 */
public record Injection(Choice fault, Optional<Choice> fallback, Selector target, Hold hold, Repeat repeat) {
    public Injection {
        if (repeat.times() > 1 && !(hold instanceof Hold.For)) {
            throw new IllegalArgumentException("repeat: only a fault that is held for a duration can be repeated");
        }
    }

    Injection scaled(double factor) {
        return new Injection(fault, fallback, target, hold.scaled(factor), repeat.scaled(factor));
    }

    Injection with(Hold other) {
        return new Injection(fault, fallback, target, other, repeat);
    }
}
