package squall.apps.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.apps.paper.ExperimentSeries.ExperimentResult;
import squall.report.table.OperationWindow;
import squall.report.table.OperationWindow.OperationRate;
import squall.report.table.PublishedFigures;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * What the paper says of its first system against its second, what its own figures say, and what was found here: computed, never typed.
 *
 * @param findings by name of the experiment
 */
record RatioTable(List<PublishedRow> published, Map<String, ExperimentResult> findings) {
    private static final PublishedTable CLAIMS =
            PublishedFigures.load().find("paper-claims").orElseThrow();
    private static final String MORE = "x: operations/s over YCQL by those over SQL";
    private static final String LESS = "x: mean latency over SQL by that over YCQL";
    private static final List<String> SAID =
            List.of("section_throughput", "section_latency", "conclusion_throughput", "conclusion_latency");

    RatioTable {
        published = List.copyOf(published);
        findings = Map.copyOf(findings);
    }

    Table table() {
        List<Column> columns = new ArrayList<>(List.of(new Column("experiment", "")));
        SAID.forEach(name -> columns.add(new Column(name, "")));
        columns.add(new Column("by_table_throughput", MORE));
        columns.add(new Column("by_table_latency", LESS));
        columns.add(new Column("here_throughput", MORE));
        columns.add(new Column("here_latency", LESS));
        return new Table(
                "white-paper-ratios",
                "What the white paper says of its figures, and what they say",
                List.of("published: " + CLAIMS.document()),
                columns,
                published.stream().filter(this::first).map(this::row).toList(),
                CLAIMS.caveats());
    }

    /** A row over YCQL whose pair was asked for; of an experiment in phases the last that both have. */
    private boolean first(PublishedRow row) {
        return row.api() == PaperApi.YCQL
                && !row.phase().equals(PublishedRow.INITIAL)
                && (findings.containsKey(row.experiment().name(PaperApi.YCQL))
                        || findings.containsKey(row.experiment().name(PaperApi.SQL)));
    }

    private List<TableCell> row(PublishedRow row) {
        PublishedRow other = other(row);
        List<TableCell> cells = new ArrayList<>(List.of(TableCell.words(row.name())));
        SAID.forEach(column -> cells.add(said(row.name(), column)));
        cells.addAll(ratios(row.rate(), other.rate()));
        cells.addAll(ratios(measured(row), measured(other)));
        return cells;
    }

    private PublishedRow other(PublishedRow row) {
        return published.stream()
                .filter(one -> one.api() == PaperApi.SQL && one.label().equals(row.label()))
                .findFirst()
                .orElseThrow();
    }

    private static TableCell said(String experiment, String column) {
        return CLAIMS.byColumn().stream()
                .filter(row -> TableCell.words(experiment).equals(row.get("experiment")))
                .map(row -> Objects.requireNonNull(row.get(column), column))
                .findFirst()
                .orElse(TableCell.NOT_STATED);
    }

    private Optional<OperationRate> measured(PublishedRow row) {
        return findings.get(row.experiment().name(row.api())) instanceof ExperimentResult.Ran ran
                ? ran.of(row).map(OperationWindow::rate)
                : Optional.empty();
    }

    private static List<TableCell> ratios(Optional<OperationRate> one, Optional<OperationRate> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return List.of(TableCell.NOT_STATED, TableCell.NOT_STATED);
        }
        return List.of(
                TableCell.measured(one.get().perSecond() / other.get().perSecond()),
                TableCell.measured(other.get().meanMs() / one.get().meanMs()));
    }
}
