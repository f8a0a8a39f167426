package squall.run.conduct;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import squall.measure.Window;
import squall.measure.recovery.RecoveryWatch;
import squall.measure.recovery.Span;
import squall.measure.recovery.Yardstick;
import squall.run.ParallelActions;

/**
 * One strike from the quiet before it to the way back.
 *
 * <pre>
 *   settle --> prepare --> | inject --> hold --> heal | --> recover
 *                          '------- DISTURBED --------'--- RECOVERY ---
 * </pre>
 *
 * <p>Windows begin with a second; an injection begins at the start of the first second of its window, and the window after it with the
 * first second that begins after the healing was verified.
 */
final class Striking {
    /** How long is waited for seconds to become known that should have been judged. */
    private static final long PATIENCE_SECONDS = 10;

    private final Podium podium;
    private final Yardstick yardstick;
    private final Blow blow;
    private final Limits limits;
    private final List<Attempt> attempts;
    private OptionalLong injected = OptionalLong.empty();
    private OptionalLong healed = OptionalLong.empty();
    private OptionalLong watchedUntil = OptionalLong.empty();
    private Strike.End ending = Strike.End.CUT;
    private boolean degraded;

    Striking(Podium podium, Yardstick yardstick, Blow blow, List<Attempt> attempts, Limits limits) {
        this.podium = podium;
        this.yardstick = yardstick;
        this.blow = blow;
        this.attempts = attempts;
        this.limits = limits;
        this.degraded = limits.startedDegraded();
    }

    /**
     * How a strike is watched.
     *
     * @param settleSeconds what counts as quiet before an injection
     * @param recoveryMaxSeconds from the healing, until it is said that the system did not recover
     * @param startedDegraded whether the system was not back from the strike before
     */
    record Limits(long settleSeconds, long recoveryMaxSeconds, boolean startedDegraded) {}

    void perform() throws InterruptedException, CalledOff {
        try {
            strikeAndWatch();
        } finally {
            if (injected.isPresent() && watchedUntil.isEmpty()) {
                long last = healed.orElse(injected.getAsLong());
                watchedUntil = OptionalLong.of(Math.max(last, podium.second()));
            }
        }
    }

    private void strikeAndWatch() throws InterruptedException, CalledOff {
        settle();
        List<Attempt> ready = prepared();
        if (ready.isEmpty()) {
            ending = Strike.End.WATCHED;
            return;
        }
        inject(ready);
        hold(ready);
        recover();
    }

    /** What came of it, also after it was cut short; what stays is healed only later. */
    Strike strike() {
        Optional<Span> span = injected.stream()
                .mapToObj(from -> new Span(from, healed, watchedUntil.orElse(from)))
                .findFirst();
        return new Strike(
                blow.phase(),
                name(),
                attempts.stream().map(Attempt::injected).toList(),
                span,
                ending,
                limits.startedDegraded());
    }

    /** Whether the system was not seen to come back. */
    boolean degraded() {
        return degraded;
    }

    private void settle() throws InterruptedException {
        if (blow.settle().isPositive()) {
            podium.open(blow.name() + " settle", Window.Kind.STEADY, origin());
            podium.await(podium.nowNs() + blow.settle().toNanos());
        }
    }

    private List<Attempt> prepared() throws InterruptedException {
        List<Attempt> ready = new ArrayList<>();
        for (Attempt attempt : attempts) {
            if (attempt.prepare()) {
                ready.add(attempt);
            }
        }
        return ready;
    }

    private void inject(List<Attempt> ready) throws InterruptedException {
        Window window = podium.open(name(), Window.Kind.DISTURBED, origin());
        podium.awaitSecond(window.fromSecond());
        injected = OptionalLong.of(window.fromSecond());
        together(ready, Attempt::inject);
        together(ready, Attempt::verify);
    }

    /** Does it to all at the same time; one alone needs no thread. */
    private static void together(List<Attempt> attempts, ParallelActions.Action<Attempt> action)
            throws InterruptedException {
        try {
            if (attempts.size() == 1) {
                action.on(attempts.getFirst());
            } else {
                new ParallelActions().onEach(attempts, action);
            }
        } catch (IOException e) {
            throw new IllegalStateException("an injection tells what fails by its fate", e);
        }
    }

    /** Until all that does not stay is healed. */
    private void hold(List<Attempt> ready) throws InterruptedException, CalledOff {
        List<Attempt> holding = new ArrayList<>(ready);
        holding.removeIf(attempt -> attempt.stays() && attempt.inEffect());
        boolean stays = holding.size() < ready.size();
        while (!holding.isEmpty()) {
            List<Attempt> over = new ArrayList<>();
            for (Attempt attempt : holding) {
                if (attempt.over()) {
                    over.add(attempt);
                }
            }
            Healing.heal(over);
            holding.removeAll(over);
            if (!holding.isEmpty()) {
                podium.await(holding.stream().mapToLong(Attempt::untilNs).min().orElseThrow());
            }
        }
        if (!stays) {
            Window window = podium.open(name() + " recovery", Window.Kind.RECOVERY, origin());
            healed = OptionalLong.of(window.fromSecond());
        }
    }

    private void recover() throws InterruptedException {
        if (blow.gap().isEmpty()) {
            watch(healed.orElse(injected.orElseThrow()));
            ending = Strike.End.WATCHED;
        } else {
            long from = healed.orElse(injected.orElseThrow());
            podium.await(from * Podium.SECOND_NS + blow.gap().get().toNanos());
            watchedUntil = OptionalLong.of(Math.max(from, podium.second() + 1));
            boolean settled = blow.gap().get().toSeconds()
                    >= limits.settleSeconds() + yardstick.rule().heldSeconds();
            ending = settled ? Strike.End.WATCHED : Strike.End.FOLLOWED;
        }
    }

    /** Until the rule holds, or could no longer hold in time. */
    private void watch(long from) throws InterruptedException {
        long last = from + limits.recoveryMaxSeconds() + yardstick.rule().heldSeconds();
        RecoveryWatch watch = new RecoveryWatch(yardstick, from);
        degraded = true;
        while (!watch.recovered() && podium.second() < last + PATIENCE_SECONDS) {
            podium.awaitNews();
            watch.look(podium.since(from).between(from, last));
            if (podium.since(from).to() >= last) {
                break;
            }
        }
        degraded = !watch.recovered();
        watchedUntil = OptionalLong.of(Math.min(last, Math.max(from, podium.second())));
        podium.tell(
                "note",
                blow.name()
                        + (degraded
                                ? ": not back within " + limits.recoveryMaxSeconds() + " s"
                                : ": back at the baseline"),
                Map.of("phase", blow.phaseName(), "recovered", !degraded));
    }

    /** The fault that a name comes from may not be the one that was injected. */
    private String name() {
        return FaultText.label(
                blow.name(),
                attempts.stream().map(attempt -> attempt.injected().fault()).toList());
    }

    private Window.Origin origin() {
        return new Window.Origin(blow.phaseName(), blow.name());
    }
}
