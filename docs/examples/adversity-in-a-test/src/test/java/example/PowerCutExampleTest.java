package example;

import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import squall.adversity.junit.AdversityRun;
import squall.adversity.junit.AdversityTest;
import squall.adversity.junit.AdversityTest.Fault;
import squall.system.StateFolder;
import squall.testbed.postgres.EmbeddedPostgres;

/** Test of a server whose power is cut: no acknowledged write may be missing. Its disk of its own needs root; elsewhere it is skipped. */
@Tag("server")
@Tag("extended")
class PowerCutExampleTest {
    private static final String SERVER = "adversity-power";

    @AfterAll
    static void remove() throws IOException, InterruptedException {
        new EmbeddedPostgres(StateFolder.here(), SERVER).reset();
    }

    @AdversityTest(
            cluster = "postgres:name=" + SERVER + ",disks=own",
            load = "ycsb:workload=src/test/resources/half-updates")
    @Fault(value = "powerCut", hold = "1s", allowQuorumLoss = true)
    void a_power_cut_takes_no_acknowledged_write(AdversityRun run) {
        assertThat(run).phase("powerCut").losesNothing();
    }
}
