package squall.run.conduct;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import squall.measure.Window;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.Series;
import squall.measure.recovery.Yardstick;
import squall.scenario.Phase;

/** Takes the baseline: the end of its phase, and as long again as long as its halves differ. */
final class BaselineTaking {
    private static final int MOST_EXTENSIONS = 3;
    /** An operation that was due in the baseline and has no answer after this long says that the system is not well. */
    private static final long PATIENCE_SECONDS = 30;

    private final Podium podium;
    private final RecoveryRule rule;
    private final Duration wanted;

    /** @param wanted how long the baseline is to be */
    BaselineTaking(Podium podium, RecoveryRule rule, Duration wanted) {
        this.podium = podium;
        this.rule = rule;
        this.wanted = wanted;
    }

    /** @throws CalledOff if it did not become steady */
    Yardstick take(Phase.Baseline phase) throws InterruptedException, CalledOff {
        long seconds = Math.min(wanted.toSeconds(), phase.length().toSeconds());
        Window.Origin origin = Window.Origin.of(phase.name());
        lead(phase, phase.length().toSeconds() - seconds);
        Baseline baseline = take(phase.name(), origin, seconds);
        for (int extension = 1; !baseline.steady(); extension++) {
            if (extension > MOST_EXTENSIONS) {
                throw new CalledOff(new Trouble.NoBaseline(
                        phase.name() + ": " + drift(baseline) + ", also when it was taken for the "
                                + (MOST_EXTENSIONS + 1) + "th time: there is nothing to compare with"));
            }
            podium.tell(
                    "note",
                    phase.name() + ": " + drift(baseline) + ", it is taken once more",
                    Map.of("phase", phase.name(), "drift_share", baseline.driftShare()));
            baseline = take(phase.name() + "-" + (extension + 1), origin, seconds);
        }
        return new Yardstick(rule, baseline);
    }

    private void lead(Phase.Baseline phase, long seconds) throws InterruptedException {
        if (seconds > 0) {
            Window lead = podium.open(phase.name() + " settle", Window.Kind.STEADY, Window.Origin.of(phase.name()));
            // The next window opens with the second after the one that is under way.
            podium.awaitSecond(lead.fromSecond() + seconds - 1);
        }
    }

    private Baseline take(String name, Window.Origin origin, long seconds) throws InterruptedException, CalledOff {
        Window window = podium.open(name, Window.Kind.BASELINE, origin);
        long end = window.fromSecond() + seconds;
        podium.awaitSecond(end);
        Series known = podium.since(window.fromSecond());
        while (known.to() < end) {
            if (podium.second() > end + PATIENCE_SECONDS) {
                throw new CalledOff(new Trouble.NoBaseline(name + ": an operation that was due before second " + end
                        + " had no answer " + PATIENCE_SECONDS + " s later: there is nothing to compare with"));
            }
            podium.awaitNews();
            known = podium.since(window.fromSecond());
        }
        return Baseline.of(known.between(window.fromSecond(), end), rule.windowSeconds());
    }

    private static String drift(Baseline baseline) {
        return baseline.goodputPerSecond() == 0
                ? "nothing was acknowledged"
                : String.format(
                        Locale.ROOT,
                        "goodput of its halves differs by %.1f %%, less than %.0f %% is wanted",
                        100 * baseline.driftShare(),
                        100 * Baseline.MOST_DRIFT);
    }
}
