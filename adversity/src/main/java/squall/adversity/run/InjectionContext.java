package squall.adversity.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.adversity.run.SafetyGuards.ActiveFault;
import squall.scenario.Injection;
import squall.scenario.InjectionRepeat.Gap;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.target.Field;
import squall.scenario.target.Selector.Chosen;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;

/**
 * One injection in the course of a scenario.
 *
 * @param phase index in the scenario's phases; a disturbed one
 * @param index of the injection in the phase
 * @param round which time it is, over repeats and repetitions, from 0
 */
record InjectionContext(Scenario scenario, int phase, int index, int round) {
    Phase.Disturbed disturbed() {
        return (Phase.Disturbed) scenario.phases().get(phase);
    }

    Injection injection() {
        return disturbed().injections().get(index);
    }

    ScenarioSetup.SafetyLimits safety() {
        return scenario.setting().safety();
    }

    /** Its targets: a function of the field and the seed. */
    Chosen chosen(Field field) {
        return injection().target().choose(field, scenario.chance(phase, index, round));
    }

    /** After which it heals by itself. */
    Duration atMost() {
        return new MaximumDurations(scenario).hold(phase, injection()).plus(safety().grace());
    }

    /** Why it is forbidden; empty if it is not. */
    Optional<String> refusal(Cluster cluster, List<Node> nodes, List<ActiveFault> running, ActiveFault next) {
        ScenarioSetup.SafetyLimits safety =
                cluster instanceof Local ? safety().allowing(List.of(ScenarioSetup.SafetyLimits.NAMESPACES)) : safety();
        return new SafetyGuards(safety)
                .refusal(nodes, running, next, disturbed().consents());
    }

    /**
     * How long parts of a scenario take at most: the times after which a fault heals by itself.
     *
     * <p>A baseline may take four times its length before it fails; a Poisson gap counts as ten means.
     */
    record MaximumDurations(Scenario scenario) {
        private static final int BASELINE_TIMES = 4;
        private static final int POISSON_MEANS = 10;

        /** A fault from its arming until it must be healed, without grace. */
        Duration hold(int phase, Injection injection) {
            return switch (injection.hold()) {
                case Injection.HoldTime.For held -> held.length();
                case Injection.HoldTime.UntilDone work -> work.max();
                case Injection.HoldTime.UntilRunEnd end -> fromPhase(phase);
            };
        }

        private Duration fromPhase(int first) {
            Duration sum = Duration.ZERO;
            for (Phase phase :
                    scenario.phases().subList(first, scenario.phases().size())) {
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
                case Injection.HoldTime.For held -> held.length();
                case Injection.HoldTime.UntilDone work -> work.max();
                case Injection.HoldTime.UntilRunEnd end -> Duration.ZERO;
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
}
