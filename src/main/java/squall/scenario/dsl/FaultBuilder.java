package squall.scenario.dsl;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.ProviderSpec;
import squall.scenario.target.Selector;

/** Builds an injection: the fault, its targets and repetitions. The hold comes last and completes the injection. */
public record FaultBuilder(
        ProviderSpec fault, Optional<ProviderSpec> fallback, Selector target, InjectionRepeat repeat) {
    /** Has no target until one is set, as for a fault of the whole cluster. @param fault the name of its provider */
    public static FaultBuilder with(String fault) {
        return new FaultBuilder(ProviderSpec.of(fault), Optional.empty(), new Selector.NoNodes(), InjectionRepeat.ONCE);
    }

    /** Tells the fault's provider. */
    public FaultBuilder option(String key, String value) {
        TreeMap<String, String> options = new TreeMap<>(fault.options());
        options.put(key, value);
        return new FaultBuilder(new ProviderSpec(fault.kind(), options), fallback, target, repeat);
    }

    public FaultBuilder at(Selector other) {
        return new FaultBuilder(fault, fallback, other, repeat);
    }

    /** The fault to use if a cluster does not support the first one. */
    public FaultBuilder orElse(String standIn) {
        return new FaultBuilder(fault, Optional.of(ProviderSpec.of(standIn)), target, repeat);
    }

    public FaultBuilder repeated(int times, InjectionRepeat.Gap gap) {
        return new FaultBuilder(fault, fallback, target, new InjectionRepeat(times, gap));
    }

    public Injection held(Duration length) {
        return held(new Injection.HoldTime.For(length, Duration.ZERO));
    }

    /** Until the work is done, and no longer than {@code max}. */
    public Injection untilDone(Duration max) {
        return held(new Injection.HoldTime.UntilDone(max));
    }

    /** As background to all that follows. */
    public Injection untilRunEnd() {
        return held(new Injection.HoldTime.UntilRunEnd());
    }

    public Injection held(Injection.HoldTime hold) {
        return new Injection(fault, fallback, target, hold, repeat);
    }
}
