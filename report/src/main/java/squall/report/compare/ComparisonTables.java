package squall.report.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import squall.report.compare.ConditionDifferences.ConditionDifference;
import squall.report.statistics.LocationShift;
import squall.report.statistics.MannWhitney;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
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
        return new Table(
                LEADING,
                first + " (" + runs(comparison.first()) + ") with " + second + " (" + runs(comparison.second()) + ")",
                "Medians over runs. Ratio: " + second + " to " + first
                        + ", the median over all pairs of runs, and where the true one is with 95 %. p: exact, by Mann and Whitney, corrected by "
                        + "Holm for all metrics of the table. ~: no difference is shown.",
                List.of(
                        Column.text("metric", "metric", 99),
                        Column.number("first", first, 20),
                        Column.number("second", second, 19),
                        Column.number("ratio", "ratio", 18),
                        Column.text("ratio_interval", "[95 %]", 15),
                        Column.number("p_holm", "p (Holm)", 16),
                        Column.text("verdict", "verdict", 30)),
                comparison.findings().stream().map(this::metric).toList());
    }

    private static String runs(List<ComparedRun> side) {
        return HumanNumbers.counted(side.size(), "run");
    }

    List<TableCell> metric(MetricFinding finding) {
        return List.of(
                TableCell.words(finding.metric().key()),
                median(finding.first()),
                median(finding.second()),
                finding.ratio().map(ratio -> amount(ratio.estimate())).orElseGet(TableCell::none),
                TableCell.words(finding.ratio()
                        .flatMap(LocationShift::interval)
                        .map(ComparisonTables::interval)
                        .orElse("")),
                comparison.enough() ? probability(finding.adjusted()) : TableCell.none(),
                TableCell.words(word(finding)).in(finding.judgement().tone()));
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

    static String interval(LocationShift.ConfidenceInterval interval) {
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
        return new Table(
                "details",
                "Details",
                "Shift: " + second + " less " + first
                        + ", the median over all pairs of runs (Hodges and Lehmann), in the unit of the metric. Chance: that a run of "
                        + second
                        + " is better than one of " + first
                        + ". Counts from: the smallest difference that is worth a verdict.",
                List.of(
                        Column.text("metric", "metric", 99),
                        Column.text("unit", "unit", 18),
                        Column.number("first_lowest", first + " lowest", 9),
                        Column.number("first_highest", first + " highest", 8),
                        Column.number("second_lowest", second + " lowest", 9),
                        Column.number("second_highest", second + " highest", 8),
                        Column.number("shift", "shift", 20),
                        Column.number("shift_low", "shift from", 17),
                        Column.number("shift_high", "shift to", 16),
                        Column.number("ratio_low", "ratio from", 4),
                        Column.number("ratio_high", "ratio to", 3),
                        Column.number("u", "U", 7),
                        Column.number("p", "p", 15),
                        Column.number("chance", "chance", 14),
                        Column.text("least_effect", "counts from", 10)),
                comparison.findings().stream().map(this::detail).toList());
    }

    private List<TableCell> detail(MetricFinding finding) {
        return List.of(
                TableCell.words(finding.metric().key()),
                TableCell.words(finding.metric().unit()),
                TableCell.amount(finding.first().lowest()),
                TableCell.amount(finding.first().highest()),
                TableCell.amount(finding.second().lowest()),
                TableCell.amount(finding.second().highest()),
                finding.shift().map(shift -> TableCell.amount(shift.estimate())).orElseGet(TableCell::none),
                end(finding.shift(), LocationShift.ConfidenceInterval::low),
                end(finding.shift(), LocationShift.ConfidenceInterval::high),
                end(finding.ratio(), LocationShift.ConfidenceInterval::low),
                end(finding.ratio(), LocationShift.ConfidenceInterval::high),
                TableCell.amount(finding.test().u()),
                uncorrected(finding),
                amount(finding.chanceOfBetter()),
                TableCell.words(leastEffect(finding)));
    }

    private static TableCell end(
            Optional<LocationShift> shift, ToDoubleFunction<LocationShift.ConfidenceInterval> end) {
        return shift.flatMap(LocationShift::interval)
                .map(interval -> TableCell.amount(end.applyAsDouble(interval)))
                .orElseGet(TableCell::none);
    }

    private String leastEffect(MetricFinding finding) {
        double least = comparison.terms().leastEffect(finding.metric().kind());
        return finding.metric().kind().relative()
                ? HumanNumbers.percent(least)
                : HumanNumbers.amount(least) + " points of percent";
    }

    private Table differences() {
        return new Table(
                "differences",
                "In what the runs differ",
                "",
                List.of(
                        Column.text("key", "what", 99),
                        Column.text("first", first, 20),
                        Column.text("second", second, 19),
                        Column.text("weight", "and that", 10)),
                comparison.differences().stream()
                        .map(difference -> List.of(
                                TableCell.words(difference.key()),
                                TableCell.words(ConditionDifference.shown(difference.here())),
                                TableCell.words(ConditionDifference.shown(difference.there())),
                                TableCell.words(weight(difference))))
                        .toList());
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
        return new Table(
                "runs",
                "Runs",
                "",
                List.of(
                        Column.text("run", "run", 99),
                        Column.text("side", "side", 20),
                        Column.text("started_at", "began", 10)),
                Stream.concat(
                                ofFirst.stream().map(run -> run(first, run)),
                                ofSecond.stream().map(run -> run(second, run)))
                        .toList());
    }

    private static List<TableCell> run(String side, ComparedRun run) {
        return List.of(TableCell.words(run.id()), TableCell.words(side), TableCell.words(run.begun()));
    }
}
