package squall.verdict;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.engine.schedule.RunEnding;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.SecondSeries;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat;
import squall.scenario.Phase;
import squall.scenario.ProbeSettings;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.expect.Expectation;
import squall.scenario.expect.ExpectationMeasure;
import squall.scenario.expect.Expectations;
import squall.scenario.target.Selector;

/** Made-up runs of a scenario whose baseline is the first 20 seconds. */
public final class Outcomes {
    static final int CALM = 20;
    static final Status IN_EFFECT = new Status.InEffect("state T");

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

    static Expectations expecting(ExpectationMeasure measure, String limit) {
        return new Expectations(List.of(Expectation.parse(measure, limit)));
    }

    /** Returns a result of the phase with this index, injected and healed then, watched to the end of the run. */
    static InjectionResult injected(int phase, String name, long injected, long healed, long end, Status status) {
        return new InjectionResult(
                phase,
                name,
                List.of(new InjectionRecord("pause", "pause", "n1", status, Map.of())),
                Optional.of(new FaultSpan(injected, OptionalLong.of(healed), end)),
                InjectionResult.ObservationEnd.WATCHED,
                false);
    }

    /** Returns a result without an injection. */
    static InjectionResult injected(int phase, String name, Status status) {
        return new InjectionResult(
                phase,
                name,
                List.of(new InjectionRecord("pause", "pause", "", status, Map.of())),
                Optional.empty(),
                InjectionResult.ObservationEnd.WATCHED,
                false);
    }

    static ScenarioResult conducted(SecondSeries run, InjectionResult... results) {
        Baseline baseline = Baseline.of(run.between(0, CALM), 5);
        return conducted(
                run, Optional.of(new BaselineCriteria(RecoveryRule.THROUGHPUT_95, baseline)), List.of(), results);
    }

    static ScenarioResult overloaded(ScenarioResult conducted) {
        RunResult calm = conducted.result();
        RunResult late = new RunResult(
                calm.ending(),
                calm.elapsedNs(),
                calm.turns(),
                calm.measured(),
                calm.aborted(),
                new RunResult.ClientHealth(500_000_000, 500_000_000, 0, 0));
        return new ScenarioResult(
                late,
                conducted.series(),
                conducted.criteria(),
                conducted.injectionResults(),
                conducted.problems(),
                conducted.unheard());
    }

    static ScenarioResult troubled(ScenarioProblem problem) {
        return conducted(new SecondSeries(List.of()), Optional.empty(), List.of(problem));
    }

    /** Returns the result of a run in which a fault cost much, with a limit missed. */
    public static AdversityResult adversity(SecondSeries run, String limit) {
        return ScenarioJudge.judge(
                scenario(expecting(ExpectationMeasure.TIME_TO_BASELINE, limit), "pause"),
                conducted(run, injected(1, "pause", CALM, CALM + 4, run.to(), IN_EFFECT)),
                ProbeEvidence.NONE);
    }

    private static ScenarioResult conducted(
            SecondSeries run,
            Optional<BaselineCriteria> criteria,
            List<ScenarioProblem> problems,
            InjectionResult... results) {
        WindowSummary total =
                new WindowSummary(new Window("total", Window.Kind.STEADY, 0, run.to()), (double) run.to(), List.of());
        RunResult result = new RunResult(
                new RunEnding.Complete(),
                run.to() * 1_000_000_000,
                new RunResult.TurnCount(0, 0, 0, new Histogram(3)),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD);
        return new ScenarioResult(result, run, criteria, List.of(results), problems, List.of());
    }

    private static Phase disturbed(String name, Expectations expected) {
        Injection pause = new Injection(
                ProviderSpec.of("pause"),
                Optional.empty(),
                new Selector.NoNodes(),
                new Injection.HoldTime.For(Duration.ofSeconds(4), Duration.ZERO),
                InjectionRepeat.ONCE);
        return new Phase.Disturbed(name, Phase.Order.SERIAL, List.of(pause), Set.of(), expected);
    }

    private static Scenario scenario(List<Phase> phases) {
        ScenarioSetup.LoadSpec load = new ScenarioSetup.LoadSpec(
                Optional.empty(), OptionalInt.empty(), new ScenarioSetup.LoadRate.Fixed(100), Optional.empty());
        ProbeSettings probes = new ProbeSettings(
                Optional.of(new ProbeSettings.Lanes(1, 10, Duration.ofSeconds(1))),
                Optional.of(new ProbeSettings.Ledger(1, 10)),
                Optional.empty(),
                Optional.empty());
        return new Scenario(
                "made-up",
                "",
                new ScenarioSetup(ScenarioSetup.ClusterSpec.OPEN, load, probes, ScenarioSetup.SafetyLimits.DEFAULT),
                new Scenario.MeasurementRules(
                        42, 1, Scenario.WindowDurations.DEFAULT, new squall.scenario.RecoverySpec.Throughput95()),
                Expectations.NONE,
                phases);
    }
}
