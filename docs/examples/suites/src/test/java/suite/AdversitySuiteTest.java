package suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.adversity.cli.AdversityCommand;

/** Suite of single faults in their small size, on the cluster that {@code -Dsquall.cluster} names, or three PostgreSQL of the testbed. */
@Tag("suite-adversity")
class AdversitySuiteTest {
    private static final String LOAD = "ycsb:workload=workloada,recordcount=10000";

    @ParameterizedTest
    @ValueSource(strings = {"control", "kill", "pause", "rolling-upgrade"})
    void a_fault_costs_no_more_than_its_scenario_allows(String scenario) {
        Suite.succeeds(
                AdversityCommand::execute,
                List.of("run", scenario, "--size", "dev", "--cluster", cluster(), "--load", load()));
    }

    /** Returns the cluster. An address alone is refused, because faults need to know its nodes. */
    private static String cluster() {
        String cluster = System.getProperty("squall.cluster", "");
        assertThat(Suite.url().isEmpty() || !cluster.isEmpty())
                .as("suite-adversity wants the cluster behind squall.url: say -Dsquall.cluster=KIND:key=value,... too,"
                        + " one of those that 'bin/adversity list' shows")
                .isTrue();
        return cluster.isEmpty() ? "postgres-ha" : cluster;
    }

    private static String load() {
        return System.getProperty("squall.load", LOAD);
    }
}
