package squall.adversity.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.DryRunCluster;
import squall.adversity.run.DryRunPlan;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.ScenarioSetup;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider;
import squall.system.ExitCode;
import squall.system.InvalidFileException;

/** What a scenario would do, without doing it. */
record DryRun(ScenarioFlags flags, Scenario scenario, Consumer<String> out) {
    /** Three nodes in three zones represent a cluster without a description. */
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }

    /** Tries every option of the load and of every fault, on paper. */
    ExitCode validate() throws IOException, InterruptedException {
        Cluster paper = paper(scenario);
        requireLoad(paper);
        DryRunPlan.of(scenario, paper, ProviderRegistry.ofFaults());
        out.accept(flags.name() + ": " + scenario.phases().size() + " phases, seed "
                + scenario.rules().seed() + ", valid");
        return ExitCode.OK;
    }

    /** @return {@link ExitCode#USAGE} if a guard would forbid something */
    ExitCode plan() throws IOException, InterruptedException {
        Cluster cluster = cluster();
        requireLoad(cluster);
        DryRunPlan rehearsal = DryRunPlan.of(scenario, cluster, ProviderRegistry.ofFaults());
        out.accept("scenario " + scenario.name() + ", seed " + scenario.rules().seed() + ", "
                + (cluster instanceof DryRunCluster ? "without a cluster" : "on the cluster in its current state")
                + ": "
                + String.join(", ", cluster.nodes().stream().map(DryRun::text).toList()));
        rehearsal.lines().forEach(out);
        return rehearsal.forbidden() ? ExitCode.USAGE : ExitCode.OK;
    }

    /** A scenario without a load can be planned: {@code --load} may come with the run. */
    private void requireLoad(Cluster cluster) throws IOException {
        if (scenario.setting().load().engine().isPresent()) {
            ScenarioLoad.require(scenario, cluster, ProviderRegistry.ofLoads());
        }
    }

    private Cluster cluster() throws IOException {
        return cluster(scenario, out);
    }

    /**
     * The cluster that the scenario names, if it exists; else its description. Nothing is started.
     *
     * @param say is told why the plan is made without a cluster
     */
    static Cluster cluster(Scenario scenario, Consumer<String> say) throws IOException {
        ScenarioSetup.ClusterSpec choice = scenario.setting().cluster();
        if (choice.cluster().isEmpty()) {
            return paper(scenario);
        }
        ProviderSpec named = choice.cluster().get();
        ClusterProvider provider = ProviderRegistry.ofClusters().named(named.kind());
        try {
            return provider.find(named.options("cluster"));
        } catch (InvalidFileException e) { // an inventory that no run could use either
            throw e;
        } catch (IOException e) {
            say.accept("planned without a cluster: " + e.getMessage());
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
