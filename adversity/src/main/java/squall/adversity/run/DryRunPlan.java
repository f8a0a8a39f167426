package squall.adversity.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.ClusterFaultInjector.ClusterSnapshot;
import squall.adversity.run.ClusterFaultInjector.InjectionContext;
import squall.adversity.run.ClusterFaultInjector.ResolvedFault;
import squall.adversity.run.SafetyGuards.ActiveFault;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.Scenario;
import squall.scenario.target.Selector.Chosen;
import squall.spi.Cluster;
import squall.spi.Durations;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultProvider;
import squall.system.HumanNumbers;

/**
 * Everything that a scenario would do to a cluster, as text; touches nothing. The same seed and the same cluster give the same text.
 *
 * <p>What is background to later phases counts for the guards from where it begins.
 */
public final class DryRunPlan {
    private final Scenario scenario;
    private final Cluster cluster;
    private final ClusterSnapshot snapshot;
    private final ProviderRegistry<FaultProvider> faults;
    private final List<String> lines = new ArrayList<>();
    private final List<ActiveFault> background = new ArrayList<>();
    private boolean forbidden;
    private int number;

    private DryRunPlan(
            Scenario scenario, Cluster cluster, ClusterSnapshot snapshot, ProviderRegistry<FaultProvider> faults) {
        this.scenario = scenario;
        this.cluster = cluster;
        this.snapshot = snapshot;
        this.faults = faults;
    }

    /**
     * Goes through all phases.
     *
     * @param cluster as it stands, or one of paper
     * @throws IllegalArgumentException if a fault, an option or a node of the scenario does not exist
     */
    public static DryRunPlan of(Scenario scenario, Cluster cluster, ProviderRegistry<FaultProvider> faults)
            throws IOException, InterruptedException {
        DryRunPlan rehearsal = new DryRunPlan(scenario, cluster, ClusterSnapshot.of(cluster), faults);
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
            case Phase.Fill fill -> title(index, phase, "at full speed, " + text(fill.length()));
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
                HumanNumbers.counted(disturbed.injections().size(), "fault") + ", "
                        + disturbed.order().name().toLowerCase(Locale.ROOT)
                        + (disturbed.consents().isEmpty() ? "" : ", allowed: " + disturbed.consents()));
        for (int repetition = 0; repetition < scenario.rules().repetitions(); repetition++) {
            List<ActiveFault> together = new ArrayList<>(background);
            for (int i = 0; i < disturbed.injections().size(); i++) {
                Injection injection = disturbed.injections().get(i);
                int times = injection.repeat().times();
                int first = repetition * times;
                for (int round : IntStream.range(first, first + times).toArray()) {
                    injection(new InjectionContext(scenario, index, i, round), together);
                }
            }
        }
    }

    private void injection(InjectionContext context, List<ActiveFault> running) throws IOException {
        String id = "f" + ++number;
        switch (context.chosen(snapshot.field())) {
            case Chosen.NotApplicable not -> lines.add("  " + id + " not applicable: " + not.why());
            case Chosen.Nodes chosen -> {
                switch (ResolvedFault.of(context.injection(), cluster, faults)) {
                    case ResolvedFault.Found.Without without ->
                        lines.add("  " + id + " not applicable: " + without.why());
                    case ResolvedFault.Found.With with -> plan(context, id, with.resolved(), chosen.nodes(), running);
                }
            }
        }
    }

    private void plan(
            InjectionContext context,
            String id,
            ResolvedFault resolved,
            List<Cluster.Node> nodes,
            List<ActiveFault> running) {
        Injection injection = context.injection();
        ActiveFault next = new ActiveFault(id, resolved.choice().kind(), resolved.aim(), nodes);
        lines.add("  " + id + " " + resolved.shown() + " of " + snapshot.shown(nodes) + ", " + text(injection.hold()));
        Optional<String> refusal = context.refusal(cluster, snapshot.field().nodes(), running, next);
        refusal.ifPresent(why -> lines.add("    forbidden: " + why));
        forbidden |= refusal.isPresent();
        FaultContext scene = new FaultContext("adv_RUN_" + id, cluster, nodes, Map.of());
        Fault fault =
                resolved.provider().fault(scene, resolved.choice().options("phases[" + context.phase() + "].fault"));
        fault.steps().forEach(step -> lines.add("    " + step));
        lines.add("    watchdog: heals " + text(context.atMost())
                + " after arming, or when the process of the run has ended");
        stays(injection, next, context.disturbed(), running);
    }

    /** The faults still in effect when the next one is injected. */
    private void stays(Injection injection, ActiveFault affected, Phase.Disturbed phase, List<ActiveFault> running) {
        if (phase.order() == Phase.Order.PARALLEL) {
            running.add(affected);
        }
        if (injection.hold() instanceof Injection.HoldTime.UntilRunEnd) {
            running.add(affected);
            background.add(affected);
        }
    }

    private static String text(Injection.HoldTime hold) {
        return switch (hold) {
            case Injection.HoldTime.For held -> "held for " + text(held.length());
            case Injection.HoldTime.UntilDone work -> "held until it is done, at most " + text(work.max());
            case Injection.HoldTime.UntilRunEnd end -> "held until the run ends";
        };
    }

    private static String text(Duration length) {
        return Durations.text(length);
    }
}
