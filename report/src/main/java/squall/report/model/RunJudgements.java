package squall.report.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import squall.check.DataCheck;
import squall.engine.RunResult.ClientHealth;
import squall.report.model.ReportDocument.ReportedExpectation;
import squall.report.model.ReportDocument.RunVerdict;
import squall.results.PostMortemRecord;
import squall.results.RunSummary;
import squall.results.RunSummary.EndingRecord;
import squall.results.file.RunState;
import squall.spi.CheckResult;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.TableField;

/** Set of judgements on a run: its end, its client, its data, every reason not to end with 0. */
final class RunJudgements {
    private static final String RUN = "run";
    static final String DATA = "data";

    private static final List<TableField<ReportedExpectation>> FIELDS = List.of(
            TableField.words("wanted", "wanted", 20, expectation -> expectation.wanted()),
            TableField.words("of", "of", 5, expectation -> expectation.subject()),
            TableField.text(
                    "verdict",
                    "verdict",
                    30,
                    expectation -> expectation.status().cell()),
            TableField.words("observed", "observed", 10, expectation -> expectation.observed()));

    private RunJudgements() {}

    static RunVerdict verdict(ReportData evidence) {
        Optional<RunSummary> summary = evidence.summary();
        if (summary.isEmpty()) {
            return evidence.cutOff()
                    ? new RunVerdict(JudgementStatus.FAILED, "did not come to its end", OptionalInt.empty(), List.of())
                    : new RunVerdict(JudgementStatus.RUNNING, "under way", OptionalInt.empty(), List.of());
        }
        int code = summary.get().exitCode();
        return new RunVerdict(
                status(code),
                headline(summary.get(), code),
                OptionalInt.of(code),
                summary.get().exitCodes().stream()
                        .map(reason -> "exit " + reason.code() + ": " + reason.reason())
                        .toList());
    }

    private static String headline(RunSummary summary, int code) {
        return summary.adversity()
                .filter(adversity -> !adversity.phases().isEmpty())
                .map(adversity -> Scorecard.passed(adversity) + (code == 0 ? "" : ", exit " + code))
                .orElse("exit " + code);
    }

    private static JudgementStatus status(int code) {
        return code == ExitCode.OK.code()
                ? JudgementStatus.PASSED
                : code == ExitCode.INVALID.code() ? JudgementStatus.INVALID : JudgementStatus.FAILED;
    }

    static List<ReportedExpectation> expectations(ReportData evidence) {
        return expectations(evidence, UnaryOperator.identity());
    }

    private static List<ReportedExpectation> expectations(ReportData evidence, UnaryOperator<List<CheckResult>> shown) {
        List<ReportedExpectation> all = new ArrayList<>(List.of(end(evidence)));
        evidence.summary().ifPresent(summary -> {
            summary.client().ifPresent(client -> all.add(client(client)));
            summary.exitCodes().forEach(reason -> reason(reason).ifPresent(all::add));
            shown.apply(summary.checks()).forEach(check -> all.add(check(check)));
        });
        if (evidence.summary().isEmpty()) {
            List<CheckResult> later = evidence.postMortem().map(PostMortemRecord::checks).orElse(List.of()).stream()
                    .map(PostMortemRecord.CheckedProbe::result)
                    .toList();
            shown.apply(later).forEach(check -> all.add(check(check)));
        }
        ScenarioSection.of(evidence).ifPresent(scenario -> all.addAll(scenario.expectations()));
        return all;
    }

    private static ReportedExpectation end(ReportData evidence) {
        Optional<EndingRecord> ending = evidence.summary().flatMap(RunSummary::ending);
        String kind =
                ending.map(EndingRecord::kind).orElse(evidence.run().state().label());
        String reason = ending.flatMap(EndingRecord::reason).orElse("");
        String length = HumanNumbers.length(Duration.ofMillis((long) (1000 * evidence.elapsedSeconds())));
        JudgementStatus status = kind.equals("complete")
                ? JudgementStatus.PASSED
                : evidence.run().state() == RunState.RUNNING ? JudgementStatus.RUNNING : JudgementStatus.FAILED;
        return new ReportedExpectation(
                RUN, "the run comes to its planned end", status, (kind + " after " + length + " " + reason).strip());
    }

    private static ReportedExpectation client(RunSummary.ClientSummary client) {
        return new ReportedExpectation(
                RUN,
                "the client keeps up: p99 of its own delay at most "
                        + HumanNumbers.milliseconds(ClientHealth.MOST_LAG_NS / 1000)
                        + " ms, garbage collection at most "
                        + HumanNumbers.percent(ClientHealth.MOST_GC_SHARE)
                        + " of every window, the warm-up too, counted as "
                        + HumanNumbers.length(ClientHealth.SHORTEST_GC_WINDOW) + " if shorter",
                client.overloaded() ? JudgementStatus.INVALID : JudgementStatus.PASSED,
                "own delay p99 "
                        + HumanNumbers.amount(client.ownLagP99Ms()) + " ms, garbage collection "
                        + HumanNumbers.percent(client.gcShare()));
    }

    /** Returns the reasons that no other line contains. */
    private static Optional<ReportedExpectation> reason(RunSummary.ExitReason reason) {
        int code = reason.code();
        return code == ExitCode.DATA.code()
                ? Optional.empty()
                : Optional.of(new ReportedExpectation(RUN, wanted(ExitCode.of(code)), status(code), reason.reason()));
    }

    /** Returns what was expected where a run has a reason to end with this code. */
    private static String wanted(ExitCode code) {
        return switch (code) {
            case OK -> "the run meets every expectation";
            case INTERNAL_ERROR -> "the program has no error of its own";
            case USAGE -> "the command and its configuration are valid";
            case EXPECTATION -> "the operations are within the error budget and every other limit";
            case DATA -> "the data is complete and correct";
            case UNREACHABLE -> "the database is reachable and the environment usable";
            case INVALID -> "the run is valid";
            case REGRESSION -> "no figure is worse than before";
            case NOT_HEALED -> "every fault is healed";
            case INTERRUPTED, TERMINATED -> "no signal ends the run";
        };
    }

    private static ReportedExpectation check(CheckResult check) {
        return new ReportedExpectation(
                DATA,
                check.name(),
                switch (check.verdict()) {
                    case PASSED -> JudgementStatus.PASSED;
                    case SKIPPED -> JudgementStatus.SKIPPED;
                    case UNDECIDED -> JudgementStatus.INVALID;
                    case FAILED -> JudgementStatus.FAILED;
                },
                check.detail());
    }

    /** Returns whether every check of the data that examined something passed; skipped if none did, empty if there was none. */
    static Optional<JudgementStatus> data(List<ReportedExpectation> expectations) {
        List<JudgementStatus> checks = expectations.stream()
                .filter(e -> e.subject().equals(DATA))
                .map(ReportedExpectation::status)
                .toList();
        // The worst first; one that passed says more than one that had nothing to look at.
        return Stream.of(
                        JudgementStatus.FAILED,
                        JudgementStatus.INVALID,
                        JudgementStatus.PASSED,
                        JudgementStatus.SKIPPED)
                .filter(checks::contains)
                .findFirst();
    }

    /** Returns the table for readers, in which checks that are undecided for one cause are one row. */
    static Table table(ReportData evidence) {
        return table(expectations(evidence, DataCheck::together));
    }

    static Table table(List<ReportedExpectation> expectations) {
        return Table.of("expectations", "Expectations and data check", List.of(), FIELDS, expectations);
    }
}
