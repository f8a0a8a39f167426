package squall.adversity.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.DryRunCluster;
import squall.adversity.run.DryRunPlan;
import squall.adversity.run.SafetyGuards;
import squall.results.file.CanonicalJson;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.system.InvalidFileException;

/** Dry run of a scenario: its steps, without performing them. */
record DryRun(ScenarioFlags flags, Scenario scenario, Consumer<String> out) {
    /** Path of the cluster in a scenario. */
    static final String CLUSTER_KIND = "cluster.kind";

    private static final int SCHEMA_VERSION = 1;

    /** Nodes in three zones, for a cluster without a description. */
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    /** Document that {@code validate --json} prints. @param file as it was named */
    private record ValidScenario(int schemaVersion, String file, String scenario, long seed, List<String> phases) {}

    /** Document that {@code plan --json} prints. @param withoutCluster whether the plan is made without a cluster */
    private record ScenarioPlan(
            int schemaVersion,
            String scenario,
            long seed,
            boolean withoutCluster,
            List<String> notes,
            List<PlannedNode> nodes,
            List<DryRunPlan.PlannedPhase> phases) {}

    private record PlannedNode(String name, String zone, String region) {}

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }

    /** Validates every option of the cluster, of the load and of every fault, and what the guards allow, without a cluster. */
    ExitCode validate(boolean json) throws IOException, InterruptedException {
        Optional<String> unusable = requireCluster();
        Cluster paper = paper(scenario);
        requireLoad(paper);
        requireAllowed(scenario, paper);
        if (json) {
            out.accept(CanonicalJson.pretty(new ValidScenario(
                    SCHEMA_VERSION,
                    flags.name(),
                    scenario.name(),
                    scenario.rules().seed(),
                    scenario.phases().stream().map(Phase::name).toList())));
            return ExitCode.OK;
        }
        out.accept(flags.name() + ": " + HumanNumbers.counted(scenario.phases().size(), "phase") + ", seed "
                + scenario.rules().seed() + ", valid");
        unusable.ifPresent(why -> out.accept("the cluster is not checked further on this machine: " + why));
        return ExitCode.OK;
    }

    /** @return {@link ExitCode#USAGE} if a guard would forbid an injection */
    ExitCode plan(boolean json) throws IOException, InterruptedException {
        List<String> notes = new ArrayList<>();
        Cluster cluster = cluster(scenario, notes::add);
        requireLoad(cluster);
        DryRunPlan rehearsal = DryRunPlan.of(scenario, cluster, ProviderRegistry.ofFaults());
        ExitCode code = rehearsal.forbidden().isEmpty() ? ExitCode.OK : ExitCode.USAGE;
        if (json) {
            out.accept(CanonicalJson.pretty(new ScenarioPlan(
                    SCHEMA_VERSION,
                    scenario.name(),
                    scenario.rules().seed(),
                    cluster instanceof DryRunCluster,
                    notes,
                    cluster.nodes().stream()
                            .map(node -> new PlannedNode(node.name(), node.zone(), node.region()))
                            .toList(),
                    rehearsal.phases())));
            return code;
        }
        notes.forEach(out);
        out.accept("scenario " + scenario.name() + ", seed " + scenario.rules().seed() + ", "
                + (cluster instanceof DryRunCluster
                        ? "without a cluster"
                        : "on "
                                + scenario.setting()
                                        .cluster()
                                        .cluster()
                                        .map(ProviderSpec::kind)
                                        .orElse("the cluster")
                                + " in its current state")
                + ": "
                + String.join(", ", cluster.nodes().stream().map(DryRun::text).toList()));
        rehearsal.lines().forEach(out);
        return code;
    }

    /** Validates kind and options of the cluster. Returns why this machine cannot run it, which is no error of the scenario. */
    private Optional<String> requireCluster() throws IOException {
        Optional<ProviderSpec> named = scenario.setting().cluster().cluster();
        if (named.isEmpty()) {
            return Optional.empty();
        }
        try {
            ProviderRegistry.ofClusters()
                    .named(named.get().kind(), CLUSTER_KIND)
                    .outline(named.get().options("cluster"));
            return Optional.empty();
        } catch (InvalidFileException e) { // an inventory that no run could use
            throw e;
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** @throws IllegalArgumentException with the place in the file, if a guard forbids an injection */
    static void requireAllowed(Scenario scenario, Cluster cluster) throws IOException, InterruptedException {
        DryRunPlan plan = DryRunPlan.of(scenario, cluster, ProviderRegistry.ofFaults());
        if (!plan.forbidden().isEmpty()) {
            throw new IllegalArgumentException(plan.forbidden().getFirst() + "; see 'adversity plan'");
        }
    }

    /** Validates the load; a scenario without one can be planned: {@code --load} may come with the run. */
    private void requireLoad(Cluster cluster) throws IOException {
        if (scenario.setting().load().engine().isPresent()) {
            ScenarioLoad.require(scenario, cluster, ProviderRegistry.ofWorkloads());
        }
    }

    /**
     * Finds the cluster that the scenario names, if it exists; else returns its description. Nothing is started.
     *
     * @param say receives the reason why the plan is made without a cluster
     * @throws IllegalArgumentException if the cluster is controlled by a server on a host that faults may not affect, which is not asked
     */
    static Cluster cluster(Scenario scenario, Consumer<String> say) throws IOException, InterruptedException {
        ScenarioSetup.ClusterSpec choice = scenario.setting().cluster();
        if (choice.cluster().isEmpty()) {
            return paper(scenario);
        }
        ProviderSpec named = choice.cluster().get();
        ClusterProvider provider = ProviderRegistry.ofClusters().named(named.kind(), CLUSTER_KIND);
        new SafetyGuards(scenario.setting().safety()).requireControl(provider, named.options("cluster"));
        try {
            return provider.find(named.options("cluster"));
        } catch (InvalidFileException e) { // an inventory that no run could use either
            throw e;
        } catch (IOException e) {
            say.accept("planned without a cluster: " + e.getMessage());
            provider.unsupported(named.options("cluster")).ifPresent(why -> say.accept("a run is N/A: " + why));
            DryRunCluster any = paper(scenario);
            return provider.outline(named.options("cluster"))
                    .map(outline -> DryRunCluster.of(outline, any.nodes()))
                    .orElse(any);
        }
    }

    private static DryRunCluster paper(Scenario scenario) {
        List<Node> nodes = scenario.setting().cluster().nodes();
        return new DryRunCluster(nodes.isEmpty() ? THREE : nodes);
    }

    private static String text(Node node) {
        return node.name() + " (zone " + node.zone() + ")";
    }
}
