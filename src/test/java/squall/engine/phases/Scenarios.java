package squall.engine.phases;

import static java.time.Duration.ofSeconds;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.Phase.Order;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;
import squall.scenario.target.Selector;

/** Short scenarios for tests. */
public final class Scenarios {
    private static final Scenario.WindowDurations WINDOWS =
            new Scenario.WindowDurations(ofSeconds(2), ofSeconds(4), ofSeconds(6));

    private Scenarios() {}

    /** Settles 2 s, takes a baseline of 4 s, watches for up to 6 s, for windows of 1 s that are good for 3 s. */
    static Scenario of(Phase... phases) {
        return scenario(1, WINDOWS, phases);
    }

    static Scenario repeated(int repetitions, Phase... phases) {
        return scenario(repetitions, WINDOWS, phases);
    }

    /** Returns a scenario for runs that take their time: it does not settle, and takes a baseline of 2 s. */
    public static Scenario quick(Phase... phases) {
        return scenario(1, new Scenario.WindowDurations(ofSeconds(0), ofSeconds(2), ofSeconds(6)), phases);
    }

    public static Phase baseline(int seconds) {
        return new Phase.Baseline("baseline", ofSeconds(seconds));
    }

    static Phase control(int seconds) {
        return new Phase.Control("a-a", ofSeconds(seconds), Expectations.NONE);
    }

    static Phase cooldown(int seconds) {
        return new Phase.Cooldown("cooldown", ofSeconds(seconds));
    }

    public static Phase disturbed(String name, Order order, Expectations expected, Injection... injections) {
        return new Phase.Disturbed(name, order, List.of(injections), Set.of(), expected);
    }

    public static Phase disturbed(String name, Order order, Injection... injections) {
        return disturbed(name, order, Expectations.NONE, injections);
    }

    public static Expectations expecting(ExpectationMeasure measure, String limit) {
        return new Expectations(List.of(Expectation.parse(measure, limit)));
    }

    public static Injection held(String fault, int seconds) {
        return repeated(fault, seconds, 1, 0);
    }

    static Injection repeated(String fault, int seconds, int times, int gapSeconds) {
        return repeated(fault, seconds, times, gapSeconds, InjectionRepeat.GapStart.HEALING);
    }

    static Injection repeated(String fault, int seconds, int times, int gapSeconds, InjectionRepeat.GapStart after) {
        return injection(
                fault,
                new Injection.HoldTime.For(ofSeconds(seconds), Duration.ZERO),
                new InjectionRepeat(times, new InjectionRepeat.Gap.Fixed(ofSeconds(gapSeconds)), after));
    }

    static Injection untilDone(String fault, int mostSeconds) {
        return injection(fault, new Injection.HoldTime.UntilDone(ofSeconds(mostSeconds)), InjectionRepeat.ONCE);
    }

    static Injection untilRunEnd(String fault) {
        return injection(fault, new Injection.HoldTime.UntilRunEnd(), InjectionRepeat.ONCE);
    }

    private static Injection injection(String fault, Injection.HoldTime hold, InjectionRepeat repeat) {
        return new Injection(ProviderSpec.of(fault), Optional.empty(), new Selector.NoNodes(), hold, repeat);
    }

    private static Scenario scenario(int repetitions, Scenario.WindowDurations windows, Phase... phases) {
        Scenario.MeasurementRules rules = new Scenario.MeasurementRules(
                42, repetitions, windows, new RecoverySpec.Given(ofSeconds(1), ofSeconds(3), 0.8, 100, ofSeconds(1)));
        ScenarioSetup.LoadSpec load = new ScenarioSetup.LoadSpec(
                Optional.empty(), OptionalInt.empty(), new ScenarioSetup.LoadRate.Fixed(200), Optional.empty());
        return new Scenario(
                "test",
                "",
                new ScenarioSetup(
                        ScenarioSetup.ClusterSpec.OPEN, load, ProbeSettings.NONE, ScenarioSetup.SafetyLimits.DEFAULT),
                rules,
                Expectations.NONE,
                List.of(phases));
    }
}
