package squall.engine.phases;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.engine.ParallelActions;
import squall.engine.phases.InjectionSchedule.InjectionGroup;
import squall.engine.phases.PhaseRunner.RunControl;
import squall.engine.phases.PhaseRunner.ScenarioAbortedException;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.Window;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultSpan;
import squall.measure.recovery.Recovery.RecoveryWatch;

/**
 * Executes one injection, from settling to recovery.
 *
 * <pre>
 *   settle --> prepare --> | inject --> hold --> heal | --> recover
 *                          '------- DISTURBED --------'--- RECOVERY ---
 * </pre>
 *
 * <p>Windows begin with a second; an injection begins at the start of the first second of its window, and the window after it with the
 * first second that begins after the healing was verified.
 */
final class InjectionExecutor {
    /** How long is waited for seconds to become known that should have been judged. */
    private static final long PATIENCE_SECONDS = 10;

    private final RunControl runControl;
    private final BaselineCriteria criteria;
    private final InjectionGroup group;
    private final Limits limits;
    private final List<ConductedInjection> injections;
    private OptionalLong injected = OptionalLong.empty();
    private OptionalLong healed = OptionalLong.empty();
    private OptionalLong watchedUntil = OptionalLong.empty();
    private InjectionResult.End ending = InjectionResult.End.CUT;
    private boolean degraded;

    InjectionExecutor(
            RunControl runControl,
            BaselineCriteria criteria,
            InjectionGroup group,
            List<ConductedInjection> injections,
            Limits limits) {
        this.runControl = runControl;
        this.criteria = criteria;
        this.group = group;
        this.injections = injections;
        this.limits = limits;
        this.degraded = limits.startedDegraded();
    }

    /**
     * How an injection is observed.
     *
     * @param settleSeconds what counts as quiet before an injection
     * @param recoveryMaxSeconds from healing until the system is reported as not recovered
     * @param startedDegraded whether the system had not recovered from the previous injection
     */
    record Limits(long settleSeconds, long recoveryMaxSeconds, boolean startedDegraded) {}

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
            ending = InjectionResult.End.WATCHED;
            return;
        }
        inject(ready);
        hold(ready);
        recover();
    }

    /** What came of it, also after it was cut short; what stays is healed only later. */
    InjectionResult result() {
        Optional<FaultSpan> span = injected.stream()
                .mapToObj(from -> new FaultSpan(from, healed, watchedUntil.orElse(from)))
                .findFirst();
        return new InjectionResult(
                group.phase(),
                name(),
                injections.stream().map(ConductedInjection::asRecorded).toList(),
                span,
                ending,
                limits.startedDegraded());
    }

    /** Whether the system was not seen to come back. */
    boolean degraded() {
        return degraded;
    }

    private void settle() throws InterruptedException {
        if (group.settle().isPositive()) {
            runControl.open(group.name() + " settle", Window.Kind.STEADY, origin());
            runControl.await(runControl.nowNs() + group.settle().toNanos());
        }
    }

    private List<ConductedInjection> prepared() throws InterruptedException {
        List<ConductedInjection> ready = new ArrayList<>();
        for (ConductedInjection injection : injections) {
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

    /** Does it to all at the same time; one alone needs no thread. */
    private static void together(List<ConductedInjection> injections, ParallelActions.Action<ConductedInjection> action)
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

    /** Until all that does not stay is healed. */
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
            ConcurrentHealing.heal(over);
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
        if (group.gap().isEmpty()) {
            watch(healed.orElse(injected.orElseThrow()));
            ending = InjectionResult.End.WATCHED;
        } else {
            long from = healed.orElse(injected.orElseThrow());
            runControl.await(from * RunControl.SECOND_NS + group.gap().get().toNanos());
            watchedUntil = OptionalLong.of(Math.max(from, runControl.second() + 1));
            boolean settled = group.gap().get().toSeconds()
                    >= limits.settleSeconds() + criteria.rule().heldSeconds();
            ending = settled ? InjectionResult.End.WATCHED : InjectionResult.End.FOLLOWED;
        }
    }

    /** Until the rule holds, or could no longer hold in time. */
    private void watch(long from) throws InterruptedException {
        long last = from + limits.recoveryMaxSeconds() + criteria.rule().heldSeconds();
        RecoveryWatch watch = new RecoveryWatch(criteria, from);
        degraded = true;
        while (!watch.recovered() && runControl.second() < last + PATIENCE_SECONDS) {
            runControl.awaitNews();
            watch.look(runControl.since(from).between(from, last));
            if (runControl.since(from).to() >= last) {
                break;
            }
        }
        degraded = !watch.recovered();
        watchedUntil = OptionalLong.of(Math.min(last, Math.max(from, runControl.second())));
        runControl.tell(
                "note",
                group.name()
                        + (degraded
                                ? ": not recovered within " + limits.recoveryMaxSeconds() + " s"
                                : ": back at the baseline"),
                Map.of("phase", group.phaseName(), "recovered", !degraded));
    }

    /** The fault that a name comes from may not be the one that was injected. */
    private String name() {
        return FaultText.label(
                group.name(),
                injections.stream()
                        .map(injection -> injection.asRecorded().fault())
                        .toList());
    }

    private Window.Origin origin() {
        return new Window.Origin(group.phaseName(), group.name());
    }
}
