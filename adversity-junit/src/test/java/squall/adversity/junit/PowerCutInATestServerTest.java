package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.spi.Options;
import squall.system.FileTrees;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram.Finished;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;
import squall.testbed.postgres.EmbeddedPostgres;

/** Test of a test as users write it, on a PostgreSQL whose power is cut. Only root can mount its disk: elsewhere it is skipped. */
@Tag("server")
@Tag("extended")
class PowerCutInATestServerTest {
    private static final String NAME = "power";

    @Test
    void a_power_cut_takes_no_acknowledged_write() throws Exception {
        Options own = new Options("test", Map.of(DiskShape.OPTION, "own"));
        String refusal = LoopDisk.refusal(DiskShape.of(own).orElseThrow()).orElse("");
        assumeTrue(refusal.isEmpty(), refusal);
        Path folder = Path.of(System.getProperty("java.io.tmpdir"), "squall-power-" + System.nanoTime());
        try {
            Finished finished = SeparateJvm.passed(folder, OnItsOwnDisk.class);
            // 6: a busy machine kept the client from its schedule; the checks of the test held all the same.
            assertThat(finished.output())
                    .containsPattern("adversity run src/test/scenarios/power-cut\\.yaml: exit [06], results in ");
        } finally {
            new EmbeddedPostgres(StateFolder.at(folder), NAME).reset();
            FileTrees.delete(folder);
        }
    }

    /** Process in which the class is tested, in the JVM that has its own state folder. */
    static final class OnItsOwnDisk {
        private OnItsOwnDisk() {}

        public static void main(String[] none) {
            SeparateJvm.requirePassed(PowerCut.class, 1);
        }
    }

    /** Not a test of its own: only the launcher above runs it. */
    static class PowerCut {
        @AdversityTest(scenario = "src/test/scenarios/power-cut.yaml", cluster = "postgres:name=power,disks=own")
        void keepsWhatItAcknowledged(AdversityRun run) {
            assertThat(run).phase("power-cut").losesNothing();
        }
    }
}
