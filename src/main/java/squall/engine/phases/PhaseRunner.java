package squall.engine.phases;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.InjectionSchedule.InjectionGroup;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.Window;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.SecondSeries;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.spi.FaultEffect;

/** The phases of a scenario, one after the other, on one thread; whatever happens, everything is healed at the end. */
final class PhaseRunner {
    private final Scenario scenario;
    private final FaultInjector injector;
    private final RunControl runControl;
    private final RecoveryRule rule;
    private final List<ConductedInjection> injections = new ArrayList<>();
    private final List<InjectionExecutor> executors = new ArrayList<>();
    private final List<ScenarioProblem> problems = new ArrayList<>();
    private Optional<BaselineCriteria> criteria = Optional.empty();
    private boolean degraded;

    PhaseRunner(Scenario scenario, FaultInjector injector, RunControl runControl) {
        this.scenario = scenario;
        this.injector = injector;
        this.runControl = runControl;
        this.rule = rule(scenario.rules().recovery());
    }

    /**
     * Plays to the end.
     *
     * @param fromSecond when the load is at its pace: whatever comes before it is no phase of the scenario, but for the filling, in which
     *     a load finds its maximum
     * @throws InterruptedException if the run is to end; everything is healed
     */
    void play(long fromSecond) throws InterruptedException {
        try {
            runControl.awaitSecond(fromSecond - 1); // a window opens with the second after the one that is under way
            for (int i = 0; i < scenario.phases().size(); i++) {
                Phase phase = scenario.phases().get(i);
                runControl.tell("phase", phase.name() + " begins", Map.of("phase", phase.name()));
                pass(i, phase);
            }
        } catch (ScenarioAbortedException e) {
            problems.add(e.problem());
        } finally {
            healAll();
        }
    }

    /** What was the measure of all; empty if it was not taken. */
    Optional<BaselineCriteria> criteria() {
        return criteria;
    }

    /** In the order in which they came; after the end. */
    List<InjectionResult> results() {
        return executors.stream().map(InjectionExecutor::result).toList();
    }

    List<ScenarioProblem> problems() {
        return List.copyOf(problems);
    }

    private void pass(int index, Phase phase) throws InterruptedException, ScenarioAbortedException {
        switch (phase) {
            case Phase.Fill fill -> {} // over: the run began with it
            case Phase.Baseline baseline ->
                criteria = Optional.of(new BaselineMeasurement(
                                runControl, rule, scenario.rules().windows().baseline())
                        .take(baseline));
            case Phase.Control control -> control(index, control);
            case Phase.Disturbed disturbed -> disturbed(index, disturbed);
            case Phase.Cooldown cooldown -> cooldown(cooldown);
        }
    }

    private void cooldown(Phase.Cooldown cooldown) throws InterruptedException {
        Window window = runControl.open(cooldown.name(), Window.Kind.STEADY, Window.Origin.of(cooldown.name()));
        runControl.await(
                window.fromSecond() * RunControl.SECOND_NS + cooldown.length().toNanos());
    }

    private void control(int index, Phase.Control control) throws InterruptedException, ScenarioAbortedException {
        InjectionGroup.Part nothing = new InjectionGroup.Part(
                0, 0, "none", "none", new Injection.HoldTime.For(control.hold(), Duration.ZERO));
        InjectionGroup group = new InjectionGroup(
                index,
                control.name(),
                control.name(),
                List.of(nothing),
                scenario.rules().windows().settle(),
                Optional.empty());
        inject(group, List.of(new ConductedInjection(group, nothing, NoopInjection::prepared, runControl)));
    }

    private void disturbed(int index, Phase.Disturbed disturbed) throws InterruptedException, ScenarioAbortedException {
        for (int repetition = 0; repetition < scenario.rules().repetitions(); repetition++) {
            for (InjectionGroup group : new InjectionSchedule(scenario, index, disturbed, repetition).all()) {
                inject(
                        group,
                        group.parts().stream()
                                .map(part -> new ConductedInjection(
                                        group,
                                        part,
                                        () -> injector.prepare(index, part.injection(), part.round()),
                                        runControl))
                                .toList());
            }
        }
    }

    private void inject(InjectionGroup group, List<ConductedInjection> parts)
            throws InterruptedException, ScenarioAbortedException {
        injections.addAll(parts);
        InjectionExecutor executor = new InjectionExecutor(
                runControl,
                criteria.orElseThrow(() -> new IllegalStateException(group.name() + " comes before every baseline")),
                group,
                parts,
                limits());
        executors.add(executor);
        executor.perform();
        degraded = executor.degraded();
    }

    private InjectionExecutor.Limits limits() {
        var windows = scenario.rules().windows();
        return new InjectionExecutor.Limits(
                windows.settle().toSeconds(), windows.recoveryMax().toSeconds(), degraded);
    }

    private void healAll() {
        try {
            ConcurrentHealing.heal(injections);
        } catch (ScenarioAbortedException e) {
            if (!problems.contains(e.problem())) { // what could not be healed before was tried once more
                problems.add(e.problem());
            }
        }
    }

    private static RecoveryRule rule(squall.scenario.RecoverySpec chosen) {
        return switch (chosen) {
            case squall.scenario.RecoverySpec.Strict strict -> RecoveryRule.STRICT;
            case squall.scenario.RecoverySpec.Throughput95 throughput -> RecoveryRule.THROUGHPUT_95;
            case squall.scenario.RecoverySpec.Given given ->
                RecoveryRule.given(
                        given.share(),
                        given.latencyFactor(),
                        given.latencyFloor(),
                        Math.toIntExact(given.window().toSeconds()),
                        Math.toIntExact(given.held().toSeconds()));
        };
    }

    /** Passes through all steps of an injection and does nothing: what is then measured is noise. */
    private static final class NoopInjection implements FaultInjection {
        private boolean injected;

        static FaultInjector.Prepared prepared() {
            return new FaultInjector.Prepared.Ready(new NoopInjection(), "", "none");
        }

        @Override
        public void inject() {
            injected = true;
        }

        @Override
        public FaultEffect effect() {
            return injected ? FaultEffect.seen("nothing to verify") : FaultEffect.absent("nothing was done");
        }

        @Override
        public boolean done() {
            return false;
        }

        @Override
        public FaultEffect heal(Runnable undone) {
            injected = false;
            undone.run();
            return effect();
        }
    }

    /** Takes the baseline: the end of its phase, and as long again as long as its halves differ. */
    private static final class BaselineMeasurement {
        private static final int MOST_EXTENSIONS = 3;
        /** If an operation of the baseline has no response after this long, the system is not healthy. */
        private static final long PATIENCE_SECONDS = 30;

        private final RunControl runControl;
        private final RecoveryRule rule;
        private final Duration wanted;

        /** @param wanted length of the baseline */
        BaselineMeasurement(RunControl runControl, RecoveryRule rule, Duration wanted) {
            this.runControl = runControl;
            this.rule = rule;
            this.wanted = wanted;
        }

        /** @throws ScenarioAbortedException if it did not become steady */
        BaselineCriteria take(Phase.Baseline phase) throws InterruptedException, ScenarioAbortedException {
            long seconds = Math.min(wanted.toSeconds(), phase.length().toSeconds());
            Window.Origin origin = Window.Origin.of(phase.name());
            lead(phase, phase.length().toSeconds() - seconds);
            Baseline baseline = take(phase.name(), origin, seconds);
            for (int extension = 1; !baseline.steady(); extension++) {
                if (extension > MOST_EXTENSIONS) {
                    throw new ScenarioAbortedException(new ScenarioProblem.NoBaseline(
                            phase.name() + ": " + drift(baseline) + ", even when measured for the "
                                    + (MOST_EXTENSIONS + 1) + "th time: there is no baseline to compare with"));
                }
                runControl.tell(
                        "note",
                        phase.name() + ": " + drift(baseline) + "; measuring it again",
                        Map.of("phase", phase.name(), "drift_share", baseline.driftShare()));
                baseline = take(phase.name() + "-" + (extension + 1), origin, seconds);
            }
            return new BaselineCriteria(rule, baseline);
        }

        private void lead(Phase.Baseline phase, long seconds) throws InterruptedException {
            if (seconds > 0) {
                Window lead =
                        runControl.open(phase.name() + " settle", Window.Kind.STEADY, Window.Origin.of(phase.name()));
                // The next window opens with the second after the one that is under way.
                runControl.awaitSecond(lead.fromSecond() + seconds - 1);
            }
        }

        private Baseline take(String name, Window.Origin origin, long seconds)
                throws InterruptedException, ScenarioAbortedException {
            Window window = runControl.open(name, Window.Kind.BASELINE, origin);
            long end = window.fromSecond() + seconds;
            runControl.awaitSecond(end);
            SecondSeries known = runControl.since(window.fromSecond());
            while (known.to() < end) {
                if (runControl.second() > end + PATIENCE_SECONDS) {
                    throw new ScenarioAbortedException(new ScenarioProblem.NoBaseline(
                            name + ": an operation that was due before second " + end + " had no response "
                                    + PATIENCE_SECONDS + " s later: there is no baseline to compare with"));
                }
                runControl.awaitNews();
                known = runControl.since(window.fromSecond());
            }
            return Baseline.of(known.between(window.fromSecond(), end), rule.windowSeconds());
        }

        private static String drift(Baseline baseline) {
            return baseline.goodputPerSecond() == 0
                    ? "no operation was acknowledged"
                    : String.format(
                            Locale.ROOT,
                            "goodput of its halves differs by %.1f %%, but must differ by less than %.0f %%",
                            100 * baseline.driftShare(),
                            100 * Baseline.MOST_DRIFT);
        }
    }

    /** What the executor of a scenario sees of the run, and may do to it. */
    interface RunControl {
        long SECOND_NS = 1_000_000_000;

        /** Nanoseconds since the run began. */
        long nowNs();

        /** Waits until then. @throws InterruptedException if the run is to end, or has ended */
        void await(long untilNs) throws InterruptedException;

        /** Opens a window with the next second that is not over, and ends the one before. */
        Window open(String name, Window.Kind kind, Window.Origin origin);

        /** What is known by now of the seconds from this one on. */
        SecondSeries since(long second);

        /**
         * Delivers an event that has just ended to the run's listeners. From any thread.
         *
         * @param beganNs when it began, since the run began
         */
        void tell(long beganNs, String type, String detail, Map<String, Object> facts);

        /** Delivers an event without duration to the run's listeners. From any thread. */
        default void tell(String type, String detail, Map<String, Object> facts) {
            tell(nowNs(), type, detail, facts);
        }

        /** The second that is under way. */
        default long second() {
            return nowNs() / SECOND_NS;
        }

        default void awaitSecond(long second) throws InterruptedException {
            await(second * SECOND_NS);
        }

        /** Waits a little into the next second, when the one before has mostly become known. */
        default void awaitNews() throws InterruptedException {
            await((second() + 1) * SECOND_NS + SECOND_NS / 10);
        }
    }

    /** A scenario cannot continue: a fault could not be healed, or there is no baseline. */
    static final class ScenarioAbortedException extends Exception {
        private static final long serialVersionUID = 1;

        private final transient ScenarioProblem problem;

        ScenarioAbortedException(ScenarioProblem problem) {
            super(problem.text());
            this.problem = problem;
        }

        ScenarioProblem problem() {
            return problem;
        }
    }
}
