package squall.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.report.chart.PageCharts;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.report.model.ReportDocument.HeadlineTile;
import squall.report.statistics.ExceedancePlan.ExceedanceVerdict;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Report of a gate. */
public record GateReport(RegressionGate gate) implements ReportDocument {
    private static final String NEW_RUNS = "new runs";

    private static final String METHOD =
            "The unit is the run. A limit is an order statistic of the baseline runs (nonparametric prediction limit, k of m: Davis and McNichols 1999), so "
                    + "the rates hold for every distribution, also with ties, as long as all runs are made in the same way; each figure has an equal part of the "
                    + "false-alarm rate (Bonferroni). A verdict is given when further runs could not change it (curtailed sampling), so it may be asked for "
                    + "after every run. Medians of runs: Hyndman and Fan's type 8.";

    @Override
    public String name() {
        return "gate";
    }

    @Override
    public String title() {
        return "Gate of " + HumanNumbers.counted(gate.newRuns().size(), "new run") + " against "
                + HumanNumbers.counted(gate.baseline().size(), "baseline run");
    }

    @Override
    public String subtitle() {
        ComparedRun any = gate.baseline().getFirst();
        return any.run().manifest().workload() + " · "
                + any.run().manifest().db().product();
    }

    @Override
    public ReportDocument.RunVerdict verdict() {
        List<String> wrong = gate.withWrongData().stream()
                .map(run -> run.id() + ": " + ExitCode.DATA.meaning())
                .toList();
        return new ReportDocument.RunVerdict(
                wrong.isEmpty() ? status(gate.verdict()) : JudgementStatus.FAILED,
                headline(),
                OptionalInt.of(gate.exitCode().code()),
                wrong);
    }

    private String headline() {
        return switch (gate.verdict()) {
            case PASS -> "sure: no figure is worse";
            case WORSE ->
                "sure: worse in "
                        + gate.judgedAs(ExceedanceVerdict.WORSE).stream()
                                .map(finding -> finding.metric().key())
                                .collect(Collectors.joining(", "));
            case NOT_SURE -> "not sure: " + gate.moreRuns().text();
        };
    }

    private static JudgementStatus status(ExceedanceVerdict verdict) {
        return switch (verdict) {
            case PASS -> JudgementStatus.PASSED;
            case WORSE -> JudgementStatus.FAILED;
            case NOT_SURE -> JudgementStatus.SKIPPED;
        };
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(ConditionDifferences.warnings(gate.differences()));
        for (GateFinding finding : gate.findings()) {
            int absent = finding.absent(gate.baseline().size());
            if (absent > 0) {
                warnings.add(finding.metric().key() + " is missing in " + HumanNumbers.counted(absent, "run")
                        + (absent == 1 ? ", which counts" : ", which count") + " as worse than all others");
            }
            if (finding.limit().isEmpty()) {
                warnings.add(finding.metric().key()
                        + " has no limit, because too few baseline runs have a value: it is not judged");
            }
        }
        return warnings;
    }

    @Override
    public List<HeadlineTile> tiles() {
        return List.of(
                new HeadlineTile(
                        "False alarms",
                        "at most " + HumanNumbers.percent(gate.falseAlarms()),
                        "over " + HumanNumbers.counted(gate.findings().size(), "figure")
                                + ", after however many looks"),
                new HeadlineTile(
                        "Power", RegressionGate.percent(gate.settings().power()), "for a shift above 'found from'"),
                new HeadlineTile(
                        "Worse",
                        gate.plan().needed() + " of "
                                + HumanNumbers.counted(gate.plan().most(), "new run"),
                        "beyond the limit of a figure"));
    }

    @Override
    public List<Table> tables() {
        return Stream.of(
                        figures(),
                        cockroachdb(),
                        ComparisonTables.runs("baseline", gate.baseline(), "new", gate.newRuns()))
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private Table figures() {
        List<TableField<GateFinding>> fields = List.of(
                TableField.words("metric", "metric", 99, each -> each.metric().key()),
                TableField.words("unit", "unit", 5, each -> each.metric().unit()),
                TableField.number("baseline", "baseline", 18, each -> median(each.baseline())),
                TableField.number("limit", "limit", 25, each -> TableCell.amount(each.limit())),
                TableField.number("found_from", "found from", 20, GateReport::shift),
                TableField.number("new", "new", 19, each -> median(each.newRuns())),
                TableField.count("beyond", "beyond", 15, each -> each.beyond()),
                TableField.text(
                        "verdict",
                        "verdict",
                        30,
                        each -> TableCell.words(word(each)).in(tone(each))));
        String note = "Medians over runs. Found from: the shift above which a worsening is found with a power of "
                + RegressionGate.percent(gate.settings().power())
                + ". Beyond: new runs that are worse than the limit.";
        return Table.of(leading(), "Figures", List.of(note), fields, gate.findings());
    }

    private static TableCell median(MetricFinding.MetricValues values) {
        return values.size() == 0 ? TableCell.none() : ComparisonTables.median(values);
    }

    private static TableCell shift(GateFinding finding) {
        if (finding.detectable().isEmpty()) {
            return TableCell.none();
        }
        double shift = finding.detectable().getAsDouble();
        return finding.metric().kind().highIsGood()
                ? TableCell.figure(0 - shift, "-" + HumanNumbers.amount(shift))
                : TableCell.figure(shift, "+" + HumanNumbers.amount(shift));
    }

    private static String word(GateFinding finding) {
        return finding.verdict()
                .map(verdict -> verdict.name().toLowerCase(Locale.ROOT).replace('_', ' '))
                .orElse("no limit");
    }

    private static CellTone tone(GateFinding finding) {
        return finding.verdict().map(verdict -> status(verdict).tone()).orElse(CellTone.DIM);
    }

    private Table cockroachdb() {
        List<TableField<RegressionGate.RatioRule>> fields = List.of(
                TableField.words("fault", "fault", 99, rule -> rule.fault()),
                TableField.count("baseline_failed", "baseline failed", 20, rule -> rule.baselineRed()),
                TableField.count("baseline_runs", "of", 20, rule -> rule.baselineRuns()),
                TableField.count("new_failed", "new failed", 20, rule -> rule.newRed()),
                TableField.count("new_runs", "of", 20, rule -> rule.newRuns()));
        String note = "A run fails if its goodput under the fault is below " + RegressionGate.COCKROACHDB_SHARE
                + " of the baseline's: one run, one threshold. Those of the baseline are its false alarms.";
        return Table.of(
                "cockroachdb", "CockroachDB's rule on the same runs", List.of(note), fields, gate.cockroachdb());
    }

    @Override
    public String leading() {
        return "figures";
    }

    @Override
    public List<ReportDocument.ReportedExpectation> expectations() {
        return Stream.concat(
                        gate.findings().stream()
                                .map(finding -> new ReportDocument.ReportedExpectation(
                                        NEW_RUNS,
                                        finding.metric().key() + " is not worse",
                                        finding.verdict()
                                                .map(GateReport::status)
                                                .orElse(JudgementStatus.SKIPPED),
                                        observed(finding))),
                        gate.withWrongData().stream().map(run -> run.wrongData(NEW_RUNS)))
                .toList();
    }

    private static String observed(GateFinding finding) {
        String unit =
                finding.metric().unit().isEmpty() ? "" : " " + finding.metric().unit();
        return word(finding) + ": " + finding.beyond() + " of " + HumanNumbers.counted(finding.judged(), "new run")
                + " beyond the limit of " + shown(finding.limit()) + unit + ", a shift above "
                + shown(finding.detectable()) + unit + " is found";
    }

    private static String shown(OptionalDouble figure) {
        return figure.isPresent() ? HumanNumbers.amount(figure.getAsDouble()) : "-";
    }

    /** Returns the verdict with each figure that is not passed, a line each. */
    public String text() {
        return Stream.concat(
                        Stream.of(headline()),
                        Stream.concat(
                                verdict().reasons().stream(),
                                gate.findings().stream()
                                        .filter(finding -> !finding.verdict()
                                                .filter(verdict -> verdict == ExceedanceVerdict.PASS)
                                                .isPresent())
                                        .map(finding -> finding.metric().key() + ": " + observed(finding))))
                .collect(Collectors.joining("\n"));
    }

    @Override
    public String method() {
        return METHOD;
    }

    @Override
    public Record further() {
        return new GateMembers(
                gate.exitCode().code(),
                gate.verdict().name().toLowerCase(Locale.ROOT),
                gate.moreRuns(),
                new PlanMembers(
                        gate.findings().size(),
                        gate.plan().most(),
                        gate.plan().needed(),
                        gate.plan().limitRank(),
                        gate.falseAlarms(),
                        gate.settings().risk(),
                        gate.settings().power()),
                gate.baseline().stream().map(ComparedRun::id).toList(),
                gate.newRuns().stream().map(ComparedRun::id).toList(),
                gate.settings().comparison().allowed(),
                method());
    }

    private record GateMembers(
            int exitCode,
            String decision,
            RegressionGate.MoreRuns moreRuns,
            PlanMembers plan,
            List<String> baseline,
            List<String> newRuns,
            List<String> allowedDifferences,
            String method) {}

    /** @param falseAlarms the exact upper bound, at most {@code falseAlarmsAllowed} */
    private record PlanMembers(
            int figures,
            int maxRuns,
            int worseFrom,
            int limitRank,
            double falseAlarms,
            double falseAlarmsAllowed,
            double power) {}

    @Override
    public PageCharts charts() {
        List<ComparedRun> runs =
                Stream.concat(gate.baseline().stream(), gate.newRuns().stream()).toList();
        return new PageCharts(
                "trend.js",
                List.of(new PageCharts.ChartSection(
                        "timeline",
                        "Run by run",
                        "Each dot is a run: first the baseline, then the new runs, with their medians where they are worse. Arrows move from run to run.",
                        "charts")),
                new TrendReport.TrendHead(
                        runs.stream().map(ComparedRun::id).toList(),
                        gate.findings().stream()
                                .filter(finding ->
                                        finding.absent(gate.baseline().size()) == 0)
                                .map(this::course)
                                .toList()),
                List.of());
    }

    private TrendReport.MetricCourse course(GateFinding finding) {
        boolean worse = finding.verdict()
                .filter(verdict -> verdict == ExceedanceVerdict.WORSE)
                .isPresent();
        return new TrendReport.MetricCourse(
                finding.metric().key(),
                finding.metric().unit(),
                Stream.concat(finding.baseline().readings().stream(), finding.newRuns().readings().stream())
                        .map(ComparedMetric.MetricReading::value)
                        .toList(),
                worse ? List.of(new TrendReport.DrawnChange(gate.baseline().size(), true)) : List.of());
    }
}
