package squall.engine.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import squall.engine.phases.Conductor.RunControl;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.FaultInjector.Prepared;
import squall.engine.phases.FaultInjector.PreparedFault;
import squall.engine.phases.InjectionSchedule.InjectionGroup;
import squall.engine.phases.PhaseRunner.ScenarioAbortedException;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionState;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.scenario.Injection.HoldTime;
import squall.spi.FaultEffect;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/**
 * Injection in the course of a run: prepares it, injects it, holds it and heals it, records the time of each step and reports it as an
 * event. Used by one thread at a time.
 */
final class ConductedInjection {
    /** Preparation of the injection, called when it is due. */
    interface Preparation {
        /** @param waiting receives what it waits for, if it takes some seconds */
        Prepared prepare(Consumer<String> waiting) throws IOException, InterruptedException;
    }

    /** Step of an injection. */
    private enum InjectionStep {
        INJECT,
        INJECTED,
        EFFECTIVE,
        HEAL,
        HEALED,
        VERIFIED
    }

    private final InjectionGroup group;
    private final InjectionGroup.Part part;
    private final Preparation preparation;
    private final RunControl control;
    private final Map<InjectionStep, Long> atNs = new EnumMap<>(InjectionStep.class);
    private PreparedFault fault;
    private String target = "";
    private InjectionState status = InjectionState.NOT_REACHED;
    private String how = "the run ended before this phase";
    private Optional<Duration> skew = Optional.empty();
    private Optional<List<String>> reports = Optional.empty();

    /** Injection, from its arming until it is healed. */
    private Optional<FaultInjection> armed = Optional.empty();

    /** True if the end of the run cut off its injecting or its verification. */
    private boolean interrupted;

    ConductedInjection(InjectionGroup group, InjectionGroup.Part part, Preparation preparation, RunControl control) {
        this.group = group;
        this.part = part;
        this.preparation = preparation;
        this.control = control;
        this.fault = PreparedFault.of(part.fault());
    }

    InjectionRecord asRecorded() {
        return new InjectionRecord(
                part.name(),
                fault.kind(),
                fault.standsInFor(),
                fault.text(),
                target,
                status,
                SecretMasking.mask(how),
                at(InjectionStep.INJECT),
                at(InjectionStep.INJECTED),
                at(InjectionStep.EFFECTIVE),
                at(InjectionStep.HEAL),
                at(InjectionStep.HEALED),
                at(InjectionStep.VERIFIED),
                skew.stream().mapToLong(Duration::toMillis).findFirst());
    }

    private OptionalLong at(InjectionStep step) {
        Long at = atNs.get(step);
        return at == null ? OptionalLong.empty() : OptionalLong.of(at);
    }

    /** Returns what the database reported about the fault; empty for a fault that no database detects. */
    Optional<List<String>> reports() {
        return reports;
    }

    private void become(InjectionState state, String why) {
        status = state;
        how = why;
    }

    /** Returns whether the fault stays until the run ends. */
    boolean stays() {
        return part.hold() instanceof HoldTime.UntilRunEnd;
    }

    boolean inEffect() {
        return status == InjectionState.IN_EFFECT;
    }

    /** Prepares the injection. @return whether it can be injected */
    boolean prepare() throws InterruptedException {
        switch (prepared()) {
            case Prepared.Ready ready -> {
                armed = Optional.of(ready.injection());
                fault = ready.fault();
                target = ready.target();
            }
            case Prepared.NotApplicable(String why) -> notInjected(InjectionState.NOT_APPLICABLE, why);
            case Prepared.Refused(String why) -> notInjected(InjectionState.REFUSED, why);
        }
        return armed.isPresent();
    }

    /** @throws InterruptedException if the run is to end; the fault may be in effect */
    void inject() throws InterruptedException {
        long beganNs = mark(InjectionStep.INJECT);
        try {
            injection().inject();
            mark(InjectionStep.INJECTED);
            skew = injection().skew();
            tell(
                    beganNs,
                    ScenarioEvent.INJECT,
                    true,
                    skew.map(apart -> "first and last " + apart.toMillis() + " ms apart")
                            .orElse(""));
        } catch (IOException e) {
            if (control.ending()) {
                interrupted(beganNs, ScenarioEvent.INJECT);
            } else {
                become(InjectionState.FAILED, String.valueOf(e.getMessage()));
                tell(beganNs, ScenarioEvent.INJECT, false, how);
            }
        } catch (InterruptedException e) {
            interrupted(beganNs, ScenarioEvent.INJECT);
            throw e;
        }
    }

    /** Verifies whether the fault is in effect. A run that is to end says nothing about that. */
    void verify() throws InterruptedException {
        if (!atNs.containsKey(InjectionStep.INJECTED)) {
            return;
        }
        long beganNs = control.nowNs();
        FaultEffect effect;
        try {
            effect = injection().effect();
        } catch (IOException e) {
            if (control.ending()) {
                interrupted(beganNs, ScenarioEvent.EFFECTIVE);
                return;
            }
            effect = FaultEffect.absent("it cannot be inspected: " + e.getMessage());
        } catch (InterruptedException e) {
            interrupted(beganNs, ScenarioEvent.EFFECTIVE);
            throw e;
        }
        if (effect.present()) {
            mark(InjectionStep.EFFECTIVE);
        }
        become(effect.present() ? InjectionState.IN_EFFECT : InjectionState.WITHOUT_EFFECT, effect.how());
        tell(beganNs, ScenarioEvent.EFFECTIVE, effect.present(), effect.how());
    }

    /**
     * Returns the time at which the injection is to be healed or checked again, in nanoseconds since the run began; a past time if there is
     * nothing to wait for.
     */
    long untilNs() {
        long since = atNs.getOrDefault(InjectionStep.INJECTED, 0L);
        if (!inEffect()) {
            return since;
        }
        return switch (part.hold()) {
            case HoldTime.For(var length, var least) -> since + length.toNanos();
            case HoldTime.UntilDone until ->
                Math.min(since + until.max().toNanos(), control.nowNs() + RunControl.SECOND_NS);
            case HoldTime.UntilRunEnd end -> Long.MAX_VALUE;
        };
    }

    /** Returns whether the fault was held long enough, or its work is done. */
    boolean over() throws InterruptedException {
        if (!inEffect()) {
            return true;
        }
        return switch (part.hold()) {
            case HoldTime.For fixed -> control.nowNs() >= untilNs();
            case HoldTime.UntilDone(var max) -> done() || givenUp(max.toNanos());
            case HoldTime.UntilRunEnd end -> false;
        };
    }

    /** Heals the injection and verifies that the fault is gone; does nothing if it was never armed, or is healed. */
    void heal() throws ScenarioAbortedException, InterruptedException {
        if (armed.isEmpty()) {
            return;
        }
        listen(armed.get());
        long beganNs = mark(InjectionStep.HEAL);
        try {
            FaultEffect gone = armed.get().heal(() -> {
                mark(InjectionStep.HEALED);
                tell(beganNs, ScenarioEvent.HEAL, true, "");
            });
            armed = Optional.empty();
            long healedNs = atNs.getOrDefault(InjectionStep.HEALED, beganNs);
            mark(InjectionStep.VERIFIED);
            tell(healedNs, ScenarioEvent.VERIFIED, true, gone.how());
        } catch (IOException e) {
            tell(beganNs, ScenarioEvent.VERIFIED, false, String.valueOf(e.getMessage()));
            throw new ScenarioAbortedException(ScenarioProblem.notHealed(
                    group.name() + ": " + fault.text() + " could not be healed: " + e.getMessage()));
        }
    }

    /** Asks what the database has reported about a fault that it may have detected; a failure is an event, and healing goes on. */
    private void listen(FaultInjection injection) throws InterruptedException {
        if (!inEffect()) {
            return;
        }
        long beganNs = control.nowNs();
        try {
            reports = injection.reports();
            reports.ifPresent(lines -> tell(
                    beganNs,
                    ScenarioEvent.REPORTS,
                    true,
                    lines.isEmpty()
                            ? "no node has reported it"
                            : "reported by nodes, " + HumanNumbers.counted(lines.size(), "line") + ": "
                                    + lines.getFirst()));
        } catch (IOException | RuntimeException e) { // a fault is third-party code: it must be healed all the same
            reports = Optional.of(List.of());
            tell(
                    beganNs,
                    ScenarioEvent.REPORTS,
                    false,
                    "the reports of the database cannot be read: " + e.getMessage());
        }
    }

    /**
     * Heals several injections at once, because one healing may wait for another. Each has its own thread, so that no signal interrupts it:
     * the waiting thread keeps an interrupt for later.
     *
     * @throws ScenarioAbortedException if one could not be healed; all were tried
     */
    static void healAll(Collection<ConductedInjection> injections) throws ScenarioAbortedException {
        List<FutureTask<Optional<ScenarioAbortedException>>> tasks = injections.stream()
                .map(injection -> new FutureTask<>(healing(injection)))
                .toList();
        tasks.forEach(task -> Thread.ofPlatform().name("squall-heal").start(task));
        Optional<ScenarioAbortedException> first = Optional.empty();
        for (FutureTask<Optional<ScenarioAbortedException>> task : tasks) {
            Optional<ScenarioAbortedException> failure = result(task);
            first = first.or(() -> failure);
        }
        if (first.isPresent()) {
            throw first.get();
        }
    }

    private static Callable<Optional<ScenarioAbortedException>> healing(ConductedInjection injection) {
        return () -> {
            try {
                injection.heal();
                return Optional.empty();
            } catch (ScenarioAbortedException e) {
                return Optional.of(e);
            }
        };
    }

    private static Optional<ScenarioAbortedException> result(FutureTask<Optional<ScenarioAbortedException>> task) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return task.get();
                } catch (InterruptedException e) {
                    interrupted = true; // healing continues
                } catch (ExecutionException e) { // a fault is third-party code: the others must be healed all the same
                    return Optional.of(
                            new ScenarioAbortedException(ScenarioProblem.notHealed("healing failed: " + e.getCause())));
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private FaultInjection injection() {
        return armed.orElseThrow(() -> new IllegalStateException(part.name() + " was not prepared"));
    }

    private Prepared prepared() throws InterruptedException {
        try {
            return preparation.prepare(
                    what -> tell(control.nowNs(), ScenarioEvent.WAITING, true, "waiting for " + what));
        } catch (IOException e) {
            return new Prepared.Refused(String.valueOf(e.getMessage()));
        }
    }

    private void notInjected(InjectionState state, String why) {
        become(state, why);
        tell(control.nowNs(), ScenarioEvent.NOTE, false, "not injected: " + why);
    }

    /** Records that the end of the run cut this step off. */
    private void interrupted(long beganNs, ScenarioEvent step) {
        become(InjectionState.NOT_REACHED, "interrupted before its effect was verified");
        interrupted = true;
        tell(beganNs, step, false, how);
    }

    private boolean done() throws InterruptedException {
        try {
            return injection().done();
        } catch (IOException e) {
            unfinished("the work failed: " + e.getMessage());
            return true;
        }
    }

    private boolean givenUp(long maxNs) {
        boolean tooLong = control.nowNs() >= atNs.getOrDefault(InjectionStep.INJECTED, 0L) + maxNs;
        if (tooLong) {
            unfinished("the work did not finish within " + maxNs / RunControl.SECOND_NS + " s");
        }
        return tooLong;
    }

    private void unfinished(String why) {
        become(InjectionState.UNFINISHED, why);
        tell(control.nowNs(), ScenarioEvent.NOTE, false, why);
    }

    private long mark(InjectionStep step) {
        long nowNs = control.nowNs();
        atNs.put(step, nowNs);
        return nowNs;
    }

    private void tell(long beganNs, ScenarioEvent kind, boolean ok, String detail) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", group.phaseName());
        facts.put("injection", part.name());
        facts.put("fault", fault.text());
        facts.put("target", target);
        facts.put("ok", ok);
        if (interrupted && (kind == ScenarioEvent.INJECT || kind == ScenarioEvent.EFFECTIVE)) {
            facts.put("interrupted", true);
        }
        if (kind == ScenarioEvent.INJECT) {
            skew.ifPresent(apart -> facts.put("skew_ms", apart.toMillis()));
        }
        String line = group.name() + ": " + fault.text()
                + (target.isEmpty() ? "" : " of " + target)
                + (detail.isEmpty() ? "" : ": " + detail);
        control.tell(beganNs, kind, line, facts);
    }
}
