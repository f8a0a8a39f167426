package squall.adversity.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
 * Plan of everything that a scenario would do to a cluster; touches nothing. The same seed and the same cluster give the same plan.
 *
 * <p>A fault that stays in the background of later phases counts for the guards from where it begins.
 */
public final class DryRunPlan {
    /** Key of a fault in a scenario, with which the messages about its options begin. */
    private static final String FAULT = "fault";

    private final Scenario scenario;
    private final Cluster cluster;
    private final ClusterSnapshot snapshot;
    private final ProviderRegistry<FaultProvider> faults;
    private final List<PlannedPhase> phases = new ArrayList<>();
    private final List<ActiveFault> background = new ArrayList<>();
    private final List<String> forbidden = new ArrayList<>();
    private int number;

    /** Plan of a phase. @param what happens in it, one line */
    public record PlannedPhase(String name, String what, List<PlannedInjection> injections) {
        public PlannedPhase {
            injections = List.copyOf(injections);
        }
    }

    /**
     * Plan of an injection of a phase. Where it is not applicable, all else is empty.
     *
     * @param id of the run's faults
     * @param notApplicable why the cluster does not support it; empty if it does
     * @param hold how long it is held, as text
     * @param forbidden which guard would refuse it, and why; empty if none
     * @param steps that inject, verify and heal it, a line each
     * @param watchdog how long after arming it is healed in any case
     */
    public record PlannedInjection(
            String id,
            Optional<String> notApplicable,
            Optional<String> fault,
            Optional<String> target,
            Optional<String> hold,
            Optional<String> forbidden,
            List<String> steps,
            Optional<String> watchdog) {
        public PlannedInjection {
            steps = List.copyOf(steps);
        }

        private static PlannedInjection notApplicable(String id, String why) {
            return new PlannedInjection(
                    id,
                    Optional.of(why),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of(),
                    Optional.empty());
        }

        private List<String> lines() {
            List<String> lines = new ArrayList<>();
            notApplicable.ifPresent(why -> lines.add("  " + id + " not applicable: " + why));
            fault.ifPresent(
                    shown -> lines.add("  " + id + " " + shown + " of " + target.orElse("") + ", " + hold.orElse("")));
            forbidden.ifPresent(why -> lines.add("    forbidden: " + why));
            steps.forEach(step -> lines.add("    " + step));
            watchdog.ifPresent(after -> lines.add(
                    "    watchdog: heals " + after + " after arming, or when the process of the run has ended"));
            return lines;
        }
    }

    private DryRunPlan(
            Scenario scenario, Cluster cluster, ClusterSnapshot snapshot, ProviderRegistry<FaultProvider> faults) {
        this.scenario = scenario;
        this.cluster = cluster;
        this.snapshot = snapshot;
        this.faults = faults;
    }

    /**
     * Plans all phases.
     *
     * @param cluster an existing one, or a {@link DryRunCluster}
     * @throws IllegalArgumentException if a fault, an option or a node of the scenario does not exist; its message begins with the path
     *     in the file, such as {@code phases[2].target: }
     */
    public static DryRunPlan of(Scenario scenario, Cluster cluster, ProviderRegistry<FaultProvider> faults)
            throws IOException, InterruptedException {
        DryRunPlan rehearsal = new DryRunPlan(scenario, cluster, ClusterSnapshot.of(cluster), faults);
        for (int i = 0; i < scenario.phases().size(); i++) {
            rehearsal.phase(i);
        }
        return rehearsal;
    }

    public List<PlannedPhase> phases() {
        return List.copyOf(phases);
    }

    /** Returns the plan as text for a terminal. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < phases.size(); i++) {
            lines.add("phase " + (i + 1) + " " + phases.get(i).name() + ": "
                    + phases.get(i).what());
            phases.get(i).injections().forEach(injection -> lines.addAll(injection.lines()));
        }
        return List.copyOf(lines);
    }

    /** Returns why a guard would forbid something, in the order of the injections; each begins with the path in the file. */
    public List<String> forbidden() {
        return List.copyOf(forbidden);
    }

    private void phase(int index) throws IOException {
        Phase phase = scenario.phases().get(index);
        switch (phase) {
            case Phase.Fill fill -> add(phase, "at full speed, " + Durations.text(fill.length()));
            case Phase.Baseline baseline -> add(phase, "undisturbed, " + Durations.text(baseline.length()));
            case Phase.Control control -> add(phase, "no fault, held for " + Durations.text(control.hold()));
            case Phase.Cooldown cooldown -> add(phase, "undisturbed, " + Durations.text(cooldown.length()));
            case Phase.Disturbed disturbed -> disturbed(index, disturbed);
        }
    }

    private void add(Phase phase, String what) {
        phases.add(new PlannedPhase(phase.name(), what, List.of()));
    }

    private static String consents(Phase.Disturbed disturbed) {
        return disturbed.consents().stream()
                .sorted()
                .map(consent -> ", " + consent.key())
                .collect(Collectors.joining());
    }

    private void disturbed(int index, Phase.Disturbed disturbed) throws IOException {
        String what = HumanNumbers.counted(disturbed.injections().size(), "fault") + ", "
                + disturbed.order().name().toLowerCase(Locale.ROOT)
                + consents(disturbed);
        List<PlannedInjection> planned = new ArrayList<>();
        for (int repetition = 0; repetition < scenario.rules().repetitions(); repetition++) {
            List<ActiveFault> together = new ArrayList<>(background);
            for (int i = 0; i < disturbed.injections().size(); i++) {
                Injection injection = disturbed.injections().get(i);
                int times = injection.repeat().times();
                int first = repetition * times;
                for (int round : IntStream.range(first, first + times).toArray()) {
                    planned.add(injection(new InjectionContext(scenario, index, i, round), together));
                }
            }
        }
        phases.add(new PlannedPhase(disturbed.name(), what, planned));
    }

    private PlannedInjection injection(InjectionContext context, List<ActiveFault> running) throws IOException {
        String id = "f" + ++number;
        return switch (chosen(context)) {
            case Chosen.NotApplicable not -> PlannedInjection.notApplicable(id, not.why());
            case Chosen.Nodes chosen -> planned(context, id, chosen.nodes(), running);
        };
    }

    /** @throws IllegalArgumentException with the place of the target in the file, if there is no such node */
    private Chosen chosen(InjectionContext context) {
        try {
            return context.chosen(snapshot.field());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(context.path() + ".target: " + e.getMessage(), e);
        }
    }

    /** @throws IllegalArgumentException with the place of the fault in the file, if it does not take its options */
    private PlannedInjection planned(
            InjectionContext context, String id, List<Cluster.Node> nodes, List<ActiveFault> running) {
        try {
            return switch (ResolvedFault.of(context.injection(), cluster, faults)) {
                case ResolvedFault.Found.Without without -> PlannedInjection.notApplicable(id, without.why());
                case ResolvedFault.Found.With with -> plan(context, id, with.resolved(), nodes, running);
            };
        } catch (IllegalArgumentException e) {
            String message = String.valueOf(e.getMessage());
            String place = message.startsWith(FAULT + ".") ? "." : "." + FAULT + ": ";
            throw new IllegalArgumentException(context.path() + place + message, e);
        }
    }

    private PlannedInjection plan(
            InjectionContext context,
            String id,
            ResolvedFault resolved,
            List<Cluster.Node> nodes,
            List<ActiveFault> running) {
        Injection injection = context.injection();
        ActiveFault next = new ActiveFault(id, resolved.choice().kind(), resolved.aim(), nodes);
        Optional<String> refusal = context.refusal(cluster, snapshot.field().nodes(), running, next);
        refusal.ifPresent(why -> forbidden.add(context.path() + "." + FAULT + ": a safety rule forbids it in phase "
                + context.disturbed().name() + ": " + why));
        FaultContext scene = new FaultContext("adv_RUN_" + id, cluster, nodes, Map.of(), context.seed());
        Fault fault = resolved.provider().fault(scene, resolved.choice().options(FAULT));
        stays(injection, next, context.disturbed(), running);
        return new PlannedInjection(
                id,
                Optional.empty(),
                Optional.of(resolved.shown()),
                Optional.of(snapshot.shown(nodes)),
                Optional.of(text(injection.hold())),
                refusal,
                fault.steps(),
                Optional.of(Durations.text(context.atMost())));
    }

    /** Adds a planned fault to those still in effect when the next one is injected. */
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
            case Injection.HoldTime.For held -> "held for " + Durations.text(held.length());
            case Injection.HoldTime.UntilDone work -> "held until it is done, at most " + Durations.text(work.max());
            case Injection.HoldTime.UntilRunEnd end -> "held until the run ends";
        };
    }
}
