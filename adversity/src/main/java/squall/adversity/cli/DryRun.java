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

/** What a scenario would do, without doing it. */
record DryRun(ScenarioFlags flags, Scenario scenario, Consumer<String> out) {
    /** Three nodes in three zones stand for a cluster that nobody described. */
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }

    /** Tries every option of every fault, on paper. */
    ExitCode validate() throws IOException, InterruptedException {
        Rehearsal.of(scenario, paper(), Kinds.ofFaults());
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

    /** The one the scenario names, if it is there; nothing is started. */
    private Cluster cluster() throws InvalidFileException {
        ClusterChoice choice = scenario.setting().cluster();
        if (choice.cluster().isEmpty()) {
            return paper();
        }
        Choice named = choice.cluster().get();
        try {
            return Kinds.ofClusters().named(named.kind()).find(named.options("cluster"));
        } catch (InvalidFileException e) { // an inventory that no run could use either
            throw e;
        } catch (IOException e) {
            out.accept("planned on paper: " + e.getMessage());
            return paper();
        }
    }

    private PaperCluster paper() {
        List<Node> nodes = scenario.setting().cluster().nodes();
        return new PaperCluster(nodes.isEmpty() ? THREE : nodes);
    }

    private static String text(Node node) {
        return node.name() + " (zone " + node.zone() + ")";
    }
}
