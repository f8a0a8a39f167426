package squall.apps.paper;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import squall.apps.paper.ExperimentSeries.ExperimentResult;
import squall.report.table.OperationWindow;
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.system.ExitCode;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * The paper's table with what was found here: two lines a row, the published one and ours.
 *
 * @param findings by name of the experiment; those that are not there were not asked for
 */
record PaperTable(List<PublishedRow> published, Map<String, ExperimentResult> findings, PaperScale scale) {
    private static final PublishedTable RESULTS =
            PublishedFigures.load().find(PublishedRow.TABLE).orElseThrow();
    private static final double MOST_IDLE = 0.1;
    private static final List<Column> COLUMNS = List.of(
            new Column("experiment", ""),
            new Column("api", ""),
            new Column("figures", ""),
            new Column("threads", ""),
            new Column("ops_s", "acknowledged operations/s"),
            new Column("mean_ms", "ms"),
            new Column("p99_ms", "ms"),
            new Column("in_flight", "ops_s x mean_ms / 1000 (Little's law)"),
            new Column("remark", ""));

    PaperTable {
        published = List.copyOf(published);
        findings = Map.copyOf(findings);
    }

    Table table() {
        List<List<TableCell>> rows = new ArrayList<>();
        for (PublishedRow row : asked()) {
            rows.add(paper(row));
            if (row.comparable()) {
                rows.add(here(row));
            }
        }
        return new Table(
                "white-paper",
                "The white paper's experiments, published and here",
                List.of("published: " + RESULTS.document()),
                COLUMNS,
                rows,
                notes());
    }

    private List<PublishedRow> asked() {
        return published.stream()
                .filter(row -> findings.containsKey(row.experiment().name(row.api())))
                .toList();
    }

    private static List<TableCell> paper(PublishedRow row) {
        return List.of(
                TableCell.words(row.label()),
                TableCell.words(row.api().label()),
                TableCell.words("paper"),
                TableCell.count(row.threads()),
                TableCell.count(Math.round(row.perSecond())),
                row.meanMs()
                        .map(mean -> TableCell.exact(BigDecimal.valueOf(mean).stripTrailingZeros()))
                        .orElse(TableCell.NOT_STATED),
                TableCell.NOT_STATED,
                row.rate().map(rate -> TableCell.measured(rate.inFlight())).orElse(TableCell.NOT_STATED),
                TableCell.words(row.rate()
                        .filter(rate -> !rate.possible(row.threads()))
                        .map(rate -> "cannot be: " + percent(rate.over(row.threads())) + " over")
                        .orElse("")));
    }

    private List<TableCell> here(PublishedRow row) {
        return switch (finding(row)) {
            case ExperimentResult.NotRun(String why) -> without(row, TableCell.NOT_STATED, "N/A: " + why);
            case ExperimentResult.Ran ran ->
                ran.of(row)
                        .map(stretch -> measured(row, ran, stretch))
                        .orElseGet(() -> without(row, threads(row, ran), "N/A: " + withoutFigures(row, ran)));
        };
    }

    private static List<TableCell> measured(PublishedRow row, ExperimentResult.Ran ran, OperationWindow stretch) {
        return List.of(
                TableCell.words(row.label()),
                TableCell.words(row.api().label()),
                TableCell.words("here"),
                threads(row, ran),
                TableCell.measured(stretch.rate().perSecond()),
                TableCell.measured(stretch.rate().meanMs()),
                TableCell.measured(stretch.p99Ms()),
                TableCell.measured(stretch.rate().inFlight()),
                TableCell.words(
                        remark(ran.code(), stretch.rate().over(ran.config().threads(row.kind())))));
    }

    /** @param over by which share more was in flight than there are threads; what is far below zero is a run too short for them */
    private static String remark(ExitCode code, double over) {
        String idle = over < -MOST_IDLE ? "threads busy for " + percent(1 + over) : "";
        return code == ExitCode.OK ? idle : "exit " + code.code();
    }

    private static List<TableCell> without(PublishedRow row, TableCell threads, String remark) {
        return List.of(
                TableCell.words(row.label()),
                TableCell.words(row.api().label()),
                TableCell.words("here"),
                threads,
                TableCell.NOT_STATED,
                TableCell.NOT_STATED,
                TableCell.NOT_STATED,
                TableCell.NOT_STATED,
                TableCell.words(remark));
    }

    private static TableCell threads(PublishedRow row, ExperimentResult.Ran ran) {
        return TableCell.count(ran.config().threads(row.kind()));
    }

    private static String withoutFigures(PublishedRow row, ExperimentResult.Ran ran) {
        if (ran.code() != ExitCode.OK) {
            return "exit " + ran.code().code();
        }
        return row.phase().equals(PublishedRow.INITIAL) ? "no warm-up" : "over before the warm-up was";
    }

    private ExperimentResult finding(PublishedRow row) {
        return findings.getOrDefault(row.experiment().name(row.api()), new ExperimentResult.NotRun("not asked for"));
    }

    /** Ours first, then those of the published table: no figure of it is printed without them. */
    private List<String> notes() {
        Set<String> notes = new LinkedHashSet<>();
        if (!scale.told().isEmpty()) {
            notes.add(scale.told());
        }
        impossible().ifPresent(notes::add);
        unlike().ifPresent(notes::add);
        notes.addAll(RESULTS.caveats());
        return List.copyOf(notes);
    }

    private Optional<String> impossible() {
        String rows = asked().stream()
                .filter(row ->
                        row.rate().filter(rate -> !rate.possible(row.threads())).isPresent())
                .map(row -> row.label() + " over " + row.api().label())
                .collect(Collectors.joining(", "));
        return rows.isEmpty()
                ? Optional.empty()
                : Optional.of("A closed loop has no more operations in flight than threads. Published figures that"
                        + " cannot be, as more would have been: " + rows + ".");
    }

    private Optional<String> unlike() {
        Set<String> pairs = new LinkedHashSet<>();
        for (PublishedRow row : asked()) {
            other(row)
                    .filter(other -> other.threads() != row.threads())
                    .ifPresent(other -> pairs.add(row.name() + " " + row.threads() + " and " + other.threads()));
        }
        return pairs.isEmpty()
                ? Optional.empty()
                : Optional.of("The two systems had different numbers of threads, so their latencies do not compare: "
                        + String.join(", ", pairs) + ".");
    }

    /** The row of the other system, told once for both. */
    private Optional<PublishedRow> other(PublishedRow row) {
        return asked().stream()
                .filter(one -> row.api() == PaperApi.YCQL
                        && one.api() == PaperApi.SQL
                        && one.label().equals(row.label()))
                .findFirst();
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }
}
