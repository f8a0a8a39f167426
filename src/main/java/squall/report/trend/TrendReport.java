package squall.report.trend;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.cli.ExitCode;
import squall.cli.Figures;
import squall.report.chart.Charts;
import squall.report.compare.Entrant;
import squall.report.compare.Reading;
import squall.report.model.Cell;
import squall.report.model.Column;
import squall.report.model.Document;
import squall.report.model.Expectation;
import squall.report.model.Grid;
import squall.report.model.Status;
import squall.report.model.Tile;
import squall.report.model.Tone;
import squall.report.model.Verdict;
import squall.report.statistics.ChangePoints.Change;
import squall.report.statistics.RunQuantiles;

/** A trend as it is told. */
public record TrendReport(Trend trend) implements Document {
    private static final String METHOD = "Change points: divisive, by energy distance, each cut tested against "
            + "random orders of the same runs (risk of a false alarm " + Figures.percent(Course.RISK)
            + " at each), at least " + Course.LEAST_RUNS + " runs on either side, from "
            + Figures.percent(Course.LEAST_MAGNITUDE)
            + " on (percentages: from 0.1 points). Medians of runs: Hyndman and Fan's type 8. Percentiles within a run: HdrHistogram, from "
            + "merged histograms.";

    @Override
    public String name() {
        return "trend";
    }

    @Override
    public String title() {
        return "Trend of " + trend.runs().size() + " runs";
    }

    @Override
    public String subtitle() {
        Entrant last = trend.runs().getLast();
        return last.run().manifest().path("workload").asText() + " · "
                + last.run().manifest().path("db").path("product").asText() + " · "
                + trend.runs().getFirst().begun() + " to " + last.begun();
    }

    @Override
    public Verdict verdict() {
        long changes = trend.courses().stream()
                .mapToLong(course -> course.changes().size())
                .sum();
        return new Verdict(
                Status.PASSED,
                changes == 0
                        ? "no change is shown in " + trend.courses().size() + " metrics"
                        : Figures.counted(changes, "change") + " in "
                                + trend.courses().size() + " metrics",
                OptionalInt.of(ExitCode.OK.code()),
                List.of());
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        trend.differences().forEach(difference -> warnings.add("the runs differ in " + difference));
        if (!trend.absent().isEmpty()) {
            warnings.add(
                    "not in every run, or not seen to end in some, so left out: " + String.join(", ", trend.absent()));
        }
        return warnings;
    }

    @Override
    public List<Tile> tiles() {
        return trend.courses().stream()
                .map(course -> new Tile(
                        course.metric().key(),
                        course.readings().getLast().text() + " "
                                + course.metric().unit(),
                        "in the last run",
                        Tone.PLAIN))
                .toList();
    }

    @Override
    public List<Grid> grids() {
        return Stream.of(metrics(), changes(), runs())
                .filter(grid -> !grid.rows().isEmpty())
                .toList();
    }

    private Grid metrics() {
        return new Grid(
                leading(),
                "Metrics",
                "",
                List.of(
                        Column.text("metric", "metric", 99),
                        Column.number("median", "median", 20),
                        Column.number("lowest", "lowest", 10),
                        Column.number("highest", "highest", 10),
                        Column.number("first", "first", 12),
                        Column.number("last", "last", 18),
                        Column.number("changes", "changes", 30)),
                trend.courses().stream().map(TrendReport::metric).toList());
    }

    private static List<Cell> metric(Course course) {
        double[] values = values(course);
        return List.of(
                Cell.text(course.metric().key()),
                Cell.amount(RunQuantiles.median(values)),
                Cell.amount(RunQuantiles.of(values, 0)),
                Cell.amount(RunQuantiles.of(values, 1)),
                Cell.amount(values[0]),
                Cell.amount(values[values.length - 1]),
                Cell.count(course.changes().size()));
    }

    private static double[] values(Course course) {
        return course.readings().stream().mapToDouble(Reading::value).toArray();
    }

    private Grid changes() {
        return new Grid(
                "changes",
                "Changes",
                "Before and after: medians of the runs between this change and its neighbours.",
                List.of(
                        Column.text("metric", "metric", 99),
                        Column.text("run", "from this run on", 20),
                        Column.number("number", "no.", 3),
                        Column.number("before", "before", 16),
                        Column.number("after", "after", 15),
                        Column.number("change_percent", "change %", 18),
                        Column.number("p", "p", 5),
                        Column.text("verdict", "verdict", 30)),
                trend.courses().stream()
                        .flatMap(course -> course.changes().stream().map(change -> change(course, change)))
                        .toList());
    }

    private List<Cell> change(Course course, Change change) {
        boolean worse = course.isWorse(change);
        return List.of(
                Cell.text(course.metric().key()),
                Cell.text(trend.runs().get(change.at()).id()),
                Cell.count(change.at() + 1L),
                Cell.amount(change.before()),
                Cell.amount(change.after()),
                percent(change),
                new Cell(String.format(Locale.ROOT, "%.4f", change.p()), OptionalDouble.of(change.p()), Tone.PLAIN, ""),
                Cell.text(worse ? "worse" : "better").in(worse ? Tone.BAD : Tone.GOOD));
    }

    /** From nothing to something is no percentage. */
    private static Cell percent(Change change) {
        double percent = 100 * change.magnitude();
        return Double.isFinite(percent)
                ? new Cell(String.format(Locale.ROOT, "%+.1f", percent), OptionalDouble.of(percent), Tone.PLAIN, "")
                : Cell.none();
    }

    private Grid runs() {
        return new Grid(
                "runs",
                "Runs",
                "",
                List.of(
                        Column.text("run", "run", 99),
                        Column.text("started_at", "began", 20),
                        Column.text("database", "database", 10),
                        Column.text("squall", "Squall", 5)),
                trend.runs().stream().map(TrendReport::run).toList());
    }

    private static List<Cell> run(Entrant run) {
        return List.of(
                Cell.text(run.id()),
                Cell.text(run.begun()),
                Cell.text(
                        run.run().manifest().path("db").path("version").asText().replaceFirst("(,| on | \\().*", "")),
                Cell.text(run.run().manifest().path("squall").path("version").asText()));
    }

    @Override
    public String leading() {
        return "metrics";
    }

    @Override
    public List<Expectation> expectations() {
        return List.of();
    }

    @Override
    public String reproduce() {
        return "";
    }

    @Override
    public String method() {
        return METHOD + " Seed of the orders: " + trend.seed() + ".";
    }

    @Override
    public Map<String, Object> further() {
        Map<String, Object> further = new LinkedHashMap<>();
        further.put("courses", trend.courses().stream().map(TrendReport::course).toList());
        further.put("method", method());
        return further;
    }

    private static Map<String, Object> course(Course course) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", course.metric().key());
        json.put("unit", course.metric().unit());
        json.put("values", values(course));
        json.put(
                "changes",
                course.changes().stream().map(change -> mark(course, change)).toList());
        return json;
    }

    private static Map<String, Object> mark(Course course, Change change) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("at", change.at());
        json.put("worse", course.isWorse(change));
        return json;
    }

    @Override
    public Charts charts() {
        Map<String, Object> head = new LinkedHashMap<>();
        head.put("runs", trend.runs().stream().map(Entrant::id).toList());
        head.put("courses", trend.courses().stream().map(TrendReport::course).toList());
        return new Charts(
                "trend.js",
                List.of(new Charts.Place(
                        "timeline",
                        "Run by run",
                        "Each dot is a run; the line is the median between two changes. Arrows move from run to run.",
                        "charts")),
                head,
                List.of());
    }
}
