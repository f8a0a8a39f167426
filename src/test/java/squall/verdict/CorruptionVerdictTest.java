package squall.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.measure.recovery.FaultSpan;
import squall.scenario.expect.ExpectationMeasure;
import squall.spi.ErrorCode;
import squall.spi.ErrorKind;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.verdict.CorruptionVerdict.Finding;

class CorruptionVerdictTest {
    private static final Outcome INVALID_PAGE =
            new Outcome.Refused(new ErrorCode(ErrorKind.CORRUPTION, "XX001"), "invalid page in block 3");

    @Test
    void a_phase_that_corrupts_nothing_has_no_verdict() {
        assertThat(CorruptionVerdict.of("cut", List.of(injected(Optional.empty())), List.of(), ProbeEvidence.NONE))
                .isEmpty();
    }

    @Test
    void errors_of_clients_in_the_phase_are_a_detection() {
        assertThat(verdict(
                        List.of(),
                        List.of(window("cut", Window.Kind.DISTURBED), window("other", Window.Kind.DISTURBED))))
                .contains(new CorruptionVerdict(
                        Finding.DETECTED,
                        "corruption detected: 5 errors of clients, for example XX001: invalid page in block 3"));
    }

    @Test
    void a_report_of_a_node_is_a_detection() {
        CorruptionVerdict verdict = verdict(List.of("n1: page verification failed", "n1: again"), List.of())
                .orElseThrow();
        assertThat(verdict.text())
                .isEqualTo("corruption detected: 2 reports of nodes, the first: n1: page verification failed");
    }

    @Test
    void a_check_that_failed_outweighs_a_detection() {
        ProbeEvidence lost =
                new ProbeEvidence(List.of(), Map.of(ExpectationMeasure.LOST_ACKS, 3L, ExpectationMeasure.PHANTOMS, 0L));
        assertThat(CorruptionVerdict.of(
                        "cut", List.of(injected(Optional.of(List.of("n1: bad record")))), List.of(), lost))
                .contains(new CorruptionVerdict(
                        Finding.WRONG_ANSWER,
                        "corruption wrong answer given as ok: the checks of the whole run found lostAcks 3; 1 report of nodes,"
                                + " the first: n1: bad record"));
    }

    /** Covers an old error: a run that ended with 4 because of the isolation of the probe's transactions said that no check failed. */
    @Test
    void transactions_whose_isolation_is_wrong_are_wrong_answers() {
        ProbeEvidence anomaly = new ProbeEvidence(List.of(), Map.of(ExpectationMeasure.ISOLATION_VIOLATIONS, 1L));
        assertThat(CorruptionVerdict.of("cut", List.of(injected(Optional.of(List.of()))), List.of(), anomaly)
                        .orElseThrow()
                        .finding())
                .isEqualTo(Finding.WRONG_ANSWER);
    }

    @Test
    void without_an_error_a_report_and_a_failed_check_it_was_not_noticed() {
        assertThat(verdict(List.of(), List.of(window("other", Window.Kind.DISTURBED)))
                        .orElseThrow()
                        .finding())
                .isEqualTo(Finding.NOT_NOTICED);
    }

    private static Optional<CorruptionVerdict> verdict(List<String> reports, List<WindowSummary> windows) {
        return CorruptionVerdict.of("cut", List.of(injected(Optional.of(reports))), windows, ProbeEvidence.NONE);
    }

    private static InjectionResult injected(Optional<List<String>> reports) {
        return new InjectionResult(
                1,
                "cut",
                List.of(Outcomes.injection("corrupt", "n1", Outcomes.IN_EFFECT)),
                reports.stream().toList(),
                Optional.of(new FaultSpan(1, OptionalLong.of(2), 3)),
                InjectionResult.ObservationEnd.WATCHED,
                false);
    }

    private static WindowSummary window(String phase, Window.Kind kind) {
        Histogram none = new Histogram(3);
        OperationSummary read = new OperationSummary(
                new Operation(0, "READ", false),
                7,
                5,
                0,
                0,
                0,
                none,
                none,
                none,
                none,
                Map.of(Outcome.OK, 7L, INVALID_PAGE, 5L));
        return new WindowSummary(new Window(phase, kind, 1, 2, Window.WindowOrigin.of(phase)), 1, List.of(read));
    }
}
