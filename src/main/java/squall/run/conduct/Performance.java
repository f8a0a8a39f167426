package squall.run.conduct;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.measure.Window;
import squall.measure.recovery.RecoveryRule;
import squall.measure.recovery.Yardstick;
import squall.scenario.Hold;
import squall.scenario.Phase;
import squall.scenario.Scenario;

/** The phases of a scenario, one after the other, on one thread; whatever happens, everything is healed at the end. */
final class Performance {
    private final Scenario scenario;
    private final Disturbances disturbances;
    private final Podium podium;
    private final RecoveryRule rule;
    private final List<Attempt> attempts = new ArrayList<>();
    private final List<Striking> strikings = new ArrayList<>();
    private final List<Trouble> troubles = new ArrayList<>();
    private Optional<Yardstick> yardstick = Optional.empty();
    private boolean degraded;

    Performance(Scenario scenario, Disturbances disturbances, Podium podium) {
        this.scenario = scenario;
        this.disturbances = disturbances;
        this.podium = podium;
        this.rule = rule(scenario.rules().recovery());
    }

    /**
     * Plays to the end.
     *
     * @param fromSecond when the load is at its pace: whatever comes before it is no phase of the scenario, but for the filling, in which
     *     a load finds its maximum
     * @throws InterruptedException if the run is to end; everything is healed
     */
    void play(long fromSecond) throws InterruptedException {
        try {
            podium.awaitSecond(fromSecond - 1); // a window opens with the second after the one that is under way
            for (int i = 0; i < scenario.phases().size(); i++) {
                Phase phase = scenario.phases().get(i);
                podium.tell("phase", phase.name() + " begins", Map.of("phase", phase.name()));
                pass(i, phase);
            }
        } catch (CalledOff e) {
            troubles.add(e.trouble());
        } finally {
            healAll();
        }
    }

    /** What was the measure of all; empty if it was not taken. */
    Optional<Yardstick> yardstick() {
        return yardstick;
    }

    /** In the order in which they came; after the end. */
    List<Strike> strikes() {
        return strikings.stream().map(Striking::strike).toList();
    }

    List<Trouble> troubles() {
        return List.copyOf(troubles);
    }

    private void pass(int index, Phase phase) throws InterruptedException, CalledOff {
        switch (phase) {
            case Phase.Fill fill -> {} // over: the run began with it
            case Phase.Baseline baseline ->
                yardstick = Optional.of(new BaselineTaking(
                                podium, rule, scenario.rules().windows().baseline())
                        .take(baseline));
            case Phase.Control control -> control(index, control);
            case Phase.Disturbed disturbed -> disturbed(index, disturbed);
            case Phase.Cooldown cooldown -> cooldown(cooldown);
        }
    }

    private void cooldown(Phase.Cooldown cooldown) throws InterruptedException {
        Window window = podium.open(cooldown.name(), Window.Kind.STEADY, Window.Origin.of(cooldown.name()));
        podium.await(window.fromSecond() * Podium.SECOND_NS + cooldown.length().toNanos());
    }

    private void control(int index, Phase.Control control) throws InterruptedException, CalledOff {
        Blow.Part nothing = new Blow.Part(0, 0, "none", "none", new Hold.For(control.hold(), Duration.ZERO));
        Blow blow = new Blow(
                index,
                control.name(),
                control.name(),
                List.of(nothing),
                scenario.rules().windows().settle(),
                Optional.empty());
        strike(blow, List.of(new Attempt(blow, nothing, new NoDisturbance(), podium)));
    }

    private void disturbed(int index, Phase.Disturbed disturbed) throws InterruptedException, CalledOff {
        for (int repetition = 0; repetition < scenario.rules().repetitions(); repetition++) {
            for (Blow blow : new Blows(scenario, index, disturbed, repetition).all()) {
                strike(
                        blow,
                        blow.parts().stream()
                                .map(part -> new Attempt(
                                        blow, part, disturbances.of(index, part.injection(), part.round()), podium))
                                .toList());
            }
        }
    }

    private void strike(Blow blow, List<Attempt> parts) throws InterruptedException, CalledOff {
        attempts.addAll(parts);
        Striking striking = new Striking(
                podium,
                yardstick.orElseThrow(() -> new IllegalStateException(blow.name() + " comes before every baseline")),
                blow,
                parts,
                limits());
        strikings.add(striking);
        striking.perform();
        degraded = striking.degraded();
    }

    private Striking.Limits limits() {
        var windows = scenario.rules().windows();
        return new Striking.Limits(
                windows.settle().toSeconds(), windows.recoveryMax().toSeconds(), degraded);
    }

    private void healAll() {
        try {
            Healing.heal(attempts);
        } catch (CalledOff e) {
            if (!troubles.contains(e.trouble())) { // what could not be healed before was tried once more
                troubles.add(e.trouble());
            }
        }
    }

    private static RecoveryRule rule(squall.scenario.RecoveryRule chosen) {
        return switch (chosen) {
            case squall.scenario.RecoveryRule.Strict strict -> RecoveryRule.STRICT;
            case squall.scenario.RecoveryRule.Throughput95 throughput -> RecoveryRule.THROUGHPUT_95;
            case squall.scenario.RecoveryRule.Given given ->
                RecoveryRule.given(
                        given.share(),
                        given.latencyFactor(),
                        given.latencyFloor(),
                        Math.toIntExact(given.window().toSeconds()),
                        Math.toIntExact(given.held().toSeconds()));
        };
    }
}
