package squall.adversity.scenarios;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.adversity.Kinds;
import squall.adversity.run.PaperCluster;
import squall.adversity.run.Rehearsal;
import squall.scenario.Scenario;
import squall.spi.Cluster.Node;

/** What is shipped can be done: each fault is one that somebody makes, with options that it has, and no guard forbids it. */
class RehearsedTest {
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    static List<String> names() {
        return new Scenarios(Map.of()).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_shipped_scenario_can_be_rehearsed_in_each_size(String name) throws IOException, InterruptedException {
        Scenarios scenarios = new Scenarios(Map.of());
        for (String size : scenarios.sizes(name)) {
            Scenario scenario = scenarios.read(name, size);
            List<Node> nodes = scenario.setting().cluster().nodes();
            Rehearsal rehearsal =
                    Rehearsal.of(scenario, new PaperCluster(nodes.isEmpty() ? THREE : nodes), Kinds.ofFaults());
            assertThat(rehearsal.lines()).noneMatch(line -> line.strip().startsWith("forbidden"));
        }
    }

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }
}
