package squall.scenario.dsl;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import squall.scenario.Choice;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.Repeat;
import squall.scenario.target.Selector;

/** A fault in the making: whom it strikes, with what, how often. How long it is held is said last and makes the injection. */
public record Strike(Choice fault, Optional<Choice> fallback, Selector target, Repeat repeat) {
    /** Strikes nobody until a target is said, as is right for a fault of the whole cluster. @param fault the name of its provider */
    public static Strike with(String fault) {
        return new Strike(Choice.of(fault), Optional.empty(), new Selector.Nobody(), Repeat.ONCE);
    }

    /** Tells the fault's provider. */
    public Strike option(String key, String value) {
        TreeMap<String, String> options = new TreeMap<>(fault.options());
        options.put(key, value);
        return new Strike(new Choice(fault.kind(), options), fallback, target, repeat);
    }

    public Strike at(Selector other) {
        return new Strike(fault, fallback, other, repeat);
    }

    /** What stands in where a cluster has no means for the fault. */
    public Strike orElse(String standIn) {
        return new Strike(fault, Optional.of(Choice.of(standIn)), target, repeat);
    }

    public Strike repeated(int times, Repeat.Gap gap) {
        return new Strike(fault, fallback, target, new Repeat(times, gap));
    }

    public Injection held(Duration length) {
        return held(new Hold.For(length, Duration.ZERO));
    }

    /** Until the work is done, and no longer than {@code max}. */
    public Injection untilDone(Duration max) {
        return held(new Hold.UntilDone(max));
    }

    /** As background to all that follows. */
    public Injection untilRunEnd() {
        return held(new Hold.UntilRunEnd());
    }

    public Injection held(Hold hold) {
        return new Injection(fault, fallback, target, hold, repeat);
    }
}
