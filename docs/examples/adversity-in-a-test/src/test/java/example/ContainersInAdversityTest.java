package example;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import squall.adversity.junit.AdversityRun;
import squall.adversity.junit.AdversityTest;
import squall.adversity.junit.ContainerCluster;

/**
 * Test of three CockroachDB in containers: one is killed, and afterwards no acknowledged write may be missing. Needs a Docker engine on this
 * machine; without one it is skipped, and says so.
 */
@Tag("server")
@Tag("extended")
@Tag("docker")
@EnabledIf(value = "dockerAnswers", disabledReason = "no Docker engine answers here")
class ContainersInAdversityTest {
    private static final DockerImageName IMAGE = DockerImageName.parse("cockroachdb/cockroach:v25.2.4");
    private static final int PORT = 26_257;
    private static final GenericContainer<?> FIRST = cockroach("n1", "a");

    @RegisterExtension
    static final ContainerCluster COCKROACH = ContainerCluster.at(
                    "jdbc:postgresql://{hosts}/defaultdb?sslmode=disable", PORT)
            .label("user", "root")
            .node("n1", "a", "eu", FIRST)
            .node("n2", "b", "eu", cockroach("n2", "b"))
            .node("n3", "c", "eu", cockroach("n3", "c"));

    private static GenericContainer<?> cockroach(String name, String zone) {
        return new GenericContainer<>(IMAGE)
                .withNetwork(Network.SHARED)
                .withNetworkAliases(name)
                .withCommand(
                        "start",
                        "--insecure",
                        "--join=n1,n2,n3",
                        "--advertise-addr=" + name,
                        "--locality=region=eu,zone=" + zone)
                .waitingFor(Wait.forListeningPort());
    }

    static boolean dockerAnswers() {
        boolean answers = DockerClientFactory.instance().isDockerAvailable();
        if (!answers) {
            System.err.println("SKIPPED: nothing was tested on containers, as no Docker engine answers here");
        }
        return answers;
    }

    /** Joins the three servers, whose containers run by now, to one database. */
    @BeforeAll
    static void join() throws IOException, InterruptedException {
        ExecResult joined = FIRST.execInContainer(
                "bash",
                "-c",
                "cockroach init --insecure && until cockroach sql --insecure -e 'SELECT 1'; do sleep 1; done");
        assertThat(joined.getExitCode()).as(joined.getStderr()).isZero();
    }

    @AdversityTest(scenario = "kill", size = "dev", load = "ycsb:workload=src/test/resources/half-updates")
    void a_killed_node_loses_nothing(AdversityRun run) {
        assertThat(run).phase("kill").recoversWithin(60, SECONDS).losesNothing();
    }
}
