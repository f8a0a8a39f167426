package squall.adversity.junit;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import squall.scenario.Scenario;
import squall.scenario.dsl.FaultBuilder;
import squall.scenario.dsl.PhaseBuilder;
import squall.scenario.dsl.TargetSelectors;
import squall.spi.Cluster;
import squall.system.FileTrees;
import squall.system.PollDeadline;

/** Test of tests that end badly, run as JUnit runs them. */
class HealedWhateverTest {
    private static final String FOLDER = "target/toy";
    private static final String TOY = "toy:folder=" + FOLDER;

    private final Path history = Path.of(FOLDER, "history");

    @BeforeEach
    void clean() throws IOException {
        FileTrees.delete(Path.of(FOLDER));
        Files.createDirectories(Path.of(FOLDER));
    }

    /** Not tests of their own: only the launcher below runs them. */
    static class Bad {
        @AdversityTest(cluster = TOY)
        void fails(Cluster cluster) throws Exception {
            ((Cluster.Pauses) cluster).pause(cluster.node("n2"), ofMinutes(10));
            assertThat(cluster.state(cluster.node("n2"))).isEqualTo(Cluster.State.UP);
        }

        @AdversityTest(cluster = TOY)
        @Timeout(1)
        void lasts(Cluster cluster) throws Exception {
            ((Cluster.Pauses) cluster).pause(cluster.node("n2"), ofMinutes(10));
            new CountDownLatch(1).await();
        }

        @AdversityTest(cluster = TOY)
        @Timeout(value = 1, threadMode = ThreadMode.SEPARATE_THREAD)
        void lastsElsewhere(Cluster cluster) throws Exception {
            ((Cluster.Pauses) cluster).pause(cluster.node("n2"), ofMinutes(10));
            new CountDownLatch(1).await();
        }

        @AdversityTest
        void isInterruptedInMidFault(InProcessScenarios adversities) throws Exception {
            Thread test = Thread.currentThread();
            Thread.ofVirtual().start(() -> interruptWhenPaused(test));
            adversities.run(pausedForTenMinutes());
        }

        /** Interrupts as a timeout does, but not before there is something to heal. */
        private static void interruptWhenPaused(Thread test) {
            try {
                PollDeadline.in(ofSeconds(60)).await(() -> Files.exists(Path.of(FOLDER, "n1")));
                test.interrupt();
            } catch (IOException | InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        private static Scenario pausedForTenMinutes() {
            return QuickDraft.on("toy", Map.of("folder", FOLDER))
                    .phase(PhaseBuilder.serial(
                            "pause",
                            FaultBuilder.with("pause")
                                    .at(TargetSelectors.node("n1"))
                                    .held(ofMinutes(10))))
                    .build();
        }
    }

    @Test
    void a_test_that_fails_leaves_a_healed_cluster() throws IOException {
        assertThat(failure("fails").getException()).isInstanceOf(AssertionError.class);
        assertThat(history).hasContent("pause n2\nresume n2\n");
    }

    @Test
    void a_test_that_lasts_too_long_leaves_a_healed_cluster() throws IOException {
        assertThat(failure("lasts").getException()).hasMessageContaining("timed out after 1 second");
        assertThat(history).hasContent("pause n2\nresume n2\n");
        failure("lastsElsewhere");
        assertThat(history).hasContent("pause n2\nresume n2\npause n2\nresume n2\n");
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.MINUTES)
    void a_run_that_its_test_gives_up_in_mid_fault_is_healed() throws IOException {
        assertThat(failure("isInterruptedInMidFault").getException()).hasMessageContaining("ended with 130");
        assertThat(history).hasContent("pause n1\nresume n1\n");
    }

    /** Not tests of their own either: each fails if the other one runs meanwhile. */
    static class Alone {
        private static final Semaphore PLACE = new Semaphore(1);

        @AdversityTest
        void one() throws Exception {
            holdPlace();
        }

        @AdversityTest
        void other() throws Exception {
            holdPlace();
        }

        private static void holdPlace() throws InterruptedException {
            assertThat(PLACE.tryAcquire()).isTrue();
            try {
                assertThat(new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS))
                        .isFalse();
            } finally {
                PLACE.release();
            }
        }
    }

    /** Covers an old error: of two tests in parallel each took the other's run for its own, or failed because there were two. */
    @Test
    void tests_run_one_at_a_time_where_others_run_in_parallel() {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectClass(Alone.class))
                                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                                .configurationParameter(
                                        "junit.jupiter.execution.parallel.config.fixed.parallelism", "2")
                                .build(),
                        listener);
        assertThat(listener.getSummary().getFailures()).isEmpty();
        assertThat(listener.getSummary().getTestsSucceededCount()).isEqualTo(2);
    }

    private static TestExecutionSummary.Failure failure(String method) {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(selectMethod(
                                        Bad.class.getName() + "#" + method + "(" + parameter(method) + ")"))
                                .build(),
                        listener);
        List<TestExecutionSummary.Failure> failures = listener.getSummary().getFailures();
        assertThat(failures).as(method).hasSize(1);
        return failures.getFirst();
    }

    private static String parameter(String method) {
        return method.startsWith("is") ? InProcessScenarios.class.getName() : Cluster.class.getName();
    }
}
