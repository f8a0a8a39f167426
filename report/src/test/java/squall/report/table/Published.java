package squall.report.table;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import squall.report.table.PublishedFigures.PublishedTable;
import squall.table.Table;
import squall.table.TableCell;

/** Published tables as what formatters are fed with, and as what must come out of them. */
record Published(PublishedTable table) {
    static Published of(String name) {
        return new Published(PublishedFigures.load().find(name).orElseThrow());
    }

    List<Map<String, TableCell>> rows() {
        return table.byColumn();
    }

    /** Returns the texts as printed there. */
    List<List<String>> texts() {
        return table.rows().stream().map(Published::texts).toList();
    }

    /** Returns the first columns of ours, as many as are published. */
    List<List<String>> texts(Table ours) {
        return ours.rows().stream()
                .map(row -> texts(row.subList(0, table.columns().size())))
                .toList();
    }

    static TableCell cell(Map<String, TableCell> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    static double number(Map<String, TableCell> row, String column) {
        return cell(row, column).number().orElseThrow();
    }

    static String text(Map<String, TableCell> row, String column) {
        return cell(row, column).text();
    }

    private static List<String> texts(List<TableCell> row) {
        return row.stream().map(TableCell::text).toList();
    }
}
