package squall.adversity.junit;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import squall.scenario.Scenario;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.spi.Cluster;
import squall.spi.Cluster.State;

/** Test classes with containers, run as JUnit runs them, against a docker that is a shell script. */
class ContainerClusterTest {
    private static final FakeDocker DOCKER = FakeDocker.onThePath();

    @BeforeEach
    void a_docker_without_containers() throws IOException {
        DOCKER.install();
    }

    private static ContainerCluster three(String host) {
        return ContainerCluster.at("toy://{hosts}", 7000)
                .node("n1", "a", "eu", new FakeContainer(DOCKER, "c1", host))
                .node("n2", "b", "eu", new FakeContainer(DOCKER, "c2", host))
                .node("n3", "c", "eu", new FakeContainer(DOCKER, "c3", host));
    }

    /** Not tests of their own, like all nested here: only the launcher below runs them. */
    static class Disturbing {
        @RegisterExtension
        static final ContainerCluster TOYS = three("localhost");

        @BeforeAll
        static void containersRunByNow() throws IOException {
            assertThat(DOCKER.containers()).containsExactly("c1", "c2", "c3");
        }

        @AdversityTest
        void leavesANodeDown(Cluster cluster) throws Exception {
            ((Cluster.Restarts) cluster).kill(cluster.node("n2"));
            assertThat(cluster.state(cluster.node("n2"))).isEqualTo(State.DOWN);
            assertThat(cluster.node("n2").zone()).isEqualTo("b");
            assertThat(cluster.target().url())
                    .isEqualTo("toy://"
                            + String.join(
                                    ",",
                                    cluster.nodes().stream()
                                            .map(node -> "127.0.0.1:" + node.port())
                                            .toList()));
        }

        @Nested
        class Inside {
            @AdversityTest
            void hasTheSameCluster(Cluster cluster) throws IOException {
                assertThat(cluster.nodes()).extracting(Cluster.Node::name).containsExactly("n1", "n2", "n3");
            }
        }
    }

    static class UnderAScenario {
        @RegisterExtension
        static final ContainerCluster TOYS = three("localhost");

        @AdversityTest
        void isKilledAndComesBack(InProcessScenarios adversities) throws IOException {
            assertThat(adversities.run(killed())).phase("kill").isAvailableAtLeast(0.5);
        }

        private static Scenario killed() {
            return QuickDraft.on("compose", TOYS.options())
                    .phase(PhaseBuilder.serial(
                            "kill",
                            FaultBuilder.with("kill")
                                    .at(TargetSelectors.node("n3"))
                                    .held(ofMillis(500))))
                    .build();
        }
    }

    static class Elsewhere {
        @RegisterExtension
        static final ContainerCluster TOYS = three("docker.example");

        @AdversityTest
        void isNotBegun(Cluster cluster) {}
    }

    static class StartedTooSoon {
        private static final FakeContainer SOON = new FakeContainer(DOCKER, "c1", "localhost");

        @RegisterExtension
        static final ContainerCluster TOYS =
                ContainerCluster.at("toy://{hosts}", 7000).node("n1", "a", "eu", begun());

        private static FakeContainer begun() {
            SOON.setPortBindings(List.of("127.0.0.1:0:7000"));
            SOON.start();
            return SOON;
        }

        @AdversityTest
        void isNotBegun(Cluster cluster) {}
    }

    static class WithTwo {
        @RegisterExtension
        static final ContainerCluster TOYS = three("localhost");

        @RegisterExtension
        static final ContainerCluster MORE = three("localhost");

        @AdversityTest
        void isNotBegun(Cluster cluster) {}
    }

    @Test
    void a_class_has_its_containers_as_cluster_and_what_a_test_left_down_is_started() throws IOException {
        TestExecutionSummary summary = run(Disturbing.class);
        assertThat(exceptions(summary)).isEmpty();
        assertThat(summary.getTestsSucceededCount()).isEqualTo(2);
        assertThat(DOCKER.orders()).containsExactly("kill -s KILL c2", "start c2");
        assertThat(DOCKER.containers()).isEmpty();
    }

    @Test
    void a_scenario_kills_a_container_and_starts_it_again() throws IOException {
        assertThat(exceptions(run(UnderAScenario.class))).isEmpty();
        assertThat(DOCKER.orders()).containsExactly("kill -s KILL c3", "start c3");
    }

    @Test
    void an_engine_elsewhere_is_refused_and_nothing_is_left_on_it() throws IOException {
        assertThat(failure(Elsewhere.class))
                .isEqualTo("the container of node n1 runs on docker.example: a ContainerCluster needs an engine that"
                        + " publishes ports on this machine's loopback. If this engine does, and Testcontainers took this"
                        + " machine for a container because it has the file /.dockerenv, set the environment variable"
                        + " TESTCONTAINERS_HOST_OVERRIDE=localhost");
        assertThat(DOCKER.containers()).isEmpty();
    }

    @Test
    void a_container_that_was_started_before_has_no_port_that_stays() throws IOException {
        assertThat(failure(StartedTooSoon.class))
                .isEqualTo(
                        "the container of node n1 was started before it was added to the ContainerCluster: let the ContainerCluster start it, which fixes its port first");
        StartedTooSoon.SOON.stop();
    }

    @Test
    void a_class_with_two_clusters_is_refused() throws IOException {
        assertThat(failure(WithTwo.class))
                .isEqualTo("a test class has one ContainerCluster, and " + WithTwo.class.getName() + " has two");
        assertThat(DOCKER.containers()).isEmpty();
    }

    private static String failure(Class<?> tests) {
        List<Throwable> thrown = exceptions(run(tests));
        assertThat(thrown).hasSize(1);
        return String.valueOf(thrown.getFirst().getMessage());
    }

    private static List<Throwable> exceptions(TestExecutionSummary summary) {
        return summary.getFailures().stream()
                .map(TestExecutionSummary.Failure::getException)
                .toList();
    }

    private static TestExecutionSummary run(Class<?> tests) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(tests))
                                .build(),
                        listener);
        return listener.getSummary();
    }
}
