package squall.report.compare;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import squall.cli.Figures;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Grid;
import squall.report.model.Tone;
import squall.report.statistics.Interval;
import squall.report.statistics.Shift;

/** The tables of a comparison. */
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

    List<Grid> all() {
        return Stream.of(metrics(), details(), differences(), runs())
                .filter(grid -> !grid.rows().isEmpty())
                .toList();
    }

    private Grid metrics() {
        return new Grid(
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

    private static String runs(List<Entrant> side) {
        return Figures.counted(side.size(), "run");
    }

    private List<Cell> metric(Finding finding) {
        return List.of(
                Cell.text(finding.metric().key()),
                median(finding.first()),
                median(finding.second()),
                finding.ratio().map(ratio -> amount(ratio.estimate())).orElseGet(Cell::none),
                Cell.text(finding.ratio()
                        .flatMap(Shift::interval)
                        .map(ComparisonTables::interval)
                        .orElse("")),
                comparison.enough() ? probability(finding.adjusted()) : Cell.none(),
                Cell.text(word(finding)).in(finding.judgement().tone()));
    }

    private String word(Finding finding) {
        return finding.judgement() == Judgement.CANNOT_TELL
                ? "cannot tell (needs " + comparison.runsNeeded() + " runs per side)"
                : finding.judgement().word();
    }

    /** A bound is no number. */
    private static Cell median(Sample sample) {
        String text = sample.medianText();
        return new Cell(
                text,
                text.startsWith(">") ? OptionalDouble.empty() : OptionalDouble.of(sample.median()),
                Tone.PLAIN,
                "");
    }

    private static Cell amount(double value) {
        return new Cell(String.format(Locale.ROOT, "%.2f", value), OptionalDouble.of(value), Tone.PLAIN, "");
    }

    static String interval(Interval interval) {
        return String.format(Locale.ROOT, "[%.2f %.2f]", interval.low(), interval.high());
    }

    private static Cell probability(double p) {
        return new Cell(probabilityText(p), OptionalDouble.of(p), Tone.PLAIN, "");
    }

    static String probabilityText(double p) {
        return p < 0.001 ? "< 0.001" : String.format(Locale.ROOT, "%.3f", p);
    }

    private Grid details() {
        return new Grid(
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

    private List<Cell> detail(Finding finding) {
        return List.of(
                Cell.text(finding.metric().key()),
                Cell.text(finding.metric().unit()),
                Cell.amount(finding.first().lowest()),
                Cell.amount(finding.first().highest()),
                Cell.amount(finding.second().lowest()),
                Cell.amount(finding.second().highest()),
                finding.shift().map(shift -> Cell.amount(shift.estimate())).orElseGet(Cell::none),
                end(finding.shift(), Interval::low),
                end(finding.shift(), Interval::high),
                end(finding.ratio(), Interval::low),
                end(finding.ratio(), Interval::high),
                Cell.amount(finding.test().u()),
                probability(finding.test().p()),
                amount(finding.chanceOfBetter()),
                Cell.text(leastEffect(finding)));
    }

    private static Cell end(Optional<Shift> shift, ToDoubleFunction<Interval> end) {
        return shift.flatMap(Shift::interval)
                .map(interval -> Cell.amount(end.applyAsDouble(interval)))
                .orElseGet(Cell::none);
    }

    private String leastEffect(Finding finding) {
        double least = comparison.terms().leastEffect(finding.metric().kind());
        return finding.metric().kind().relative()
                ? Figures.percent(least)
                : Figures.amount(least) + " points of percent";
    }

    private Grid differences() {
        return new Grid(
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
                                Cell.text(difference.key()),
                                Cell.text(Difference.shown(difference.here())),
                                Cell.text(Difference.shown(difference.there())),
                                Cell.text(weight(difference))))
                        .toList());
    }

    private static String weight(Difference difference) {
        if (difference.allowed()) {
            return "was allowed (--allow-difference)";
        }
        return switch (Conditions.weight(difference.key())) {
            case COMPARED -> "may be what is compared";
            case WARNED -> "may be why the figures differ";
            case DECIDES -> throw new IllegalStateException(difference.key() + " forbids the comparison");
        };
    }

    private Grid runs() {
        return new Grid(
                "runs",
                "Runs",
                "",
                List.of(
                        Column.text("run", "run", 99),
                        Column.text("side", "side", 20),
                        Column.text("started_at", "began", 10)),
                Stream.concat(
                                comparison.first().stream().map(run -> run(first, run)),
                                comparison.second().stream().map(run -> run(second, run)))
                        .toList());
    }

    private static List<Cell> run(String side, Entrant run) {
        return List.of(Cell.text(run.id()), Cell.text(side), Cell.text(run.begun()));
    }
}
