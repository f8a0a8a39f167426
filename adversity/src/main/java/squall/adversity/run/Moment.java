package squall.adversity.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.adversity.guard.Guards;
import squall.adversity.guard.Struck;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Safety;
import squall.scenario.Scenario;
import squall.scenario.target.Chosen;
import squall.scenario.target.Field;
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
record Moment(Scenario scenario, int phase, int index, int round) {
    Phase.Disturbed disturbed() {
        return (Phase.Disturbed) scenario.phases().get(phase);
    }

    Injection injection() {
        return disturbed().injections().get(index);
    }

    Safety safety() {
        return scenario.setting().safety();
    }

    /** Whom it strikes: a function of the field and the seed. */
    Chosen chosen(Field field) {
        return injection().target().choose(field, scenario.chance(phase, index, round));
    }

    /** After which it heals by itself. */
    Duration atMost() {
        return new Longest(scenario).hold(phase, injection()).plus(safety().grace());
    }

    /** Why it is forbidden; empty if it is not. */
    Optional<String> refusal(Cluster cluster, List<Node> nodes, List<Struck> running, Struck next) {
        Safety safety = cluster instanceof Local ? safety().allowing(List.of(Safety.NAMESPACES)) : safety();
        return new Guards(safety).refusal(nodes, running, next, disturbed().consents());
    }
}
