package squall.ycsb.cli;

import static org.junit.jupiter.api.Assumptions.abort;

import org.testcontainers.DockerClientFactory;

/** The container engine of this machine, if there is one. */
final class Docker {
    private Docker() {}

    /**
     * Skips the test where there is no engine, and says so where it is seen: a build that is green without it has not tested what it
     * skipped. A client without an engine counts as none.
     */
    static void require(String what) {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            String reason = "SKIPPED: " + what + " was not tested, as no Docker engine answers here";
            System.err.println(reason);
            abort(reason);
        }
    }
}
