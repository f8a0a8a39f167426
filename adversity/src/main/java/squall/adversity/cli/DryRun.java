package squall.adversity.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.adversity.Kinds;
import squall.adversity.run.PaperCluster;
import squall.adversity.run.Rehearsal;
import squall.cli.ExitCode;
import squall.host.InvalidFileException;
import squall.scenario.Choice;
import squall.scenario.ClusterChoice;
import squall.scenario.Scenario;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.ClusterProvider;

/** What a scenario would do, without doing it. */
record DryRun(ScenarioFlags flags, Scenario scenario, Consumer<String> out) {
    /** Three nodes in three zones stand for a cluster that nobody described. */
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }

    /** Tries every option of every fault, on paper. */
    ExitCode validate() throws IOException, InterruptedException {
        Rehearsal.of(scenario, paper(scenario), Kinds.ofFaults());
        out.accept(flags.name() + ": " + scenario.phases().size() + " phases, seed "
                + scenario.rules().seed() + ", valid");
        return ExitCode.OK;
    }

    /** @return {@link ExitCode#USAGE} if a guard would forbid something */
    ExitCode plan() throws IOException, InterruptedException {
        Cluster cluster = cluster();
        Rehearsal rehearsal = Rehearsal.of(scenario, cluster, Kinds.ofFaults());
        out.accept("scenario " + scenario.name() + ", seed " + scenario.rules().seed() + ", on "
                + (cluster instanceof PaperCluster ? "paper" : "the cluster as it stands") + ": "
                + String.join(", ", cluster.nodes().stream().map(DryRun::text).toList()));
        rehearsal.lines().forEach(out);
        return rehearsal.forbidden() ? ExitCode.USAGE : ExitCode.OK;
    }

    private Cluster cluster() throws IOException {
        return cluster(scenario, out);
    }

    /**
     * The one the scenario names, if it is there; else, on paper, what it would be. Nothing is started.
     *
     * @param say hears why it is planned on paper
     */
    static Cluster cluster(Scenario scenario, Consumer<String> say) throws IOException {
        ClusterChoice choice = scenario.setting().cluster();
        if (choice.cluster().isEmpty()) {
            return paper(scenario);
        }
        Choice named = choice.cluster().get();
        ClusterProvider provider = Kinds.ofClusters().named(named.kind());
        try {
            return provider.find(named.options("cluster"));
        } catch (InvalidFileException e) { // an inventory that no run could use either
            throw e;
        } catch (IOException e) {
            say.accept("planned on paper: " + e.getMessage());
            PaperCluster any = paper(scenario);
            return provider.outline(named.options("cluster"))
                    .map(outline -> PaperCluster.of(outline, any.nodes()))
                    .orElse(any);
        }
    }

    private static PaperCluster paper(Scenario scenario) {
        List<Node> nodes = scenario.setting().cluster().nodes();
        return new PaperCluster(nodes.isEmpty() ? THREE : nodes);
    }

    private static String text(Node node) {
        return node.name() + " (zone " + node.zone() + ")";
    }
}
