package squall.adversity.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Test of a database under adversity.
 *
 * <pre>
 *   &#64;AdversityTest(scenario = "kill", size = "dev")
 *   void a_killed_node_loses_nothing(AdversityRun run) {
 *       assertThat(run).phase("kill").recoversWithin(30, SECONDS).losesNothing();
 *   }
 * </pre>
 *
 * <p>The parameter {@link AdversityRun} is the run of the scenario named here, or of the method's {@link Fault}s, which is over, and healed,
 * before the test begins. The
 * parameter {@link InProcessScenarios} runs scenarios that the test itself writes. The parameter {@link squall.spi.Cluster} is the cluster named
 * here, up and whole; a test may do to it what its capabilities allow. Clusters and loads are found on the class path.
 *
 * <p>Whatever a test does, and however it ends, by failure or timeout too: before the next one begins, runs have healed what they did, and
 * nodes and links of its cluster are put back. What cannot be is a failure of the test. Where JUnit runs tests in parallel, these run one at
 * a time: they share the folder of results, and a load that is measured shares no machine.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@Test
@ExtendWith(AdversityExtension.class)
@ResourceLock("squall.adversity")
public @interface AdversityTest {
    /** Names a shipped scenario, or the path of a file; empty if the test writes its own. */
    String scenario() default "";

    /** Names one of the scenario's sizes. */
    String size() default "full";

    /** Names the cluster, {@code KIND} or {@code KIND:key=value,key=value}; if empty the {@link ContainerCluster} of the class, else the scenario's. */
    String cluster() default "";

    /** Names the load, {@code KIND} or {@code KIND:key=value,key=value}; if empty the scenario's. */
    String load() default "";

    /**
     * Fault of a test that names no scenario.
     *
     * <pre>
     *   &#64;AdversityTest(cluster = "postgres:disks=own", load = "ycsb:workload=workloada")
     *   &#64;Fault(value = "powerCut", hold = "1s", allowQuorumLoss = true)
     *   void a_power_cut_takes_no_acknowledged_write(AdversityRun run) {
     *       assertThat(run).phase("powerCut").losesNothing();
     *   }
     * </pre>
     *
     * <p>The load runs at 100 operations per second, with the probe {@code ledger}; after a baseline of six seconds each fault is a phase
     * of its own, in their order, by the name of its kind; a second one of the same kind is {@code KIND-2}.
     */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @Repeatable(Faults.class)
    @interface Fault {
        /** Names the fault, {@code KIND} or {@code KIND:key=value,key=value}. */
        String value();

        /** Names the nodes as a scenario does: {@code {pick: one}}, {@code {role: primary}}, {@code all}, {@code n1}. */
        String target() default "{pick: one}";

        /** Returns the duration of the fault. */
        String hold() default "5s";

        /** Allows that a majority of the nodes is affected. */
        boolean allowQuorumLoss() default false;
    }

    /** Container of several faults, for the compiler. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.METHOD)
    @interface Faults {
        Fault[] value();
    }
}
