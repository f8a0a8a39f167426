package squall.run.conduct;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import squall.run.conduct.Disturbance.Readiness;
import squall.run.conduct.Injected.Step;
import squall.scenario.Hold;
import squall.spi.Effect;

/** One injection from its preparation to its healing, and what became of it. Used by one thread at a time. */
final class Attempt {
    private final Blow blow;
    private final Blow.Part part;
    private final Disturbance disturbance;
    private final Podium podium;
    private final Map<Step, Long> atNs = new EnumMap<>(Step.class);
    private Readiness.Ready shown;
    private Fate fate = new Fate.NotReached("the run was to end");
    private Optional<Duration> skew = Optional.empty();
    private boolean touched;

    Attempt(Blow blow, Blow.Part part, Disturbance disturbance, Podium podium) {
        this.blow = blow;
        this.part = part;
        this.disturbance = disturbance;
        this.podium = podium;
        this.shown = new Readiness.Ready("", part.fault());
    }

    Injected injected() {
        return new Injected(part.name(), shown.fault(), shown.target(), fate, atNs, skew);
    }

    /** Whether it stays until the run ends. */
    boolean stays() {
        return part.hold() instanceof Hold.UntilRunEnd;
    }

    boolean inEffect() {
        return fate instanceof Fate.InEffect;
    }

    /** @return whether it can be injected */
    boolean prepare() throws InterruptedException {
        touched = true; // whatever comes between must be undone
        touched = ready();
        return touched;
    }

    void inject() throws InterruptedException {
        long beganNs = mark(Step.INJECT);
        try {
            disturbance.inject();
            mark(Step.INJECTED);
            skew = disturbance.skew();
            tell(
                    beganNs,
                    "inject",
                    true,
                    skew.map(apart -> "all nodes within " + apart.toMillis() + " ms")
                            .orElse(""));
        } catch (IOException e) {
            fate = new Fate.Failed(String.valueOf(e.getMessage()));
            tell(beganNs, "inject", false, fate.how());
        }
    }

    /** Looks whether what was injected is there. */
    void verify() throws InterruptedException {
        if (fate instanceof Fate.Failed) {
            return;
        }
        long beganNs = podium.nowNs();
        Effect effect = looked();
        if (effect.present()) {
            mark(Step.EFFECTIVE);
        }
        fate = effect.present() ? new Fate.InEffect(effect.how()) : new Fate.WithoutEffect(effect.how());
        tell(beganNs, "effective", effect.present(), effect.how());
    }

    /** When it is to be healed or asked again at the latest; the past if it has nothing to wait for. */
    long untilNs() {
        long since = atNs.getOrDefault(Step.INJECTED, 0L);
        if (!inEffect()) {
            return since;
        }
        return switch (part.hold()) {
            case Hold.For(var length, var least) -> since + length.toNanos();
            case Hold.UntilDone until -> Math.min(since + until.max().toNanos(), podium.nowNs() + Podium.SECOND_NS);
            case Hold.UntilRunEnd end -> Long.MAX_VALUE;
        };
    }

    /** Whether it has been there long enough. */
    boolean over() throws InterruptedException {
        if (!inEffect()) {
            return true;
        }
        return switch (part.hold()) {
            case Hold.For fixed -> podium.nowNs() >= untilNs();
            case Hold.UntilDone(var max) -> done() || givenUp(max.toNanos());
            case Hold.UntilRunEnd end -> false;
        };
    }

    /** Undoes it and looks whether it is gone; nothing happens to what was not touched, or is healed. */
    void heal() throws CalledOff, InterruptedException {
        if (!touched) {
            return;
        }
        long beganNs = mark(Step.HEAL);
        try {
            disturbance.heal();
            long healedNs = mark(Step.HEALED);
            tell(beganNs, "heal", true, "");
            beganNs = healedNs;
            Effect left = disturbance.effect();
            if (left.present()) {
                throw new IOException("it is still there: " + left.how());
            }
            touched = false;
            mark(Step.VERIFIED);
            tell(beganNs, "verified", true, left.how());
        } catch (IOException e) {
            tell(beganNs, "verified", false, String.valueOf(e.getMessage()));
            throw new CalledOff(new Trouble.NotHealed(
                    blow.name() + ": " + shown.fault() + " could not be healed: " + e.getMessage()));
        }
    }

    private boolean ready() throws InterruptedException {
        Readiness readiness = asked();
        switch (readiness) {
            case Readiness.Ready ready -> shown = ready;
            case Readiness.NotApplicable(String why) -> fate = new Fate.NotApplicable(why);
            case Readiness.Refused(String why) -> fate = new Fate.Refused(why);
        }
        if (readiness instanceof Readiness.Ready) {
            return true;
        }
        tell(podium.nowNs(), "note", false, "not injected: " + fate.how());
        return false;
    }

    private Readiness asked() throws InterruptedException {
        try {
            return disturbance.prepare();
        } catch (IOException e) {
            return new Readiness.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Effect looked() throws InterruptedException {
        try {
            return disturbance.effect();
        } catch (IOException e) {
            return Effect.absent("it cannot be looked at: " + e.getMessage());
        }
    }

    private boolean done() throws InterruptedException {
        try {
            return disturbance.done();
        } catch (IOException e) {
            unfinished("the work failed: " + e.getMessage());
            return true;
        }
    }

    private boolean givenUp(long maxNs) {
        boolean tooLong = podium.nowNs() >= atNs.getOrDefault(Step.INJECTED, 0L) + maxNs;
        if (tooLong) {
            unfinished("the work was not done within " + maxNs / Podium.SECOND_NS + " s");
        }
        return tooLong;
    }

    private void unfinished(String how) {
        fate = new Fate.Unfinished(how);
        tell(podium.nowNs(), "note", false, how);
    }

    private long mark(Step step) {
        long nowNs = podium.nowNs();
        atNs.put(step, nowNs);
        return nowNs;
    }

    private void tell(long beganNs, String type, boolean ok, String how) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("phase", blow.phaseName());
        facts.put("injection", part.name());
        facts.put("fault", shown.fault());
        facts.put("target", shown.target());
        facts.put("ok", ok);
        if (type.equals("inject")) {
            skew.ifPresent(apart -> facts.put("skew_ms", apart.toMillis()));
        }
        String line = blow.name() + ": " + shown.fault()
                + (shown.target().isEmpty() ? "" : " of " + shown.target())
                + (how.isEmpty() ? "" : ": " + how);
        podium.tell(beganNs, type, line, facts);
    }
}
