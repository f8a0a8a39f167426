package squall.adversity.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.adversity.FakeCluster;
import squall.adversity.ProviderRegistry;
import squall.adversity.run.ClusterFaultInjector.InjectionEnvironment;
import squall.engine.phases.FaultInjector.Prepared;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.spi.Cluster.State;

class ClusterFaultInjectorTest {
    private static final String SCENARIO = """
            apiVersion: squall/v1
            name: x
            seed: 7
            load: {engine: {ycsb: {workload: workloada}}, rate: {fixed: 100/s}}
            safety: {healthyWithin: 1s}
            phases:
              - baseline: {duration: 20s}
              - {name: crash, fault: kill, target: {pick: one}, hold: 7s}
            """;

    @TempDir
    Path folder;

    /** Covers an old error: while it waited two minutes for a cluster that was down, nothing was printed. */
    @Test
    void a_cluster_that_is_not_healthy_is_told_while_it_is_waited_for() throws Exception {
        FakeCluster cluster = new FakeCluster(3, folder);
        cluster.put("n2", State.DOWN);
        Scenario scenario = ScenarioReader.readAlone(new ScenarioSource("x.yaml", SCENARIO));
        List<String> waiting = new ArrayList<>();
        Prepared prepared = new ClusterFaultInjector(
                        scenario,
                        new InjectionEnvironment(
                                "a1b2c3",
                                new ProviderSpec("fake", Map.of()),
                                cluster,
                                ProviderRegistry.ofFaults(),
                                line -> {},
                                InstantSource.system()))
                .prepare(1, 0, 0, waiting::add);
        assertThat(waiting).containsExactly("a healthy cluster, for at most 1 s: n2 is DOWN");
        assertThat(prepared).isEqualTo(new Prepared.Refused("the cluster is not healthy after 1 s: n2 is DOWN"));
    }
}
