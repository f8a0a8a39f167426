package squall.engine.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.ParallelActions;
import squall.engine.phases.Conductor.RunControl;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.InjectionSchedule.InjectionGroup;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.engine.phases.ScenarioResult.InjectionResult.ObservationEnd;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.Window;
import squall.measure.Window.WindowOrigin;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.Recovery.RecoveryWatch;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.SecondSeries;
import squall.scenario.Injection;
import squall.scenario.Injection.InjectionRepeat.GapStart;
import squall.scenario.Phase;
import squall.scenario.RecoverySpec;
import squall.scenario.Scenario;
import squall.spi.FaultEffect;

/**
 * Runner of a scenario's phases, one after the other, on one thread. In every case everything is healed at the end. Injections come in
 * groups:
 *
 * <pre>
 *   settle --> prepare --> | inject --> hold --> heal | --> recover
 *                          '------- DISTURBED --------'--- RECOVERY ---
 * </pre>
 *
 * <p>Windows begin with a second; an injection begins at the start of the first second of its window, and the window after it with the
 * first second that begins after the healing was verified.
 */
final class PhaseRunner {
    /** Longest wait until the last seconds of a recovery are closed. */
    private static final long PATIENCE_SECONDS = 10;

    private final Scenario scenario;
    private final FaultInjector injector;
    private final RunControl runControl;
    private final RecoveryRule rule;
    private final List<ConductedInjection> injections = new ArrayList<>();
    private final List<InjectionExecutor> executors = new ArrayList<>();
    private final List<ScenarioProblem> problems = new ArrayList<>();
    private Optional<BaselineCriteria> criteria = Optional.empty();

    /** True if the system was not seen to recover from the last injection. */
    private boolean degraded;

    PhaseRunner(Scenario scenario, FaultInjector injector, RunControl runControl) {
        this.scenario = scenario;
        this.injector = injector;
        this.runControl = runControl;
        this.rule = rule(scenario.rules().recovery());
    }

    /**
     * Runs all phases.
     *
     * @param fromSecond second from which the load runs at its pace: before it there is only the fill phase, in which a load finds its
     *     maximum
     * @throws InterruptedException if the run is to end; everything is healed
     */
    void run(long fromSecond) throws InterruptedException {
        try {
            runControl.awaitSecond(fromSecond - 1); // a window opens at the second after the current one
            for (int i = 0; i < scenario.phases().size(); i++) {
                Phase phase = scenario.phases().get(i);
                runControl.tell(ScenarioEvent.PHASE, phase.name() + " begins", Map.of("phase", phase.name()));
                pass(i, phase);
            }
        } catch (ScenarioAbortedException e) {
            problems.add(e.problem());
        } finally {
            healAll();
        }
    }

    /** Returns the baseline; empty if it was not measured. */
    Optional<BaselineCriteria> criteria() {
        return criteria;
    }

    /** Returns the result of each group, in order. Valid after the end. */
    List<InjectionResult> results() {
        return executors.stream().map(InjectionExecutor::result).toList();
    }

    List<ScenarioProblem> problems() {
        return List.copyOf(problems);
    }

    private void pass(int index, Phase phase) throws InterruptedException, ScenarioAbortedException {
        switch (phase) {
            case Phase.Fill fill -> {} // over by now: the run began with it
            case Phase.Baseline baseline ->
                criteria = Optional.of(
                        new BaselineMeasurement(runControl, rule, windows().baseline()).take(baseline));
            case Phase.Control control -> control(index, control);
            case Phase.Disturbed disturbed -> disturbed(index, disturbed);
            case Phase.Cooldown cooldown -> cooldown(cooldown);
        }
    }

    private void cooldown(Phase.Cooldown cooldown) throws InterruptedException {
        Window window = runControl.open(cooldown.name(), Window.Kind.STEADY, WindowOrigin.of(cooldown.name()));
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
                windows().settle(),
                Optional.empty());
        inject(group, List.of(new ConductedInjection(group, nothing, waiting -> NoopInjection.prepared(), runControl)));
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
                                        waiting -> injector.prepare(index, part.injection(), part.round(), waiting),
                                        runControl))
                                .toList());
            }
        }
    }

    private void inject(InjectionGroup group, List<ConductedInjection> parts)
            throws InterruptedException, ScenarioAbortedException {
        injections.addAll(parts);
        InjectionExecutor executor = new InjectionExecutor(group, parts);
        executors.add(executor);
        executor.perform();
    }

    private void healAll() {
        try {
            ConductedInjection.healAll(injections);
        } catch (ScenarioAbortedException e) {
            if (!problems.contains(e.problem())) { // a healing that failed before was tried once more
                problems.add(e.problem());
            }
        }
    }

    private static RecoveryRule rule(RecoverySpec chosen) {
        return switch (chosen) {
            case RecoverySpec.Strict strict -> RecoveryRule.STRICT;
            case RecoverySpec.Throughput95 throughput -> RecoveryRule.THROUGHPUT_95;
            case RecoverySpec.Given given ->
                RecoveryRule.given(
                        given.share(),
                        given.latencyFactor(),
                        given.latencyFloor(),
                        Math.toIntExact(given.window().toSeconds()),
                        Math.toIntExact(given.held().toSeconds()));
        };
    }

    private Scenario.WindowDurations windows() {
        return scenario.rules().windows();
    }

    /** Executor of one group of injections, from settling to recovery. */
    private final class InjectionExecutor {
        private final InjectionGroup group;
        private final List<ConductedInjection> parts;
        private final BaselineCriteria baseline;
        private final boolean startedDegraded = degraded;
        private OptionalLong injected = OptionalLong.empty();
        private OptionalLong healed = OptionalLong.empty();
        private OptionalLong watchedUntil = OptionalLong.empty();
        private ObservationEnd ending = ObservationEnd.CUT;

        InjectionExecutor(InjectionGroup group, List<ConductedInjection> parts) {
            this.group = group;
            this.parts = parts;
            this.baseline = criteria.orElseThrow(
                    () -> new IllegalStateException(group.name() + " comes before every baseline"));
        }

        void perform() throws InterruptedException, ScenarioAbortedException {
            try {
                injectAndWatch();
            } finally {
                if (injected.isPresent() && watchedUntil.isEmpty()) {
                    long last = healed.orElse(injected.getAsLong());
                    watchedUntil = OptionalLong.of(Math.max(last, runControl.second()));
                }
            }
        }

        private void injectAndWatch() throws InterruptedException, ScenarioAbortedException {
            settle();
            List<ConductedInjection> ready = prepared();
            if (ready.isEmpty()) {
                ending = ObservationEnd.WATCHED;
                return;
            }
            inject(ready);
            hold(ready);
            recover();
        }

        /** Returns the group's result, also if it was cut short. A fault that stays until the end of the run is not healed yet. */
        InjectionResult result() {
            Optional<FaultSpan> span = injected.stream()
                    .mapToObj(from -> new FaultSpan(from, healed, watchedUntil.orElse(from)))
                    .findFirst();
            return new InjectionResult(
                    group.phase(),
                    name(),
                    parts.stream().map(ConductedInjection::asRecorded).toList(),
                    parts.stream().flatMap(part -> part.reports().stream()).toList(),
                    span,
                    ending,
                    startedDegraded);
        }

        private void settle() throws InterruptedException {
            if (group.settle().isPositive()) {
                runControl.open(Window.settling(group.name()), Window.Kind.STEADY, origin());
                runControl.await(runControl.nowNs() + group.settle().toNanos());
            }
        }

        private List<ConductedInjection> prepared() throws InterruptedException {
            List<ConductedInjection> ready = new ArrayList<>();
            for (ConductedInjection injection : parts) {
                if (injection.prepare()) {
                    ready.add(injection);
                }
            }
            return ready;
        }

        private void inject(List<ConductedInjection> ready) throws InterruptedException {
            Window window = runControl.open(name(), Window.Kind.DISTURBED, origin());
            runControl.awaitSecond(window.fromSecond());
            injected = OptionalLong.of(window.fromSecond());
            together(ready, ConductedInjection::inject);
            together(ready, ConductedInjection::verify);
        }

        /** Performs an action on all injections at the same time; a single one needs no other thread. */
        private static void together(
                List<ConductedInjection> injections, ParallelActions.ParallelAction<ConductedInjection> action)
                throws InterruptedException {
            try {
                if (injections.size() == 1) {
                    action.on(injections.getFirst());
                } else {
                    new ParallelActions().onEach(injections, action);
                }
            } catch (IOException e) {
                throw new IllegalStateException("an injection reports failures in its result", e);
            }
        }

        /** Holds the faults, and returns when all are healed except those that stay until the end of the run. */
        private void hold(List<ConductedInjection> ready) throws InterruptedException, ScenarioAbortedException {
            List<ConductedInjection> holding = new ArrayList<>(ready);
            holding.removeIf(injection -> injection.stays() && injection.inEffect());
            boolean stays = holding.size() < ready.size();
            while (!holding.isEmpty()) {
                List<ConductedInjection> over = new ArrayList<>();
                for (ConductedInjection injection : holding) {
                    if (injection.over()) {
                        over.add(injection);
                    }
                }
                ConductedInjection.healAll(over);
                holding.removeAll(over);
                if (!holding.isEmpty()) {
                    runControl.await(holding.stream()
                            .mapToLong(ConductedInjection::untilNs)
                            .min()
                            .orElseThrow());
                }
            }
            if (!stays) {
                Window window = runControl.open(name() + " recovery", Window.Kind.RECOVERY, origin());
                healed = OptionalLong.of(window.fromSecond());
            }
        }

        private void recover() throws InterruptedException {
            long from = healed.orElse(injected.orElseThrow());
            GapStart start = group.next().map(InjectionGroup.Next::after).orElse(GapStart.RECOVERY);
            Duration gap = group.next().map(InjectionGroup.Next::gap).orElse(Duration.ZERO);
            switch (start) {
                case RECOVERY -> {
                    watch(from);
                    if (gap.isPositive()) {
                        runControl.await(runControl.nowNs() + gap.toNanos());
                    }
                    ending = ObservationEnd.WATCHED; // not before: a run that ends in the gap lacks the next injection
                }
                case HEALING -> {
                    runControl.await(from * RunControl.SECOND_NS + gap.toNanos());
                    watchedUntil = OptionalLong.of(Math.max(from, runControl.second() + 1));
                    RecoveryWatch watch = new RecoveryWatch(baseline, from);
                    watch.look(runControl.since(from));
                    degraded = !watch.recovered();
                    ending = ObservationEnd.FOLLOWED;
                    noteRecovery("not back at the baseline before the next injection");
                }
            }
        }

        /** Watches the recovery, and returns when the recovery rule holds or can no longer hold in time. */
        private void watch(long from) throws InterruptedException {
            long began = injected.orElse(from);
            long last = from + windows().recoveryMax().toSeconds() + rule.heldSeconds();
            RecoveryWatch watch = new RecoveryWatch(baseline, from);
            SecondSeries known = SecondSeries.EMPTY;
            degraded = true;
            while (!watch.recovered() && runControl.second() < last + PATIENCE_SECONDS) {
                runControl.awaitNews();
                known = runControl.since(began).between(began, last);
                watch.look(known);
                if (watch.recovered()) {
                    watch = watch.after(FaultImpact.seen(known, baseline.baseline()));
                }
                if (known.to() >= last) {
                    break;
                }
            }
            degraded = !watch.recovered();
            // A recovery is judged by the seconds in which it was seen, without those that became known since.
            long end = degraded ? runControl.second() : known.to();
            watchedUntil = OptionalLong.of(Math.min(last, Math.max(from, end)));
            noteRecovery("not recovered within " + windows().recoveryMax().toSeconds() + " s");
        }

        /** Tells whether the group was seen to recover. @param not the words if it was not */
        private void noteRecovery(String not) {
            runControl.tell(
                    ScenarioEvent.NOTE,
                    group.name() + ": " + (degraded ? not : "back at the baseline"),
                    Map.of("phase", group.phaseName(), "recovered", !degraded));
        }

        /** Names the faults that were injected, which may be fallbacks of those in the scenario. */
        private String name() {
            return FaultText.label(
                    group.name(),
                    parts.stream().map(ConductedInjection::asRecorded).toList());
        }

        private WindowOrigin origin() {
            return new WindowOrigin(group.phaseName(), group.name());
        }
    }

    /** Injection that passes through all steps and does nothing: any difference measured then is noise. */
    private static final class NoopInjection implements FaultInjection {
        private boolean injected;

        static FaultInjector.Prepared prepared() {
            return new FaultInjector.Prepared.Ready(new NoopInjection(), "", FaultInjector.PreparedFault.of("none"));
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

    /** Abort of a scenario that cannot continue: a fault could not be healed, or there is no baseline. */
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
