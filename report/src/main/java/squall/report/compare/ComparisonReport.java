package squall.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.chart.PageCharts;
import squall.report.compare.MetricFinding.MetricJudgement;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportData;
import squall.report.model.ReportDocument;
import squall.report.model.ReportDocument.HeadlineTile;
import squall.report.model.ReportDocument.RunVerdict;
import squall.report.statistics.LocationShift;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.TableCell.CellTone;

/**
 * Report of a comparison.
 *
 * @param first data of the charts, one for each run of the first side; empty where none are drawn
 * @param second likewise
 */
public record ComparisonReport(Comparison comparison, List<ReportData> first, List<ReportData> second)
        implements ReportDocument {
    private static final String METHOD =
            "The unit is the run. Exact two-sided Mann-Whitney test by permutation, ties included; Holm over the metrics compared, so that the risk of any "
                    + "false alarm is 5 %; Hodges-Lehmann shifts with intervals from the exact distribution of ranks (up to 8 runs on a side) or BCa "
                    + "bootstrap over runs (above). Medians of runs: Hyndman and Fan's type 8. Percentiles within a run: HdrHistogram, from merged "
                    + "histograms.";

    public ComparisonReport {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    @Override
    public String name() {
        return "comparison";
    }

    @Override
    public String title() {
        return "Comparison of " + names().getFirst() + " with " + names().getLast();
    }

    private List<String> names() {
        return comparison.terms().names();
    }

    @Override
    public String subtitle() {
        ComparedRun any = comparison.first().getFirst();
        return any.run().manifest().workload() + " · "
                + any.run().manifest().db().product() + " · "
                + HumanNumbers.counted(comparison.first().size(), "run") + " with "
                + comparison.second().size();
    }

    @Override
    public RunVerdict verdict() {
        List<String> worse = comparison.judgedAs(MetricJudgement.WORSE).stream()
                .map(finding -> finding.metric().key())
                .toList();
        String of = HumanNumbers.counted(comparison.findings().size(), "metric");
        String absent =
                comparison.absent().isEmpty() ? "" : "; not compared: " + String.join(", ", comparison.absent());
        if (!worse.isEmpty()) {
            return verdict(
                    JudgementStatus.FAILED,
                    "regression in " + worse.size() + " of " + of + " (" + String.join(", ", worse) + ")" + absent);
        }
        return comparison.enough()
                ? verdict(
                        absent.isEmpty() ? JudgementStatus.PASSED : JudgementStatus.SKIPPED,
                        "no regression is shown in " + of + absent)
                : verdict(
                        JudgementStatus.SKIPPED,
                        "cannot tell: " + of + " need " + comparison.runsNeeded() + " runs on each side" + absent);
    }

    private RunVerdict verdict(JudgementStatus status, String headline) {
        List<ComparedRun> wrong = comparison.withWrongData();
        return new RunVerdict(
                wrong.isEmpty() ? status : JudgementStatus.FAILED,
                wrong.isEmpty()
                        ? headline
                        : "wrong data in " + HumanNumbers.counted(wrong.size(), "run") + "; " + headline,
                OptionalInt.of(comparison.exitCode().code()),
                ComparedRun.complaints(wrong));
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (comparison.first().size() == 1 && comparison.second().size() == 1) {
            warnings.add(
                    "One run on each side: descriptive, no verdict. How far two runs of the same thing are apart is not known.");
        }
        if (comparison.terms().byThreshold()) {
            warnings.add(
                    "Judged by the size of the difference where there are too few runs to test it (--fail-on-threshold).");
        }
        warnings.addAll(ComparedRun.complaints(
                comparison.runs().stream().filter(run -> !run.hasWrongData()).toList()));
        warnings.addAll(ConditionDifferences.warnings(comparison.differences()));
        if (!comparison.absent().isEmpty()) {
            warnings.add("not in every run, so not compared: " + String.join(", ", comparison.absent()));
        }
        return warnings;
    }

    @Override
    public List<HeadlineTile> tiles() {
        return List.of(
                tile("Worse", MetricJudgement.WORSE),
                tile("Better", MetricJudgement.BETTER),
                tile("No difference shown", MetricJudgement.NONE_SHOWN),
                tile("Cannot tell", MetricJudgement.CANNOT_TELL));
    }

    private HeadlineTile tile(String label, MetricJudgement judgement) {
        List<MetricFinding> judged = comparison.judgedAs(judgement);
        return new HeadlineTile(
                label,
                Integer.toString(judged.size()),
                judged.stream().map(finding -> finding.metric().key()).collect(Collectors.joining(", ")),
                judged.isEmpty() ? CellTone.PLAIN : judgement.tone());
    }

    @Override
    public List<Table> tables() {
        return new ComparisonTables(comparison).all();
    }

    @Override
    public String leading() {
        return ComparisonTables.LEADING;
    }

    @Override
    public List<ReportDocument.ReportedExpectation> expectations() {
        Stream<ReportDocument.ReportedExpectation> ofMetrics = comparison.findings().stream()
                .map(finding -> expectation(
                        finding.metric().key() + " is not worse", status(finding.judgement()), observed(finding)));
        Stream<ReportDocument.ReportedExpectation> ofAbsent = comparison.absent().stream()
                .map(key -> expectation(
                        key + " is not worse", JudgementStatus.SKIPPED, "not in every run, so not compared"));
        Stream<ReportDocument.ReportedExpectation> ofData =
                comparison.withWrongData().stream().map(run -> run.wrongData(subject()));
        return Stream.of(ofMetrics, ofAbsent, ofData).flatMap(each -> each).toList();
    }

    private ReportDocument.ReportedExpectation expectation(String wanted, JudgementStatus status, String observed) {
        return new ReportDocument.ReportedExpectation(subject(), wanted, status, observed);
    }

    private String subject() {
        return names().getLast() + " against " + names().getFirst();
    }

    private static JudgementStatus status(MetricJudgement judgement) {
        return switch (judgement) {
            case WORSE -> JudgementStatus.FAILED;
            case BETTER, NONE_SHOWN -> JudgementStatus.PASSED;
            case CANNOT_TELL -> JudgementStatus.SKIPPED;
        };
    }

    private String observed(MetricFinding finding) {
        return names().getFirst() + " " + finding.first().medianText() + ", " + names().getLast() + " "
                + finding.second().medianText() + " " + finding.metric().unit()
                + finding.ratio()
                        .flatMap(LocationShift::interval)
                        .map(i -> ", ratio " + ComparisonTables.interval(i))
                        .orElse("")
                + (comparison.enough() ? ", p " + ComparisonTables.probabilityText(finding.adjusted()) + " (Holm)" : "")
                + ", " + finding.first().size() + " and " + finding.second().size() + " runs: "
                + finding.judgement().word();
    }

    @Override
    public String method() {
        return METHOD + " Seed of the bootstrap: " + comparison.terms().seed() + ".";
    }

    @Override
    public Record further() {
        return new ComparisonMembers(
                comparison.exitCode().code(),
                comparison.exitCode().meaning(),
                comparison.first().stream().map(ComparedRun::id).toList(),
                comparison.second().stream().map(ComparedRun::id).toList(),
                comparison.terms().allowed(),
                method());
    }

    private record ComparisonMembers(
            int exitCode,
            String exitMeaning,
            List<String> first,
            List<String> second,
            List<String> allowedDifferences,
            String method) {}

    @Override
    public PageCharts charts() {
        return new ComparisonCharts(this).charts();
    }
}
