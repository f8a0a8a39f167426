package squall.report.table;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import squall.report.reference.Cell;
import squall.report.reference.PublishedFigures;
import squall.report.reference.PublishedTable;
import squall.report.reference.Sheet;

/** Published tables as what formatters are fed with, and as what must come out of them. */
record Published(PublishedTable table) {
    static Published of(String name) {
        return new Published(PublishedFigures.load().find(name).orElseThrow());
    }

    List<Map<String, Cell>> rows() {
        return table.byColumn();
    }

    /** As printed there. */
    List<List<String>> texts() {
        return table.rows().stream().map(Published::texts).toList();
    }

    /** The first columns of ours, as many as are published. */
    List<List<String>> texts(Sheet sheet) {
        return sheet.rows().stream()
                .map(row -> texts(row.subList(0, table.columns().size())))
                .toList();
    }

    static double number(Map<String, Cell> row, String column) {
        return ((Cell.Figure) Objects.requireNonNull(row.get(column), column))
                .value()
                .doubleValue();
    }

    static String text(Map<String, Cell> row, String column) {
        return Objects.requireNonNull(row.get(column), column).text();
    }

    private static List<String> texts(List<Cell> row) {
        return row.stream().map(Cell::text).toList();
    }
}
