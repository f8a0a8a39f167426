package squall.engine.phases;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import squall.engine.phases.Conductor.RunControl;
import squall.engine.phases.FaultInjector.FaultInjection;
import squall.engine.phases.FaultInjector.Prepared;
import squall.engine.phases.InjectionSchedule.InjectionGroup;
import squall.engine.phases.PhaseRunner.ScenarioAbortedException;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionRecord.InjectionStep;
import squall.engine.phases.ScenarioResult.InjectionRecord.Status;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.scenario.Injection;
import squall.spi.FaultEffect;
import squall.system.HumanNumbers;

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

    private final InjectionGroup group;
    private final InjectionGroup.Part part;
    private final Preparation preparation;
    private final RunControl control;
    private final Map<InjectionStep, Long> atNs = new EnumMap<>(InjectionStep.class);
    private String fault;
    private String target = "";
    private Status status = new Status.NotReached("the run ended before this phase");
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
        this.fault = part.fault();
    }

    InjectionRecord asRecorded() {
        return new InjectionRecord(part.name(), fault, target, status, atNs, skew, reports);
    }

    /** Returns whether the fault stays until the run ends. */
    boolean stays() {
        return part.hold() instanceof Injection.HoldTime.UntilRunEnd;
    }

    boolean inEffect() {
        return status instanceof Status.InEffect;
    }

    /** Prepares the injection. @return whether it can be injected */
    boolean prepare() throws InterruptedException {
        switch (prepared()) {
            case Prepared.Ready ready -> {
                armed = Optional.of(ready.injection());
                fault = ready.fault();
                target = ready.target();
            }
            case Prepared.NotApplicable(String why) -> notInjected(new Status.NotApplicable(why));
            case Prepared.Refused(String why) -> notInjected(new Status.Refused(why));
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
                    "inject",
                    true,
                    skew.map(apart -> "first and last " + apart.toMillis() + " ms apart")
                            .orElse(""));
        } catch (IOException e) {
            if (control.ending()) {
                interrupted(beganNs, "inject");
            } else {
                status = new Status.Failed(String.valueOf(e.getMessage()));
                tell(beganNs, "inject", false, status.how());
            }
        } catch (InterruptedException e) {
            interrupted(beganNs, "inject");
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
                interrupted(beganNs, "effective");
                return;
            }
            effect = FaultEffect.absent("it cannot be inspected: " + e.getMessage());
        } catch (InterruptedException e) {
            interrupted(beganNs, "effective");
            throw e;
        }
        if (effect.present()) {
            mark(InjectionStep.EFFECTIVE);
        }
        status = effect.present() ? new Status.InEffect(effect.how()) : new Status.WithoutEffect(effect.how());
        tell(beganNs, "effective", effect.present(), effect.how());
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
            case Injection.HoldTime.For(var length, var least) -> since + length.toNanos();
            case Injection.HoldTime.UntilDone until ->
                Math.min(since + until.max().toNanos(), control.nowNs() + RunControl.SECOND_NS);
            case Injection.HoldTime.UntilRunEnd end -> Long.MAX_VALUE;
        };
    }

    /** Returns whether the fault was held long enough, or its work is done. */
    boolean over() throws InterruptedException {
        if (!inEffect()) {
            return true;
        }
        return switch (part.hold()) {
            case Injection.HoldTime.For fixed -> control.nowNs() >= untilNs();
            case Injection.HoldTime.UntilDone(var max) -> done() || givenUp(max.toNanos());
            case Injection.HoldTime.UntilRunEnd end -> false;
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
                tell(beganNs, "heal", true, "");
            });
            armed = Optional.empty();
            long healedNs = atNs.getOrDefault(InjectionStep.HEALED, beganNs);
            mark(InjectionStep.VERIFIED);
            tell(healedNs, "verified", true, gone.how());
        } catch (IOException e) {
            tell(beganNs, "verified", false, String.valueOf(e.getMessage()));
            throw new ScenarioAbortedException(new ScenarioProblem.NotHealed(
                    group.name() + ": " + fault + " could not be healed: " + e.getMessage()));
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
                    "reports",
                    true,
                    lines.isEmpty()
                            ? "no node has reported it"
                            : "reported by nodes, " + HumanNumbers.counted(lines.size(), "line") + ": "
                                    + lines.getFirst()));
        } catch (IOException e) {
            reports = Optional.of(List.of());
            tell(beganNs, "reports", false, "the reports of the database cannot be read: " + e.getMessage());
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
                    return Optional.of(new ScenarioAbortedException(
                            new ScenarioProblem.NotHealed("healing failed: " + e.getCause())));
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
            return preparation.prepare(what -> tell(control.nowNs(), "waiting", true, "waiting for " + what));
        } catch (IOException e) {
            return new Prepared.Refused(String.valueOf(e.getMessage()));
        }
    }

    private void notInjected(Status why) {
        status = why;
        tell(control.nowNs(), "note", false, "not injected: " + why.how());
    }

    /** Records that the end of the run cut this step off. */
    private void interrupted(long beganNs, String step) {
        status = new Status.NotReached("interrupted before its effect was verified");
        interrupted = true;
        tell(beganNs, step, false, status.how());
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

    private void unfinished(String how) {
        status = new Status.Unfinished(how);
        tell(control.nowNs(), "note", false, how);
    }

    private long mark(InjectionStep step) {
        long nowNs = control.nowNs();
        atNs.put(step, nowNs);
        return nowNs;
    }

    private void tell(long beganNs, String type, boolean ok, String how) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", group.phaseName());
        facts.put("injection", part.name());
        facts.put("fault", fault);
        facts.put("target", target);
        facts.put("ok", ok);
        if (interrupted && (type.equals("inject") || type.equals("effective"))) {
            facts.put("interrupted", true);
        }
        if (type.equals("inject")) {
            skew.ifPresent(apart -> facts.put("skew_ms", apart.toMillis()));
        }
        String line = group.name() + ": " + fault
                + (target.isEmpty() ? "" : " of " + target)
                + (how.isEmpty() ? "" : ": " + how);
        control.tell(beganNs, type, line, facts);
    }
}
