package squall.scenario.dsl;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import squall.scenario.Injection;
import squall.scenario.Injection.HoldTime;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.ProviderSpec;
import squall.scenario.target.Selector;

/** Builder of an injection: the fault, its targets and repetitions. The hold comes last and completes the injection. */
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

    /** Sets the fault that stands in if a cluster does not support the first one. */
    public FaultBuilder orElse(String standIn) {
        return new FaultBuilder(fault, Optional.of(ProviderSpec.of(standIn)), target, repeat);
    }

    /** Repeats the fault, each time after this gap since the healing, whether the system is back or not. */
    public FaultBuilder repeated(int times, InjectionRepeat.Gap gap) {
        return repeated(times, gap, InjectionRepeat.GapStart.HEALING);
    }

    public FaultBuilder repeated(int times, InjectionRepeat.Gap gap, InjectionRepeat.GapStart after) {
        return new FaultBuilder(fault, fallback, target, new InjectionRepeat(times, gap, after));
    }

    public Injection held(Duration length) {
        return held(new HoldTime.For(length, Duration.ZERO));
    }

    /** Holds the fault until its work is done, at most {@code max}. */
    public Injection untilDone(Duration max) {
        return held(new HoldTime.UntilDone(max));
    }

    /** Holds the fault until the run ends, as background of all later phases. */
    public Injection untilRunEnd() {
        return held(new HoldTime.UntilRunEnd());
    }

    public Injection held(HoldTime hold) {
        return new Injection(fault, fallback, target, hold, repeat);
    }
}
