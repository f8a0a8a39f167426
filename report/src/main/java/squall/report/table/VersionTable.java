package squall.report.table;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import squall.results.Manifest;
import squall.results.file.RunState;
import squall.system.HumanNumbers;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * Table of each metric from version to version: rows are metrics, a column a version; a cell is the median, its change to the column before
 * and a sign.
 *
 * <p>Better or worse is shown where the change is larger than the minimum that counts and the runs of the two versions do not overlap. That
 * is no test: {@code bin/report compare} has one.
 */
final class VersionTable {
    /** Definition of a metric. @param higherIsBetter its direction @param least change that counts, as a share */
    record Metric(String name, String unit, boolean higherIsBetter, double least) {}

    /** Values of one metric in all runs of one version. @param figures a run each, at least one */
    record Series(List<Double> figures) {
        Series {
            figures = figures.stream().sorted().toList();
        }

        double median() {
            int middle = figures.size() / 2;
            return figures.size() % 2 == 1 ? figures.get(middle) : (figures.get(middle - 1) + figures.get(middle)) / 2;
        }

        boolean apartFrom(Series other) {
            return figures.getLast() < other.figures.getFirst() || other.figures.getLast() < figures.getFirst();
        }
    }

    private static final Metric THROUGHPUT = new Metric("throughput", "1/s", true, 0.05);
    private static final Metric P50 = new Metric("p50", "ms", false, 0.10);
    private static final Metric P99 = new Metric("p99", "ms", false, 0.10);
    private static final Metric P999 = new Metric("p99.9", "ms", false, 0.10);
    private static final List<Metric> METRICS = List.of(THROUGHPUT, P50, P99, P999);

    private static final String EXPERIMENTAL = " (experimental)";
    private static final String DESCRIPTIVE = "Descriptive, no verdict: ";

    private VersionTable() {}

    static Table of(List<NamedRun> runs) throws IOException {
        SequencedMap<String, List<NamedRun>> byVersion = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            String version =
                    run.name().isEmpty() ? abbreviated(run.run().manifest().db().version()) : run.name();
            byVersion.computeIfAbsent(version, name -> new ArrayList<>()).add(run);
        }
        if (byVersion.size() < 2) {
            throw new IllegalArgumentException("versions: runs of two versions at least, not only of "
                    + String.join(", ", byVersion.keySet()) + "; name them as 25.1=RUN 25.2=RUN");
        }
        requireAlike(runs);
        SequencedMap<String, Map<Metric, Series>> versions = new LinkedHashMap<>();
        for (var version : byVersion.entrySet()) {
            versions.put(version.getKey(), series(version.getValue()));
        }
        boolean complete = runs.stream().allMatch(run -> run.run().state() == RunState.COMPLETE);
        return table(METRICS, versions, complete).with(NamedRun.differences(runs, List.of("db")));
    }

    /** @param versions in the order of the columns, each with every metric @param complete whether all runs are */
    static Table table(List<Metric> metrics, SequencedMap<String, Map<Metric, Series>> versions, boolean complete) {
        boolean single = versions.values().stream()
                .flatMap(version -> version.values().stream())
                .anyMatch(series -> series.figures().size() < 2);
        boolean judged = complete && !single;
        List<Column> columns = new ArrayList<>(List.of(new Column("metric", ""), new Column("unit", "")));
        versions.keySet().forEach(version -> columns.add(new Column(version, "")));
        return new Table(
                PaperTable.VERSIONS.label(),
                "From version to version" + (judged ? "" : " (descriptive)"),
                List.of(),
                columns,
                metrics.stream().map(metric -> row(metric, versions, judged)).toList(),
                List.of(
                        judged
                                ? "better, worse: no run of one version reaches into those of the other; ~: no difference shown."
                                : DESCRIPTIVE
                                        + (single
                                                ? "with one run of a version nothing tells a difference from noise."
                                                : "not all runs are complete."),
                        "bin/report compare tests two versions against each other."));
    }

    private static List<TableCell> row(
            Metric metric, SequencedMap<String, Map<Metric, Series>> versions, boolean judged) {
        List<TableCell> cells =
                new ArrayList<>(List.of(TableCell.words(metric.name()), TableCell.words(metric.unit())));
        Series before = null;
        for (Map<Metric, Series> version : versions.values()) {
            Series now = version.getOrDefault(metric, new Series(List.of(Double.NaN)));
            cells.add(TableCell.words(
                    before == null ? HumanNumbers.amount(now.median()) : text(metric, before, now, judged)));
            before = now;
        }
        return cells;
    }

    private static String text(Metric metric, Series before, Series now, boolean judged) {
        double change = now.median() / before.median() - 1;
        String text = HumanNumbers.amount(now.median())
                + (Double.isFinite(change) ? String.format(Locale.ROOT, " %+.1f %%", change * 100) : "");
        if (!judged || Double.isNaN(change)) {
            return text;
        }
        boolean shown = Math.abs(change) >= metric.least() && now.apartFrom(before);
        return text + (!shown ? " ~" : change > 0 == metric.higherIsBetter() ? " better" : " worse");
    }

    private static Map<Metric, Series> series(List<NamedRun> runs) throws IOException {
        Map<Metric, List<Double>> figures = new LinkedHashMap<>();
        for (NamedRun run : runs) {
            RunFigures of = RunFigures.of(run);
            add(figures, THROUGHPUT, of.okPerSecond());
            add(figures, P50, of.milliseconds(50).orElse(Double.NaN));
            add(figures, P99, of.milliseconds(99).orElse(Double.NaN));
            add(figures, P999, of.milliseconds(99.9).orElse(Double.NaN));
        }
        Map<Metric, Series> series = new LinkedHashMap<>();
        figures.forEach((metric, values) -> series.put(metric, new Series(values)));
        return series;
    }

    private static void add(Map<Metric, List<Double>> figures, Metric metric, double figure) {
        figures.computeIfAbsent(metric, known -> new ArrayList<>()).add(figure);
    }

    /** Returns the number in the text by which a database names its version, and that it is experimental. */
    static String abbreviated(String version) {
        String number = Arrays.stream(version.split(" ", -1))
                .filter(word -> word.matches("v?\\d+(\\.\\d+)+.*"))
                .findFirst()
                .orElse(version);
        return !number.equals(version) && version.endsWith(EXPERIMENTAL) ? number + EXPERIMENTAL : number;
    }

    private static void requireAlike(List<NamedRun> runs) {
        requireAlike(runs, "workload", Manifest::workload);
        for (String fact : List.of("threads", "pace")) {
            requireAlike(runs, fact, manifest -> manifest.fact(fact).asText());
        }
    }

    private static void requireAlike(List<NamedRun> runs, String name, Function<Manifest, String> value) {
        List<String> found = runs.stream()
                .map(run -> value.apply(run.run().manifest()))
                .distinct()
                .toList();
        if (found.size() > 1) {
            throw new IllegalArgumentException(
                    "versions: the runs differ in more than the version: " + name + " is " + String.join(", ", found));
        }
    }
}
