package squall.verdict;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.Series;
import squall.measure.recovery.Span;
import squall.measure.recovery.Yardstick;
import squall.run.ClientHealth;
import squall.run.Ending;
import squall.run.Measurement;
import squall.run.RunResult;
import squall.run.TurnCount;
import squall.run.conduct.Conducted;
import squall.run.conduct.Fate;
import squall.run.conduct.Injected;
import squall.run.conduct.Strike;
import squall.run.conduct.Trouble;
import squall.scenario.Choice;
import squall.scenario.ClusterChoice;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.LoadChoice;
import squall.scenario.Phase;
import squall.scenario.Probes;
import squall.scenario.Rate;
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

/** Made-up runs of a scenario whose baseline is the first 20 seconds. */
public final class Outcomes {
    static final int CALM = 20;
    static final Fate IN_EFFECT = new Fate.InEffect("state T");

    private Outcomes() {}

    /** Phases by these names; one called {@code a-a} is the control. The first of them is expected to keep these limits. */
    static Scenario scenario(Expectations expected, String... phases) {
        List<Phase> all = new java.util.ArrayList<>(List.of(new Phase.Baseline("baseline", Duration.ofSeconds(CALM))));
        for (String name : phases) {
            Expectations here = all.size() == 1 ? expected : Expectations.NONE;
            all.add(name.equals("a-a") ? new Phase.Control(name, Duration.ofSeconds(5), here) : disturbed(name, here));
        }
        return scenario(all);
    }

    static Expectations expecting(Measure measure, String limit) {
        return new Expectations(List.of(Expectation.parse(measure, limit)));
    }

    /** Of the phase with this index, injected and healed then, watched to the end of the run. */
    static Strike strike(int phase, String name, long injected, long healed, long end, Fate fate) {
        return new Strike(
                phase,
                name,
                List.of(new Injected("pause", "pause", "n1", fate, Map.of())),
                Optional.of(new Span(injected, OptionalLong.of(healed), end)),
                Strike.End.WATCHED,
                false);
    }

    /** Not injected. */
    static Strike strike(int phase, String name, Fate fate) {
        return new Strike(
                phase,
                name,
                List.of(new Injected("pause", "pause", "", fate, Map.of())),
                Optional.empty(),
                Strike.End.WATCHED,
                false);
    }

    static Conducted conducted(Series run, Strike... strikes) {
        Baseline baseline = Baseline.of(run.between(0, CALM), 5);
        return conducted(run, Optional.of(new Yardstick(RecoveryRule.THROUGHPUT_95, baseline)), List.of(), strikes);
    }

    static Conducted troubled(Trouble trouble) {
        return conducted(new Series(List.of()), Optional.empty(), List.of(trouble));
    }

    /** What a run came to in which a fault cost much, with a limit missed. */
    public static Adversity adversity(Series run, String limit) {
        return Adversity.of(
                scenario(expecting(Measure.TIME_TO_BASELINE, limit), "pause"),
                conducted(run, strike(1, "pause", CALM, CALM + 4, run.to(), IN_EFFECT)),
                Evidence.NONE);
    }

    private static Conducted conducted(
            Series run, Optional<Yardstick> yardstick, List<Trouble> troubles, Strike... strikes) {
        WindowSummary total =
                new WindowSummary(new Window("total", Window.Kind.STEADY, 0, run.to()), (double) run.to(), List.of());
        RunResult result = new RunResult(
                new Ending.Complete(),
                run.to() * 1_000_000_000,
                new TurnCount(0, 0, 0, new Histogram(3)),
                Measurement.of(total, total),
                0,
                ClientHealth.GOOD);
        return new Conducted(result, run, yardstick, List.of(strikes), troubles, List.of());
    }

    private static Phase disturbed(String name, Expectations expected) {
        Injection pause = new Injection(
                Choice.of("pause"),
                Optional.empty(),
                new Selector.Nobody(),
                new Hold.For(Duration.ofSeconds(4), Duration.ZERO),
                Repeat.ONCE);
        return new Phase.Disturbed(name, Phase.Order.SERIAL, List.of(pause), Set.of(), expected);
    }

    private static Scenario scenario(List<Phase> phases) {
        LoadChoice load = new LoadChoice(Optional.empty(), OptionalInt.empty(), new Rate.Fixed(100), Optional.empty());
        Probes probes = new Probes(
                Optional.of(new Probes.Lanes(1, 10, Duration.ofSeconds(1))),
                Optional.of(new Probes.Ledger(1, 10)),
                Optional.empty(),
                Optional.empty());
        return new Scenario(
                "made-up",
                "",
                new Setting(ClusterChoice.OPEN, load, probes, Safety.DEFAULT),
                new Rules(42, 1, Windows.DEFAULT, new squall.scenario.RecoveryRule.Throughput95()),
                Expectations.NONE,
                phases);
    }
}
