package squall.adversity.run;

import java.time.Duration;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Repeat.Gap;
import squall.scenario.Scenario;

/**
 * How long parts of a scenario take at most: the times after which a fault heals by itself.
 *
 * <p>A baseline may be taken four times as long as it says before it is given up; what waits by a Poisson process is given ten means.
 */
record Longest(Scenario scenario) {
    private static final int BASELINE_TIMES = 4;
    private static final int POISSON_MEANS = 10;

    /** A fault from its arming until it must be healed, without grace. */
    Duration hold(int phase, Injection injection) {
        return switch (injection.hold()) {
            case Hold.For held -> held.length();
            case Hold.UntilDone work -> work.max();
            case Hold.UntilRunEnd end -> fromPhase(phase);
        };
    }

    private Duration fromPhase(int first) {
        Duration sum = Duration.ZERO;
        for (Phase phase : scenario.phases().subList(first, scenario.phases().size())) {
            sum = sum.plus(of(phase));
        }
        return sum;
    }

    private Duration of(Phase phase) {
        return switch (phase) {
            case Phase.Fill fill -> fill.length();
            case Phase.Baseline baseline -> baseline.length().multipliedBy(BASELINE_TIMES);
            case Phase.Control control -> control.hold().plus(around());
            case Phase.Cooldown cooldown -> cooldown.length();
            case Phase.Disturbed disturbed ->
                disturbed.injections().stream()
                        .map(this::of)
                        .reduce(Duration.ZERO, Duration::plus)
                        .multipliedBy(scenario.rules().repetitions());
        };
    }

    private Duration of(Injection injection) {
        Duration once = switch (injection.hold()) {
            case Hold.For held -> held.length();
            case Hold.UntilDone work -> work.max();
            case Hold.UntilRunEnd end -> Duration.ZERO;
        };
        return once.plus(around())
                .plus(gap(injection.repeat().gap()))
                .multipliedBy(injection.repeat().times());
    }

    private Duration around() {
        return scenario.setting()
                .safety()
                .healthyWithin()
                .plus(scenario.rules().windows().settle())
                .plus(scenario.rules().windows().recoveryMax())
                .plus(scenario.rules().recovery().held());
    }

    private static Duration gap(Gap gap) {
        return switch (gap) {
            case Gap.Fixed fixed -> fixed.length();
            case Gap.Uniform uniform -> uniform.most();
            case Gap.Poisson poisson -> poisson.mean().multipliedBy(POISSON_MEANS);
        };
    }
}
