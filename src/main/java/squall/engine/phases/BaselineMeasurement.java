package squall.engine.phases;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import squall.engine.phases.Conductor.RunControl;
import squall.engine.phases.PhaseRunner.ScenarioAbortedException;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.Window;
import squall.measure.Window.WindowOrigin;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.SecondSeries;
import squall.scenario.Phase;

/**
 * Measurement of the baseline at the end of its phase, extended by its length as long as its two halves differ, or it varies so much that
 * the rule would call any goodput recovered.
 *
 * @param wanted length of the baseline
 */
record BaselineMeasurement(RunControl runControl, RecoveryRule rule, Duration wanted) {
    private static final int MOST_EXTENSIONS = 3;
    /** Time after which an operation of the baseline without a response means that the system is not healthy. */
    private static final long PATIENCE_SECONDS = 30;

    /** @throws ScenarioAbortedException if the baseline did not become steady */
    BaselineCriteria take(Phase.Baseline phase) throws InterruptedException, ScenarioAbortedException {
        long seconds = Math.min(wanted.toSeconds(), phase.length().toSeconds());
        WindowOrigin origin = WindowOrigin.of(phase.name());
        lead(phase, phase.length().toSeconds() - seconds);
        Baseline baseline = take(phase.name(), origin, seconds);
        Optional<String> flaw = flaw(baseline, phase);
        for (int extension = 1; flaw.isPresent(); extension++) {
            if (extension > MOST_EXTENSIONS) {
                throw new ScenarioAbortedException(
                        ScenarioProblem.noBaseline(phase.name() + ": " + flaw.get() + ", even when measured for the "
                                + (MOST_EXTENSIONS + 1) + "th time: there is no baseline to compare with"));
            }
            runControl.tell(
                    ScenarioEvent.NOTE,
                    phase.name() + ": " + flaw.get() + "; measuring it again",
                    Map.of(
                            "phase",
                            phase.name(),
                            "drift_share",
                            baseline.driftShare(),
                            "goodput_noise_share",
                            baseline.goodputNoise()));
            baseline = take(phase.name() + "-" + (extension + 1), origin, seconds);
            flaw = flaw(baseline, phase);
        }
        return new BaselineCriteria(rule, baseline);
    }

    private void lead(Phase.Baseline phase, long seconds) throws InterruptedException {
        if (seconds > 0) {
            Window lead =
                    runControl.open(Window.settling(phase.name()), Window.Kind.STEADY, WindowOrigin.of(phase.name()));
            // The next window opens at the second after the current one.
            runControl.awaitSecond(lead.fromSecond() + seconds - 1);
        }
    }

    private Baseline take(String name, WindowOrigin origin, long seconds)
            throws InterruptedException, ScenarioAbortedException {
        Window window = runControl.open(name, Window.Kind.BASELINE, origin);
        long end = window.fromSecond() + seconds;
        runControl.awaitSecond(end - 1);
        // The seconds until the last of its operations is answered are no part of the baseline.
        runControl.open(Window.evaluation(name), Window.Kind.STEADY, origin);
        runControl.awaitSecond(end);
        SecondSeries known = runControl.since(window.fromSecond());
        while (known.to() < end) {
            if (runControl.second() > end + PATIENCE_SECONDS) {
                throw new ScenarioAbortedException(ScenarioProblem.noBaseline(
                        name + ": an operation that was due before second " + end + " had no response "
                                + PATIENCE_SECONDS + " s later: there is no baseline to compare with"));
            }
            runControl.awaitNews();
            known = runControl.since(window.fromSecond());
        }
        return Baseline.of(known.between(window.fromSecond(), end), rule.windowSeconds());
    }

    /** Describes why nothing can be compared with this baseline; empty if it is good. */
    private Optional<String> flaw(Baseline baseline, Phase.Baseline phase) {
        if (!baseline.steady(phase.drift())) {
            return Optional.of(drift(baseline, phase));
        }
        return rule.decides(baseline)
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "goodput of its %d s windows varies by %.0f %% (three standard deviations), so that any goodput"
                                + " would count as recovered (a longer baseline, a higher rate or a recovery rule with a"
                                + " share avoids this)",
                        rule.windowSeconds(),
                        100 * baseline.goodputNoise()));
    }

    private static String drift(Baseline baseline, Phase.Baseline phase) {
        return baseline.goodputPerSecond() == 0
                ? "no operation was acknowledged"
                : String.format(
                        Locale.ROOT,
                        "goodput of its halves differs by %.1f %%, but must differ by less than %s %%",
                        100 * baseline.driftShare(),
                        BigDecimal.valueOf(phase.drift())
                                .movePointRight(2)
                                .stripTrailingZeros()
                                .toPlainString());
    }
}
