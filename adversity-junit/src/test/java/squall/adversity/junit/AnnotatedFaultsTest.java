package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import squall.adversity.junit.AdversityTest.Fault;
import squall.scenario.Injection;
import squall.scenario.Phase;
import squall.scenario.ProviderSpec;
import squall.scenario.Scenario;
import squall.scenario.yaml.ScenarioReader;
import squall.scenario.yaml.ScenarioSource;
import squall.system.FileTrees;

class AnnotatedFaultsTest {
    private static final String FOLDER = "target/toy-faults";

    @BeforeEach
    void clean() throws IOException {
        FileTrees.delete(Path.of(FOLDER));
        Files.createDirectories(Path.of(FOLDER));
    }

    /** Not a test of its own: only the launcher below runs it. The toy has no ledger, so that the run itself is refused. */
    static class Annotated {
        @AdversityTest(cluster = "toy:folder=" + FOLDER, load = "toy")
        @Fault(value = "pause", target = "n2", hold = "1s")
        void isPaused(AdversityRun run) {
            assertThat(run).phase("pause").losesNothing();
        }

        @AdversityTest(scenario = "kill", cluster = "toy:folder=" + FOLDER)
        @Fault("pause")
        void hasTwo(AdversityRun run) {
            assertThat(run).passes();
        }

        @Fault("powerCut:hang=true,note=it's")
        @Fault(value = "powerCut", target = "all", hold = "1s", allowQuorumLoss = true)
        void isCutTwice() {}
    }

    @Test
    void each_fault_is_a_phase_by_its_kind() throws Exception {
        List<Fault> faults =
                Arrays.asList(Annotated.class.getDeclaredMethod("isCutTwice").getAnnotationsByType(Fault.class));
        assertThat(new AnnotatedScenario("isCutTwice", faults).text().lines().toList())
                .contains(
                        "name: isCutTwice",
                        "  - {name: powerCut, fault: {powerCut: {'hang': 'true', 'note': 'it''s'}}, target: {pick: one}, hold: '5s'}",
                        "  - {name: powerCut-2, fault: powerCut, target: all, hold: '1s', allowQuorumLoss: true}");
    }

    @Test
    void the_scenario_of_the_annotations_is_valid() throws Exception {
        List<Fault> faults = Arrays.asList(Annotated.class
                .getDeclaredMethod("isPaused", AdversityRun.class)
                .getAnnotationsByType(Fault.class));
        Scenario scenario = ScenarioReader.readAlone(
                new ScenarioSource("isPaused.yaml", new AnnotatedScenario("isPaused", faults).text()));
        assertThat(scenario.phases())
                .last()
                .isInstanceOfSatisfying(
                        Phase.Disturbed.class,
                        phase -> assertThat(phase.injections())
                                .extracting(Injection::fault)
                                .extracting(ProviderSpec::kind)
                                .containsExactly("pause"));
    }

    @Test
    void a_test_has_a_scenario_or_faults() {
        TestExecutionSummary summary = SeparateJvm.executed(Annotated.class).getSummary();
        assertThat(summary.getFailures())
                .extracting(failure -> failure.getException().getMessage())
                .anyMatch(message -> message.contains("needs either @AdversityTest(scenario = \"…\") or @Fault"));
    }

    @Test
    void a_fault_in_another_form_is_refused() throws Exception {
        Fault wrong = Wrong.class.getDeclaredMethod("test").getAnnotation(Fault.class);
        assertThatThrownBy(() -> new AnnotatedScenario("x", List.of(wrong)).text())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("@Fault must be KIND or KIND:key=value,key=value, but 'hang' is not key=value");
    }

    /** Mistake that an author of a test may make. */
    static final class Wrong {
        @Fault("powerCut:hang")
        void test() {}
    }
}
