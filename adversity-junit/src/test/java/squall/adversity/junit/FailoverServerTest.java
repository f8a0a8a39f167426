package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.check.isolation.ConsistencyModel;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.ha.HaCluster;

/** Test of a test as users write it, on three PostgreSQL whose primary is killed; in a JVM of its own, with a state folder of its own. */
@Tag("server")
@Tag("extended")
class FailoverServerTest {
    @Test
    void a_failover_keeps_snapshot_isolation_and_every_acknowledged_write() throws Exception {
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-junit-" + System.nanoTime());
        try {
            Finished finished = SeparateJvm.passed(folder, OnItsOwnCluster.class);
            // 6: a busy machine kept the client from its schedule; the checks of the test held all the same.
            assertThat(finished.output())
                    .containsPattern("adversity run src/test/scenarios/failover\\.yaml: exit [06], results in ");
        } finally {
            new HaCluster(StateFolder.at(folder), HaCluster.DEFAULT_NAME).reset();
            FileTrees.delete(folder);
        }
    }

    /** Process in which the class is tested, in the JVM that has its own state folder. */
    static final class OnItsOwnCluster {
        private OnItsOwnCluster() {}

        public static void main(String[] none) {
            SeparateJvm.requirePassed(PrimaryKilled.class, 1);
        }
    }

    /** Not a test of its own: only the launcher above runs it. */
    static class PrimaryKilled {
        @AdversityTest(scenario = "src/test/scenarios/failover.yaml", cluster = "postgres-ha")
        void keepsWhatItPromises(AdversityRun run) {
            assertThat(run).hasNoAnomaliesBelow(ConsistencyModel.SNAPSHOT);
            assertThat(run).phase("failover").losesNothing();
        }
    }
}
