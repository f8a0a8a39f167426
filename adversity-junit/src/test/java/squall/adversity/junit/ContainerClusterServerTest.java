package squall.adversity.junit;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import squall.scenario.Scenario;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.spi.Cluster;
import squall.spi.Cluster.Impairment;
import squall.spi.Cluster.Link;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;

/**
 * Test of test classes with containers of PostgreSQL, run as JUnit runs them, on a real Docker engine that {@code docker/engine} makes. They
 * run in a JVM of their own, because Testcontainers finds its engine by the environment.
 */
@Tag("server")
@Tag("extended")
class ContainerClusterServerTest {
    private static final Path SCRIPT =
            Path.of("..", "docker", "engine").toAbsolutePath().normalize();
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** The host of the engine as containers see it: the address of the bridge that docker/engine makes. */
    private static final String BRIDGE = "10.213.0.1";

    /** So the script says that no engine can run here. */
    private static final int NOT_HERE = 5;

    @Test
    void containers_are_killed_cut_off_and_healed_also_from_a_run_that_was_killed() throws Exception {
        Finished check = ran(List.of(SCRIPT.toString(), "check"));
        if (check.exitCode() == NOT_HERE) {
            System.err.println(
                    "NOT TESTED HERE: containers of Testcontainers on a real Docker engine; " + check.messages());
        }
        assumeTrue(check.exitCode() != NOT_HERE, check.messages());
        check.orThrow();

        List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "run", "env"));
        command.addAll(List.of(
                "TESTCONTAINERS_RYUK_DISABLED=true",
                "TESTCONTAINERS_CHECKS_DISABLE=true",
                "TESTCONTAINERS_HOST_OVERRIDE=localhost"));
        command.addAll(SeparateJvm.command(OnTheEngine.class));
        Finished finished = ran(command);
        assertThat(finished.output()).as(finished.text()).endsWith("killed, cut off, and healed after SIGKILL");
        assertThat(finished.exitCode()).as(finished.text()).isZero();
    }

    private static Finished ran(List<String> command) throws IOException, InterruptedException {
        return new ExternalProgram(command, Path.of("").toAbsolutePath(), LIMIT).run();
    }

    /** Process in which the classes are tested, in the JVM that finds the engine. */
    static final class OnTheEngine {
        private static final Duration SOON = ofMinutes(3);

        /** Far shorter than the pause would be. */
        private static final Duration HEALED_WITHIN = ofSeconds(20);

        private OnTheEngine() {}

        public static void main(String[] none) throws Exception {
            SeparateJvm.requirePassed(Disturbed.class, 3);
            SeparateJvm.requirePassed(WithoutHelper.class, 1);
            refusedBecauseTestcontainersLooksElsewhere();
            Process killed = new ProcessBuilder(SeparateJvm.command(GivenUp.class))
                    .inheritIO()
                    .start();
            try {
                assertThat(PollDeadline.in(SOON).await(() -> paused() == 1)).isTrue();
            } finally {
                killed.destroyForcibly().waitFor();
            }
            assertThat(paused()).isEqualTo(1);
            assertThat(PollDeadline.in(HEALED_WITHIN).await(() -> paused() == 0))
                    .isTrue();
            System.out.println("killed, cut off, and healed after SIGKILL");
        }

        /** Runs where Testcontainers looks elsewhere: where the file /.dockerenv is, and nothing tells it the engine's host. */
        private static void refusedBecauseTestcontainersLooksElsewhere() throws Exception {
            var builder = new ProcessBuilder(SeparateJvm.command(Refused.class)).inheritIO();
            builder.environment().put("TESTCONTAINERS_HOST_OVERRIDE", BRIDGE);
            assertThat(builder.start().waitFor()).isZero();
        }

        private static long paused() throws IOException, InterruptedException {
            return ran(List.of("docker", "ps", "-q", "--filter", "status=paused"))
                    .orThrow()
                    .output()
                    .lines()
                    .count();
        }
    }

    /** Process whose containers run on an engine that Testcontainers takes for another machine's. */
    static final class Refused {
        private Refused() {}

        public static void main(String[] none) {
            SummaryGeneratingListener listener = SeparateJvm.executed(Elsewhere.class);
            assertThat(listener.getSummary().getTestsSucceededCount()).isZero();
            assertThat(listener.getSummary().getFailures())
                    .singleElement()
                    .satisfies(failure -> assertThat(failure.getException())
                            .hasMessage("the container of node n1 runs on " + BRIDGE
                                    + ": a ContainerCluster needs an engine that publishes ports on this machine's"
                                    + " loopback. If this engine does, and Testcontainers took this machine for a"
                                    + " container because it has the file /.dockerenv, set the environment variable"
                                    + " TESTCONTAINERS_HOST_OVERRIDE=localhost"));
        }
    }

    /** Process of a run that pauses a container for a minute, and is killed in it. */
    static final class GivenUp {
        private GivenUp() {}

        public static void main(String[] none) {
            SeparateJvm.requirePassed(PausedForLong.class, 1);
        }
    }

    /** Servers that reach each other. */
    private static ContainerCluster three() {
        Network network = Network.newNetwork();
        return ContainerCluster.at("jdbc:postgresql://{hosts}/postgres", 5432)
                .label("user", "postgres")
                .withLinks("squall/tools:local")
                .node("n1", "a", "eu", postgres(network))
                .node("n2", "b", "eu", postgres(network))
                .node("n3", "c", "eu", postgres(network));
    }

    private static ContainerCluster alone() {
        return ContainerCluster.at("jdbc:postgresql://{hosts}/postgres", 5432)
                .node("n1", "a", "eu", postgres(Network.SHARED).waitingFor(Wait.forSuccessfulCommand("true")));
    }

    private static GenericContainer<?> postgres(Network network) {
        return new GenericContainer<>(DockerImageName.parse("squall/postgres:local")).withNetwork(network);
    }

    /** Not tests of their own: only a launcher above runs them. */
    static class Disturbed {
        @RegisterExtension
        static final ContainerCluster SERVERS = three();

        @AdversityTest
        void isLeftDownAndStartedWhenTheTestIsOver(Cluster cluster) throws Exception {
            assertThat(cluster.state(cluster.node("n1"))).isEqualTo(State.UP);
            ((Cluster.Restarts) cluster).kill(cluster.node("n2"));
            assertThat(cluster.state(cluster.node("n2"))).isEqualTo(State.DOWN);
        }

        @AdversityTest
        void isCutOff(Cluster cluster) throws Exception {
            assertThat(cluster.state(cluster.node("n2"))).isEqualTo(State.UP);
            Links links = (Links) cluster;
            Link link = new Link("n1", "n2");
            assertThat(links.probe(link, ofSeconds(30))).isPresent();
            links.disturb(link, new Impairment.Cut(), ofSeconds(30));
            assertThat(links.probe(link, ofSeconds(1))).isEqualTo(Optional.empty());
            links.restoreLink(link);
            assertThat(links.probe(link, ofSeconds(30))).isPresent();
        }

        @AdversityTest
        void isKilledByAScenarioAndComesBack(InProcessScenarios adversities) throws IOException {
            assertThat(adversities.run(scenario(SERVERS, "kill", ofSeconds(1))))
                    .phase("kill")
                    .isAvailableAtLeast(0.5);
        }
    }

    /** Class with a helper image that is on no machine; nodes are killed all the same. */
    static class WithoutHelper {
        @RegisterExtension
        static final ContainerCluster SERVER = alone().withLinks("127.0.0.1:9/no/registry:1");

        @AdversityTest
        void isKilled(Cluster cluster) throws Exception {
            assertThat(cluster.unavailable(Links.class).orElse("")).contains("is not on this machine");
            ((Cluster.Restarts) cluster).kill(cluster.node("n1"));
            assertThat(cluster.state(cluster.node("n1"))).isEqualTo(State.DOWN);
        }
    }

    static class Elsewhere {
        @RegisterExtension
        static final ContainerCluster SERVER = alone();

        @AdversityTest
        void isNeverRun(Cluster cluster) throws Exception {
            assertThat(cluster.state(cluster.node("n1"))).isEqualTo(State.UP);
        }
    }

    static class PausedForLong {
        @RegisterExtension
        static final ContainerCluster SERVERS = three();

        @AdversityTest
        void isNotWaitedFor(InProcessScenarios adversities) throws IOException {
            adversities.run(scenario(SERVERS, "pause", ofSeconds(60)));
        }
    }

    private static Scenario scenario(ContainerCluster cluster, String fault, Duration hold) {
        return QuickDraft.on("compose", cluster.options())
                .phase(PhaseBuilder.serial(
                        fault,
                        FaultBuilder.with(fault).at(TargetSelectors.node("n2")).held(hold)))
                .build();
    }
}
