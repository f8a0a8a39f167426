package squall.apps.paper;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import squall.report.reference.Cell;
import squall.report.reference.PublishedFigures;
import squall.report.reference.PublishedTable;
import squall.report.reference.Sheet;
import squall.report.reference.Sheet.Column;
import squall.report.table.Rate;
import squall.report.table.Stretch;

/**
 * What the paper says of its first system against its second, what its own figures say, and what was found here: computed, never typed.
 *
 * @param findings by name of the experiment
 */
record RatioTable(List<PublishedRow> published, Map<String, Finding> findings) {
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

    Sheet sheet() {
        List<Column> columns = new ArrayList<>(List.of(new Column("experiment", "")));
        SAID.forEach(name -> columns.add(new Column(name, "")));
        columns.add(new Column("by_table_throughput", MORE));
        columns.add(new Column("by_table_latency", LESS));
        columns.add(new Column("here_throughput", MORE));
        columns.add(new Column("here_latency", LESS));
        return new Sheet(
                "white-paper-ratios",
                "What the white paper says of its figures, and what they say",
                List.of("published: " + CLAIMS.document()),
                columns,
                published.stream().filter(this::first).map(this::row).toList(),
                CLAIMS.caveats());
    }

    /** A row over YCQL whose pair was asked for; of an experiment in phases the last that both have. */
    private boolean first(PublishedRow row) {
        return row.api() == Api.YCQL
                && !row.phase().equals(PublishedRow.INITIAL)
                && (findings.containsKey(row.experiment().name(Api.YCQL))
                        || findings.containsKey(row.experiment().name(Api.SQL)));
    }

    private List<Cell> row(PublishedRow row) {
        PublishedRow other = other(row);
        List<Cell> cells = new ArrayList<>(List.of(new Cell.Words(row.name())));
        SAID.forEach(column -> cells.add(said(row.name(), column)));
        cells.addAll(ratios(row.rate(), other.rate()));
        cells.addAll(ratios(measured(row), measured(other)));
        return cells;
    }

    private PublishedRow other(PublishedRow row) {
        return published.stream()
                .filter(one -> one.api() == Api.SQL && one.label().equals(row.label()))
                .findFirst()
                .orElseThrow();
    }

    private static Cell said(String experiment, String column) {
        return CLAIMS.byColumn().stream()
                .filter(row -> new Cell.Words(experiment).equals(row.get("experiment")))
                .map(row -> Objects.requireNonNull(row.get(column), column))
                .findFirst()
                .orElse(Cell.NOT_STATED);
    }

    private Optional<Rate> measured(PublishedRow row) {
        return findings.get(row.experiment().name(row.api())) instanceof Finding.Ran ran
                ? ran.of(row).map(Stretch::rate)
                : Optional.empty();
    }

    private static List<Cell> ratios(Optional<Rate> one, Optional<Rate> other) {
        if (one.isEmpty() || other.isEmpty()) {
            return List.of(Cell.NOT_STATED, Cell.NOT_STATED);
        }
        return List.of(
                Cell.amount(one.get().perSecond() / other.get().perSecond()),
                Cell.amount(other.get().meanMs() / one.get().meanMs()));
    }
}
