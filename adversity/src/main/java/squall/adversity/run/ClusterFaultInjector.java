package squall.adversity.run;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.SafetyGuards.ActiveFault;
import squall.adversity.run.SafetyGuards.MaximumDurations;
import squall.adversity.safety.InjectionRun;
import squall.adversity.safety.InjectionRun.JournalWriter;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.engine.phases.FaultInjector;
import squall.engine.phases.FaultText;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.scenario.target.Field;
import squall.scenario.target.Selector.Chosen;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.State;
import squall.spi.FaultProvider;
import squall.system.PollDeadline;

/**
 * Injector for a real cluster: prepares the injections of a scenario with everything that keeps them from doing harm. Safe for use by many
 * threads.
 */
public final class ClusterFaultInjector implements FaultInjector {
    /** Time for which it waits for a healthy cluster before it says so. */
    private static final Duration SILENCE = Duration.ofSeconds(3);

    private final Scenario scenario;
    private final InjectionEnvironment environment;
    private final Map<ActiveFault, Optional<InjectionRun>> admitted = new ConcurrentHashMap<>();
    private final AtomicInteger numbered = new AtomicInteger();

    public ClusterFaultInjector(Scenario scenario, InjectionEnvironment environment) {
        this.scenario = scenario;
        this.environment = environment;
    }

    @Override
    public Prepared prepare(int phase, int injection, int round, Consumer<String> waiting)
            throws IOException, InterruptedException {
        InjectionContext context = new InjectionContext(scenario, phase, injection, round);
        try {
            return switch (ResolvedFault.of(context.injection(), environment.cluster(), environment.faults())) {
                case ResolvedFault.Found.With found -> whenHealthy(context, found.resolved(), waiting);
                case ResolvedFault.Found.Without missing -> new Prepared.NotApplicable(missing.why());
            };
        } catch (IllegalArgumentException e) { // an option, or a node, that does not exist
            return new Prepared.Refused(String.valueOf(e.getMessage()));
        }
    }

    private Prepared whenHealthy(InjectionContext context, ResolvedFault fault, Consumer<String> waiting)
            throws IOException, InterruptedException {
        Duration limit = context.safety().healthyWithin();
        List<String> complaints = new ArrayList<>();
        PollDeadline.Condition healthy = () -> {
            complaints.clear();
            complaints.addAll(complaints());
            if (!complaints.isEmpty()) {
                settle(waiting);
            }
            return complaints.isEmpty();
        };
        Duration silent = SILENCE.compareTo(limit) < 0 ? SILENCE : limit;
        if (!PollDeadline.in(silent).await(healthy)) {
            waiting.accept(
                    "a healthy cluster, for at most " + limit.toSeconds() + " s: " + String.join(", ", complaints));
            if (!PollDeadline.in(limit.minus(silent)).await(healthy)) {
                return new Prepared.Refused("the cluster is not healthy after " + limit.toSeconds() + " s: "
                        + String.join(", ", complaints));
            }
        }
        ClusterSnapshot snapshot = ClusterSnapshot.of(environment.cluster()); // with the roles of this moment
        return switch (context.chosen(snapshot.field())) {
            case Chosen.Nodes chosen -> guarded(context, fault, snapshot, chosen.nodes());
            case Chosen.NotApplicable not -> new Prepared.NotApplicable(not.why());
        };
    }

    private Prepared guarded(InjectionContext context, ResolvedFault fault, ClusterSnapshot snapshot, List<Node> nodes)
            throws IOException, InterruptedException {
        String id = "f" + numbered.incrementAndGet();
        ActiveFault next = new ActiveFault(id, fault.choice().kind(), fault.aim(), nodes);
        Optional<String> refusal = admit(context, snapshot.field().nodes(), next);
        if (refusal.isPresent()) {
            return new Prepared.Refused(refusal.get());
        }
        boolean armed = false;
        try {
            InjectionRun run = armed(context, fault, next);
            admitted.put(next, Optional.of(run));
            armed = true;
            return new Prepared.Ready(
                    run,
                    snapshot.shown(nodes),
                    new PreparedFault(fault.choice().kind(), fault.shown(), fault.standIn()));
        } finally {
            if (!armed) {
                admitted.remove(next);
            }
        }
    }

    /** Admits one more fault unless a guard refuses it; one at a time. */
    private synchronized Optional<String> admit(InjectionContext context, List<Node> nodes, ActiveFault next) {
        Optional<String> refusal = context.refusal(environment.cluster(), nodes, active(), next);
        if (refusal.isEmpty()) {
            admitted.put(next, Optional.empty());
        }
        return refusal;
    }

    private InjectionRun armed(InjectionContext context, ResolvedFault fault, ActiveFault next)
            throws IOException, InterruptedException {
        UndoRecord undo = new UndoRecord(
                environment.run(),
                next.name(),
                environment.choice(),
                fault.choice(),
                next.nodes().stream().map(Node::name).toList(),
                Map.of(),
                environment.clock().instant().plus(context.atMost()),
                context.seed());
        InjectionRun run = InjectionRun.planned(
                undo, environment.cluster(), fault.provider(), environment.journalWriter(), environment.clock());
        run.arm(context.atMost());
        return run;
    }

    /** Returns the faults that were admitted and not yet seen to be gone. */
    private List<ActiveFault> active() {
        return admitted.entrySet().stream()
                .filter(fault -> fault.getValue()
                        .filter(run -> run.stage() == InjectionRun.Stage.HEALED)
                        .isEmpty())
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Undoes what the cluster did because of faults only after they were healed. Does nothing while a fault is active: it may be its effect.
     *
     * @param say receives a line for each node that was started: it may also have ended by itself
     */
    public void settle(Consumer<String> say) throws IOException, InterruptedException {
        if (!active().isEmpty()) {
            return;
        }
        for (Map.Entry<ActiveFault, Optional<InjectionRun>> fault : admitted.entrySet()) {
            if (fault.getValue().isPresent()) {
                for (String node : fault.getValue().get().settle()) {
                    say.accept(node + " was down after " + fault.getKey().name()
                            + " had been healed, and was started again");
                }
            }
        }
    }

    private List<String> complaints() throws IOException, InterruptedException {
        Cluster cluster = environment.cluster();
        Set<String> disturbed = active().stream()
                .flatMap(fault -> fault.nodes().stream())
                .map(Node::name)
                .collect(Collectors.toSet());
        List<String> complaints = new ArrayList<>();
        for (Node node : cluster.nodes()) {
            State state = cluster.state(node);
            if (state != State.UP && !disturbed.contains(node.name())) {
                complaints.add(node.name() + " is " + state);
            }
        }
        if (cluster instanceof HasPrimary has && has.primary().isEmpty()) {
            complaints.add("there is no primary");
        }
        return complaints;
    }

    /**
     * Environment of injections: the cluster that faults are injected into, and the journal of what heals them.
     *
     * @param run six hexadecimal digits, part of the name of everything that faults create
     * @param choice by which the cluster is found again
     * @param journalWriter keeps all that heals
     */
    public record InjectionEnvironment(
            String run,
            ProviderSpec choice,
            Cluster cluster,
            ProviderRegistry<FaultProvider> faults,
            JournalWriter journalWriter,
            InstantSource clock) {}

    /** Snapshot of a cluster, from which targets are chosen and by which they are displayed. */
    record ClusterSnapshot(Field field) {
        private static final String PRIMARY = "primary";
        private static final String REPLICA = "replica";

        /** Creates a snapshot of the present state; if there is no primary, no node has a role. */
        static ClusterSnapshot of(Cluster cluster) throws IOException, InterruptedException {
            List<Node> nodes = cluster.nodes();
            Optional<Node> primary = cluster instanceof HasPrimary has ? has.primary() : Optional.empty();
            Map<String, List<String>> roles = new LinkedHashMap<>();
            primary.ifPresent(node -> {
                List<String> others =
                        new ArrayList<>(nodes.stream().map(Node::name).toList());
                others.remove(node.name());
                roles.put(PRIMARY, List.of(node.name()));
                roles.put(REPLICA, others);
            });
            return new ClusterSnapshot(new Field(nodes, roles));
        }

        /** Returns the nodes as text, for example {@code n3 (zone c, primary)}. */
        String shown(List<Node> chosen) {
            return chosen.isEmpty()
                    ? "the cluster"
                    : chosen.stream().map(this::shown).collect(Collectors.joining(", "));
        }

        private String shown(Node node) {
            String role = field.roles().entrySet().stream()
                    .filter(entry -> entry.getValue().contains(node.name()))
                    .map(entry -> ", " + entry.getKey())
                    .collect(Collectors.joining());
            return node.name() + " (zone " + node.zone() + role + ")";
        }
    }

    /**
     * Context of one injection in a scenario.
     *
     * @param phase index in the scenario's phases; a disturbed one
     * @param index of the injection in the phase
     * @param round its number, over repeats and repetitions, from 0
     */
    record InjectionContext(Scenario scenario, int phase, int index, int round) {
        Phase.Disturbed disturbed() {
            return (Phase.Disturbed) scenario.phases().get(phase);
        }

        Injection injection() {
            return disturbed().injections().get(index);
        }

        /** Returns its path in the scenario's file. */
        String path() {
            return disturbed().path(phase, index);
        }

        ScenarioSetup.SafetyLimits safety() {
            return scenario.setting().safety();
        }

        /** Chooses its targets: a function of the field and the seed. */
        Chosen chosen(Field field) {
            return injection().target().choose(field, scenario.chance(phase, index, round));
        }

        /** Returns the seed of what the fault itself chooses. */
        long seed() {
            return scenario.chance(phase, index, round).nextLong();
        }

        /** Returns the time after which it is healed even if its run is dead. */
        Duration atMost() {
            return new MaximumDurations(scenario).hold(phase, injection()).plus(safety().grace());
        }

        /** Returns why the guards forbid it; empty if they do not. */
        Optional<String> refusal(Cluster cluster, List<Node> nodes, List<ActiveFault> running, ActiveFault next) {
            return SafetyGuards.of(safety(), cluster)
                    .refusal(nodes, running, next, disturbed().consents());
        }
    }

    /**
     * Fault of an injection on a cluster: the one that the scenario names, or its fallback.
     *
     * @param standIn the scenario's fault that this one replaces; empty if it is that itself
     */
    record ResolvedFault(ProviderSpec choice, FaultProvider provider, Optional<String> standIn) {
        /** Result of resolving an injection's fault. */
        sealed interface Found {
            record With(ResolvedFault resolved) implements Found {}

            /** @param why one line */
            record Without(String why) implements Found {}
        }

        /** @throws IllegalArgumentException if there is no such fault, or an option is unknown or has no such value */
        static Found of(Injection injection, Cluster cluster, ProviderRegistry<FaultProvider> faults) {
            ProviderSpec wanted = injection.fault();
            Optional<String> why = refusal(wanted, cluster, faults);
            if (why.isEmpty()) {
                return new Found.With(new ResolvedFault(wanted, faults.named(wanted.kind()), Optional.empty()));
            }
            if (injection.fallback().isEmpty()) {
                return new Found.Without(wanted.kind() + ": " + why.get());
            }
            ProviderSpec fallback = injection.fallback().get();
            return refusal(fallback, cluster, faults)
                    .<Found>map(also ->
                            new Found.Without(wanted.kind() + ": " + why.get() + "; " + fallback.kind() + ": " + also))
                    .orElseGet(() -> new Found.With(
                            new ResolvedFault(fallback, faults.named(fallback.kind()), Optional.of(wanted.kind()))));
        }

        private static Optional<String> refusal(
                ProviderSpec choice, Cluster cluster, ProviderRegistry<FaultProvider> faults) {
            return faults.named(choice.kind()).refusal(cluster, choice.options("fault"));
        }

        FaultProvider.Aim aim() {
            return provider.aim(choice.options("fault"));
        }

        /** Returns the fault as text, for example {@code pause (standing in for diskStall)}. */
        String shown() {
            String options = choice.options().isEmpty() ? "" : " " + choice.options();
            return choice.kind()
                    + options
                    + standIn.map(kind -> " (" + FaultText.standingInFor(kind) + ")")
                            .orElse("");
        }
    }
}
