package squall.adversity.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.adversity.Kinds;
import squall.adversity.guard.Struck;
import squall.scenario.Hold;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.target.Chosen;
import squall.spi.Cluster;
import squall.spi.Durations;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Scene;

/**
 * Everything that a scenario would do to a cluster, as text; touches nothing. The same seed and the same cluster give the same text.
 *
 * <p>What is background to later phases counts for the guards from where it begins.
 */
public final class Rehearsal {
    private final Scenario scenario;
    private final Cluster cluster;
    private final Ground ground;
    private final Kinds<FaultProvider> faults;
    private final List<String> lines = new ArrayList<>();
    private final List<Struck> background = new ArrayList<>();
    private boolean forbidden;
    private int number;

    private Rehearsal(Scenario scenario, Cluster cluster, Ground ground, Kinds<FaultProvider> faults) {
        this.scenario = scenario;
        this.cluster = cluster;
        this.ground = ground;
        this.faults = faults;
    }

    /**
     * Goes through all phases.
     *
     * @param cluster as it stands, or one of paper
     * @throws IllegalArgumentException if a fault, an option or a node of the scenario is not there
     */
    public static Rehearsal of(Scenario scenario, Cluster cluster, Kinds<FaultProvider> faults)
            throws IOException, InterruptedException {
        Rehearsal rehearsal = new Rehearsal(scenario, cluster, Ground.of(cluster), faults);
        for (int i = 0; i < scenario.phases().size(); i++) {
            rehearsal.phase(i);
        }
        return rehearsal;
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** Whether a guard would forbid something. */
    public boolean forbidden() {
        return forbidden;
    }

    private void phase(int index) throws IOException {
        Phase phase = scenario.phases().get(index);
        switch (phase) {
            case Phase.Fill fill -> title(index, phase, "as fast as it can, " + text(fill.length()));
            case Phase.Baseline baseline -> title(index, phase, "undisturbed, " + text(baseline.length()));
            case Phase.Control control -> title(index, phase, "no fault, held for " + text(control.hold()));
            case Phase.Cooldown cooldown -> title(index, phase, "undisturbed, " + text(cooldown.length()));
            case Phase.Disturbed disturbed -> disturbed(index, disturbed);
        }
    }

    private void title(int index, Phase phase, String what) {
        lines.add("phase " + (index + 1) + " " + phase.name() + ": " + what);
    }

    private void disturbed(int index, Phase.Disturbed disturbed) throws IOException {
        title(
                index,
                disturbed,
                disturbed.injections().size() + " faults, "
                        + disturbed.order().name().toLowerCase(Locale.ROOT)
                        + (disturbed.consents().isEmpty() ? "" : ", allowed: " + disturbed.consents()));
        for (int repetition = 0; repetition < scenario.rules().repetitions(); repetition++) {
            List<Struck> together = new ArrayList<>(background);
            for (int i = 0; i < disturbed.injections().size(); i++) {
                Injection injection = disturbed.injections().get(i);
                int times = injection.repeat().times();
                int first = repetition * times;
                for (int round : IntStream.range(first, first + times).toArray()) {
                    injection(new Moment(scenario, index, i, round), together);
                }
            }
        }
    }

    private void injection(Moment moment, List<Struck> running) throws IOException {
        String id = "f" + ++number;
        switch (moment.chosen(ground.field())) {
            case Chosen.NotApplicable not -> lines.add("  " + id + " not applicable: " + not.why());
            case Chosen.Nodes chosen -> {
                switch (Means.of(moment.injection(), cluster, faults)) {
                    case Means.Found.Without without -> lines.add("  " + id + " not applicable: " + without.why());
                    case Means.Found.With with -> strike(moment, id, with.means(), chosen.nodes(), running);
                }
            }
        }
    }

    private void strike(Moment moment, String id, Means means, List<Cluster.Node> nodes, List<Struck> running) {
        Injection injection = moment.injection();
        Struck next = new Struck(id, means.choice().kind(), means.aim(), nodes);
        lines.add("  " + id + " " + means.shown() + " of " + ground.shown(nodes) + ", " + text(injection.hold()));
        Optional<String> refusal = moment.refusal(cluster, ground.field().nodes(), running, next);
        refusal.ifPresent(why -> lines.add("    forbidden: " + why));
        forbidden |= refusal.isPresent();
        Scene scene = new Scene("adv_RUN_" + id, cluster, nodes, Map.of());
        Fault fault = means.provider().fault(scene, means.choice().options("phases[" + moment.phase() + "].fault"));
        fault.steps().forEach(step -> lines.add("    " + step));
        lines.add("    sentinel: heals " + text(moment.atMost())
                + " after arming, or when the process of the run is gone");
        stays(injection, next, moment.disturbed(), running);
    }

    /** Who is still there when the next one comes. */
    private void stays(Injection injection, Struck struck, Phase.Disturbed phase, List<Struck> running) {
        if (phase.order() == Phase.Order.PARALLEL) {
            running.add(struck);
        }
        if (injection.hold() instanceof Hold.UntilRunEnd) {
            running.add(struck);
            background.add(struck);
        }
    }

    private static String text(Hold hold) {
        return switch (hold) {
            case Hold.For held -> "held for " + text(held.length());
            case Hold.UntilDone work -> "held until it is done, at most " + text(work.max());
            case Hold.UntilRunEnd end -> "held until the run ends";
        };
    }

    private static String text(Duration length) {
        return Durations.text(length);
    }
}
