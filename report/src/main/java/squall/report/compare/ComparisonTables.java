package squall.report.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import squall.report.compare.ConditionDifferences.ConditionDifference;
import squall.report.statistics.LocationShift;
import squall.report.statistics.LocationShift.ConfidenceInterval;
import squall.report.statistics.MannWhitney;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.TableField;
import squall.table.TableCell;

/** Builder of the tables of a comparison. */
final class ComparisonTables {
    static final String LEADING = "comparison";

    private final Comparison comparison;
    private final String first;
    private final String second;

    ComparisonTables(Comparison comparison) {
        this.comparison = comparison;
        this.first = comparison.terms().names().getFirst();
        this.second = comparison.terms().names().getLast();
    }

    List<Table> all() {
        return Stream.of(metrics(), details(), differences(), runs())
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private Table metrics() {
        return Table.of(
                LEADING,
                first + " (" + runs(comparison.first()) + ") with " + second + " (" + runs(comparison.second()) + ")",
                List.of("Medians over runs. Ratio: " + second + " to " + first
                        + ", the median over all pairs of runs, and where the true one is with 95 %. p: exact, by Mann and Whitney, corrected by "
                        + "Holm for all metrics of the table. ~: no difference is shown."),
                metricFields(),
                comparison.findings());
    }

    private static String runs(List<ComparedRun> side) {
        return HumanNumbers.counted(side.size(), "run");
    }

    List<TableCell> metric(MetricFinding finding) {
        return metricFields().stream().map(field -> field.cell().apply(finding)).toList();
    }

    private List<TableField<MetricFinding>> metricFields() {
        return List.of(
                TableField.words(
                        "metric", "metric", 99, finding -> finding.metric().key()),
                TableField.number("first", first, 20, finding -> median(finding.first())),
                TableField.number("second", second, 19, finding -> median(finding.second())),
                TableField.number("ratio", "ratio", 18, ComparisonTables::ratio),
                TableField.text("ratio_interval", "[95 %]", 15, ComparisonTables::ratioInterval),
                TableField.number("p_holm", "p (Holm)", 16, this::adjusted),
                TableField.text("verdict", "verdict", 30, this::verdict));
    }

    private static TableCell ratio(MetricFinding finding) {
        return finding.ratio().map(ratio -> amount(ratio.estimate())).orElseGet(TableCell::none);
    }

    private static TableCell ratioInterval(MetricFinding finding) {
        Optional<ConfidenceInterval> interval = finding.ratio().flatMap(LocationShift::interval);
        return TableCell.words(interval.map(ComparisonTables::interval).orElse(""));
    }

    private TableCell adjusted(MetricFinding finding) {
        return comparison.enough() ? probability(finding.adjusted()) : TableCell.none();
    }

    private TableCell verdict(MetricFinding finding) {
        return TableCell.words(word(finding)).in(finding.judgement().tone());
    }

    private String word(MetricFinding finding) {
        return finding.judgement() == MetricFinding.MetricJudgement.CANNOT_TELL
                ? "cannot tell (needs " + comparison.runsNeeded() + " runs per side)"
                : finding.judgement().word();
    }

    /** Formats a median; a bound is no number. */
    static TableCell median(MetricFinding.MetricValues sample) {
        String text = sample.medianText();
        return text.startsWith(">") ? TableCell.words(text) : TableCell.figure(sample.median(), text);
    }

    private static TableCell amount(double value) {
        return TableCell.figure(value, String.format(Locale.ROOT, "%.2f", value));
    }

    static String interval(ConfidenceInterval interval) {
        return String.format(Locale.ROOT, "[%.2f %.2f]", interval.low(), interval.high());
    }

    private static TableCell probability(double p) {
        return TableCell.figure(p, probabilityText(p));
    }

    /** Formats an uncorrected p; none where the runs are so few that no difference, however large, could have a small one. */
    private static TableCell uncorrected(MetricFinding finding) {
        double least =
                MannWhitney.least(finding.first().size(), finding.second().size());
        return least > ComparisonSettings.RISK
                ? TableCell.none()
                : probability(finding.test().p());
    }

    static String probabilityText(double p) {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    private Table details() {
        List<TableField<MetricFinding>> fields = List.of(
                TableField.words("metric", "metric", 99, each -> each.metric().key()),
                TableField.words("unit", "unit", 18, each -> each.metric().unit()),
                TableField.amount(
                        "first_lowest",
                        first + " lowest",
                        9,
                        each -> each.first().lowest()),
                TableField.amount(
                        "first_highest",
                        first + " highest",
                        8,
                        each -> each.first().highest()),
                TableField.amount(
                        "second_lowest",
                        second + " lowest",
                        9,
                        each -> each.second().lowest()),
                TableField.amount(
                        "second_highest",
                        second + " highest",
                        8,
                        each -> each.second().highest()),
                TableField.number("shift", "shift", 20, ComparisonTables::shift),
                TableField.number("shift_low", "shift from", 17, each -> end(each.shift(), ConfidenceInterval::low)),
                TableField.number("shift_high", "shift to", 16, each -> end(each.shift(), ConfidenceInterval::high)),
                TableField.number("ratio_low", "ratio from", 4, each -> end(each.ratio(), ConfidenceInterval::low)),
                TableField.number("ratio_high", "ratio to", 3, each -> end(each.ratio(), ConfidenceInterval::high)),
                TableField.amount("u", "U", 7, each -> each.test().u()),
                TableField.number("p", "p", 15, ComparisonTables::uncorrected),
                TableField.number("chance", "chance", 14, each -> amount(each.chanceOfBetter())),
                TableField.words("least_effect", "counts from", 10, each -> leastEffect(each)));
        String note = "Shift: " + second + " less " + first
                + ", the median over all pairs of runs (Hodges and Lehmann), in the unit of the metric. Chance: that a run of "
                + second + " is better than one of " + first
                + ". Counts from: the smallest difference that is worth a verdict.";
        return Table.of("details", "Details", List.of(note), fields, comparison.findings());
    }

    private static TableCell shift(MetricFinding finding) {
        return finding.shift().map(shift -> TableCell.amount(shift.estimate())).orElseGet(TableCell::none);
    }

    private static TableCell end(Optional<LocationShift> shift, ToDoubleFunction<ConfidenceInterval> end) {
        return shift.flatMap(LocationShift::interval)
                .map(interval -> TableCell.amount(end.applyAsDouble(interval)))
                .orElseGet(TableCell::none);
    }

    private String leastEffect(MetricFinding finding) {
        double least = comparison.terms().leastEffect(finding.metric().kind());
        String unit = finding.metric().unit();
        return finding.metric().kind().relative()
                ? HumanNumbers.percent(least)
                : (HumanNumbers.amount(least) + " " + (unit.equals("%") ? "points of percent" : unit)).strip();
    }

    private Table differences() {
        List<TableField<ConditionDifference>> fields = List.of(
                TableField.words("key", "what", 99, each -> each.key()),
                TableField.words("first", first, 20, each -> ConditionDifference.shown(each.here())),
                TableField.words("second", second, 19, each -> ConditionDifference.shown(each.there())),
                TableField.words("weight", "and that", 10, each -> weight(each)));
        return Table.of("differences", "In what the runs differ", List.of(), fields, comparison.differences());
    }

    private static String weight(ConditionDifference difference) {
        if (difference.allowed()) {
            return "was allowed (--allow-difference)";
        }
        return switch (RunConditions.weight(difference.key())) {
            case COMPARED -> "may be what is compared";
            case WARNED -> "may be why the figures differ";
            case DECIDES -> throw new IllegalStateException(difference.key() + " forbids the comparison");
        };
    }

    private Table runs() {
        return runs(first, comparison.first(), second, comparison.second());
    }

    /** Returns the table of the runs of two sides. */
    static Table runs(String first, List<ComparedRun> ofFirst, String second, List<ComparedRun> ofSecond) {
        List<SideRun> runs = Stream.concat(
                        ofFirst.stream().map(run -> new SideRun(first, run)),
                        ofSecond.stream().map(run -> new SideRun(second, run)))
                .toList();
        List<TableField<SideRun>> fields = List.of(
                TableField.words("run", "run", 99, each -> each.run().id()),
                TableField.words("side", "side", 20, each -> each.side()),
                TableField.words("started_at", "began", 10, each -> each.run().begun()));
        return Table.of("runs", "Runs", List.of(), fields, runs);
    }

    private record SideRun(String side, ComparedRun run) {}
}
