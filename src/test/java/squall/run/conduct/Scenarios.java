package squall.run.conduct;

import static java.time.Duration.ofSeconds;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import squall.scenario.Choice;
import squall.scenario.ClusterChoice;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.LoadChoice;
import squall.scenario.Phase;
import squall.scenario.Phase.Order;
import squall.scenario.Probes;
import squall.scenario.Rate;
import squall.scenario.RecoveryRule;
import squall.scenario.Repeat;
import squall.scenario.Rules;
import squall.scenario.Safety;
import squall.scenario.Scenario;
import squall.scenario.Setting;
import squall.scenario.Windows;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.Expectations;
import squall.scenario.expect.Measure;
import squall.scenario.target.Selector;

/** Short scenarios for tests. */
public final class Scenarios {
    private static final Windows WINDOWS = new Windows(ofSeconds(2), ofSeconds(4), ofSeconds(6));

    private Scenarios() {}

    /** Settles 2 s, takes a baseline of 4 s, watches for up to 6 s, for windows of 1 s that are good for 3 s. */
    static Scenario of(Phase... phases) {
        return scenario(1, WINDOWS, phases);
    }

    static Scenario repeated(int repetitions, Phase... phases) {
        return scenario(repetitions, WINDOWS, phases);
    }

    /** For runs that take their time: does not settle, takes a baseline of 2 s. */
    public static Scenario quick(Phase... phases) {
        return scenario(1, new Windows(ofSeconds(0), ofSeconds(2), ofSeconds(6)), phases);
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

    public static Expectations expecting(Measure measure, String limit) {
        return new Expectations(List.of(Expectation.parse(measure, limit)));
    }

    public static Injection held(String fault, int seconds) {
        return repeated(fault, seconds, 1, 0);
    }

    static Injection repeated(String fault, int seconds, int times, int gapSeconds) {
        return injection(
                fault,
                new Hold.For(ofSeconds(seconds), Duration.ZERO),
                new Repeat(times, new Repeat.Gap.Fixed(ofSeconds(gapSeconds))));
    }

    static Injection untilDone(String fault, int mostSeconds) {
        return injection(fault, new Hold.UntilDone(ofSeconds(mostSeconds)), Repeat.ONCE);
    }

    static Injection untilRunEnd(String fault) {
        return injection(fault, new Hold.UntilRunEnd(), Repeat.ONCE);
    }

    private static Injection injection(String fault, Hold hold, Repeat repeat) {
        return new Injection(Choice.of(fault), Optional.empty(), new Selector.Nobody(), hold, repeat);
    }

    private static Scenario scenario(int repetitions, Windows windows, Phase... phases) {
        Rules rules = new Rules(
                42, repetitions, windows, new RecoveryRule.Given(ofSeconds(1), ofSeconds(3), 0.8, 100, ofSeconds(1)));
        LoadChoice load = new LoadChoice(Optional.empty(), OptionalInt.empty(), new Rate.Fixed(200), Optional.empty());
        return new Scenario(
                "test",
                "",
                new Setting(ClusterChoice.OPEN, load, Probes.NONE, Safety.DEFAULT),
                rules,
                Expectations.NONE,
                List.of(phases));
    }
}
