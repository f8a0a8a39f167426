package squall.adversity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.DryRunCluster;
import squall.adversity.run.DryRunPlan;
import squall.scenario.Scenario;
import squall.spi.Cluster.Node;

/** Test that all that is shipped can be done: each fault has a provider, with options that it has, and no guard forbids it. */
class RehearsedTest {
    private static final List<Node> THREE = List.of(node(1, "a"), node(2, "b"), node(3, "c"));

    static List<String> names() {
        return new ScenarioFinder(Map.of()).names();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_shipped_scenario_can_be_rehearsed_in_each_size(String name) throws IOException, InterruptedException {
        ScenarioFinder scenarios = new ScenarioFinder(Map.of());
        for (String size : scenarios.sizes(name)) {
            Scenario scenario = scenarios.read(name, size);
            List<Node> nodes = scenario.setting().cluster().nodes();
            DryRunPlan rehearsal = DryRunPlan.of(
                    scenario, new DryRunCluster(nodes.isEmpty() ? THREE : nodes), ProviderRegistry.ofFaults());
            assertThat(rehearsal.lines()).noneMatch(line -> line.strip().startsWith("forbidden"));
        }
    }

    /** Its text promised one, and there was none. */
    @Test
    void fifteen_nodes_lose_a_region_and_nine_of_one_region_have_none_to_lose() throws Exception {
        assertThat(lines("performance-under-adversity-15node", "region-outage"))
                .hasSize(1)
                .first()
                .asString()
                .contains(" kill {signal=KILL} of n", "held for 5m")
                .satisfies(line ->
                        assertThat(line.split("zone (east|central|west)", -1)).hasSize(6));
        assertThat(lines("performance-under-adversity-9node", "region-outage"))
                .singleElement()
                .asString()
                .contains(" not applicable: ");
    }

    /** Returns the injections of a phase. */
    private static List<String> lines(String name, String phase) throws Exception {
        Scenario scenario = new ScenarioFinder(Map.of()).read(name, "full");
        List<String> all = DryRunPlan.of(
                        scenario, new DryRunCluster(scenario.setting().cluster().nodes()), ProviderRegistry.ofFaults())
                .lines();
        int from = all.indexOf(all.stream()
                .filter(line -> line.contains(" " + phase + ":"))
                .findFirst()
                .orElseThrow());
        return all.subList(from + 1, all.size()).stream()
                .takeWhile(line -> !line.startsWith("phase "))
                .filter(line -> line.matches("  f\\d+ .*"))
                .toList();
    }

    private static Node node(int number, String zone) {
        return new Node("n" + number, "127.0.0.1", 5400 + number, zone, "local");
    }
}
