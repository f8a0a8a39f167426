package squall.report.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.stream.Stream;
import squall.report.chart.PageCharts;
import squall.report.compare.ComparedMetric.MetricReading;
import squall.report.compare.Trend.MetricTrend;
import squall.report.model.JudgementStatus;
import squall.report.model.ReportDocument;
import squall.report.model.ReportDocument.RunVerdict;
import squall.report.statistics.ChangePoints.LevelChange;
import squall.report.statistics.RunQuantiles;
import squall.system.ExitCode;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.Table.TableField;
import squall.table.TableCell;
import squall.table.TableCell.CellTone;

/** Report of a trend. */
public record TrendReport(Trend trend) implements ReportDocument {
    private static final String METHOD = "Change points: divisive, by energy distance, each cut tested against "
            + "random orders of the same runs (risk of a false alarm " + HumanNumbers.percent(MetricTrend.RISK)
            + " at each), at least " + MetricTrend.LEAST_RUNS + " runs on either side, from "
            + HumanNumbers.percent(MetricTrend.LEAST_MAGNITUDE)
            + " on (percentages: from 0.1 points). Medians of runs: Hyndman and Fan's type 8. Percentiles within a run: HdrHistogram, from "
            + "merged histograms.";

    @Override
    public String name() {
        return "trend";
    }

    @Override
    public String title() {
        return "Trend of " + HumanNumbers.counted(trend.runs().size(), "run");
    }

    @Override
    public String subtitle() {
        ComparedRun last = trend.runs().getLast();
        return last.run().manifest().workload() + " · "
                + last.run().manifest().db().product() + " · "
                + trend.runs().getFirst().begun() + " to " + last.begun();
    }

    @Override
    public RunVerdict verdict() {
        long changes = trend.courses().stream()
                .mapToLong(course -> course.changes().size())
                .sum();
        String of = HumanNumbers.counted(trend.courses().size(), "metric");
        if (changes > 0) {
            return verdict(JudgementStatus.PASSED, HumanNumbers.counted(changes, "change") + " in " + of);
        }
        return trend.enough()
                ? verdict(JudgementStatus.PASSED, "no change is shown in " + of)
                : verdict(
                        JudgementStatus.SKIPPED,
                        "cannot tell: it takes " + trend.runsNeeded() + " runs to show a change in " + of);
    }

    private static RunVerdict verdict(JudgementStatus status, String headline) {
        return new RunVerdict(status, headline, OptionalInt.of(ExitCode.OK.code()), List.of());
    }

    @Override
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>(ComparedRun.complaints(trend.runs()));
        trend.differences().forEach(difference -> warnings.add("the runs differ in " + difference));
        if (!trend.absent().isEmpty()) {
            warnings.add(
                    "not in every run, or not seen to end in some, so left out: " + String.join(", ", trend.absent()));
        }
        return warnings;
    }

    @Override
    public List<ReportDocument.HeadlineTile> tiles() {
        return trend.courses().stream()
                .map(course -> new ReportDocument.HeadlineTile(
                        course.metric().key(),
                        course.readings().getLast().text() + " "
                                + course.metric().unit(),
                        "in the last run"))
                .toList();
    }

    @Override
    public List<Table> tables() {
        return Stream.of(metrics(), changes(), runs())
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private Table metrics() {
        List<TableField<MetricTrend>> fields = List.of(
                TableField.words("metric", "metric", 99, each -> each.metric().key()),
                TableField.amount("median", "median", 20, each -> RunQuantiles.median(values(each))),
                TableField.amount("lowest", "lowest", 10, each -> RunQuantiles.of(values(each), 0)),
                TableField.amount("highest", "highest", 10, each -> RunQuantiles.of(values(each), 1)),
                TableField.number(
                        "first", "first", 12, each -> amount(each.readings().getFirst())),
                TableField.number(
                        "last", "last", 18, each -> amount(each.readings().getLast())),
                TableField.count(
                        "changes", "changes", 30, each -> each.changes().size()));
        return Table.of(leading(), "Metrics", List.of(), fields, trend.courses());
    }

    private static TableCell amount(MetricReading reading) {
        return TableCell.amount(reading.value());
    }

    private static double[] values(MetricTrend course) {
        return course.readings().stream().mapToDouble(MetricReading::value).toArray();
    }

    private Table changes() {
        List<CourseChange> changes = trend.courses().stream()
                .flatMap(course -> course.changes().stream().map(change -> new CourseChange(course, change)))
                .toList();
        List<TableField<CourseChange>> fields = List.of(
                TableField.words(
                        "metric", "metric", 99, each -> each.course().metric().key()),
                TableField.words(
                        "run",
                        "from this run on",
                        Column.KEY,
                        each -> each.run(trend).id()),
                TableField.count("number", "no.", 3, each -> each.change().at() + 1L),
                TableField.amount("before", "before", 16, each -> each.change().before()),
                TableField.amount("after", "after", 15, each -> each.change().after()),
                TableField.number("change_percent", "change %", 18, each -> percent(each.change())),
                TableField.number("p", "p", 5, each -> probability(each.change().p())),
                TableField.text("verdict", "verdict", 30, CourseChange::verdict));
        String note = "Before and after: medians of the runs between this change and its neighbours.";
        return Table.of("changes", "Changes", List.of(note), fields, changes);
    }

    /** Change in the course of a metric. */
    private record CourseChange(MetricTrend course, LevelChange change) {
        ComparedRun run(Trend trend) {
            return trend.runs().get(change.at());
        }

        TableCell verdict() {
            boolean worse = course.isWorse(change);
            return TableCell.words(worse ? "worse" : "better").in(worse ? CellTone.BAD : CellTone.GOOD);
        }
    }

    private static TableCell probability(double p) {
        return TableCell.figure(p, String.format(Locale.ROOT, "%.4f", p));
    }

    /** Formats the size of a change; from 0 it has no percentage. */
    private static TableCell percent(LevelChange change) {
        double percent = 100 * change.magnitude();
        return TableCell.figure(percent, String.format(Locale.ROOT, "%+.1f", percent));
    }

    private Table runs() {
        List<TableField<ComparedRun>> fields = List.of(
                TableField.words("run", "run", 99, each -> each.id()),
                TableField.words("started_at", "began", 20, each -> each.begun()),
                TableField.words(
                        "database",
                        "database",
                        10,
                        each -> each.run().manifest().db().shortVersion()),
                TableField.words(
                        "squall",
                        "Squall",
                        5,
                        each -> each.run().manifest().squall().version()));
        return Table.of("runs", "Runs", List.of(), fields, trend.runs());
    }

    @Override
    public String leading() {
        return "metrics";
    }

    @Override
    public String method() {
        return METHOD + " Seed of the orders: " + trend.seed() + ".";
    }

    @Override
    public Record further() {
        return new TrendMembers(courses(), method());
    }

    private List<MetricCourse> courses() {
        return trend.courses().stream().map(MetricCourse::of).toList();
    }

    private record TrendMembers(List<MetricCourse> courses, String method) {}

    /** Header of the page: {@code trend.js} reads these members. */
    record TrendHead(List<String> runs, List<MetricCourse> courses) {}

    /** Metric with a value for each run. */
    record MetricCourse(String name, String unit, List<Double> values, List<DrawnChange> changes) {
        static MetricCourse of(MetricTrend course) {
            return new MetricCourse(
                    course.metric().key(),
                    course.metric().unit(),
                    course.readings().stream().map(MetricReading::value).toList(),
                    course.changes().stream()
                            .map(change -> new DrawnChange(change.at(), course.isWorse(change)))
                            .toList());
        }
    }

    /** @param at number of the first run after the change, from 0 */
    record DrawnChange(int at, boolean worse) {}

    @Override
    public PageCharts charts() {
        return new PageCharts(
                "trend.js",
                List.of(new PageCharts.ChartSection(
                        "timeline",
                        "Run by run",
                        "Each dot is a run; the line is the median between two changes. Arrows move from run to run.",
                        "charts")),
                new TrendHead(trend.runs().stream().map(ComparedRun::id).toList(), courses()),
                List.of());
    }
}
