package squall.report.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import squall.table.Table;
import squall.table.Table.Column;
import squall.table.TableCell;

/**
 * One table of published figures.
 *
 * @param name by which users and programs find it
 * @param document the title of the document it is from, and who wrote that
 * @param where the place within the document
 * @param approximate whether the document says about, or over, of its figures
 * @param caveats where the document contradicts itself, or a figure cannot be as printed; never empty
 */
public record PublishedTable(
        String name,
        String title,
        String document,
        String where,
        boolean approximate,
        List<Column> columns,
        List<List<TableCell>> rows,
        List<String> caveats) {
    public PublishedTable {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        caveats = List.copyOf(caveats);
    }

    /** As it is shown: never without its caveats. */
    public Table table() {
        List<String> source = new ArrayList<>(List.of("from: " + document, "where: " + where));
        if (approximate) {
            source.add("The document says about, or over, of these figures.");
        }
        return new Table(name, title, source, columns, rows, caveats);
    }

    /** Its rows with their cells by column. */
    public List<Map<String, TableCell>> byColumn() {
        return rows.stream().map(this::byColumn).toList();
    }

    private Map<String, TableCell> byColumn(List<TableCell> row) {
        Map<String, TableCell> cells = new TreeMap<>();
        for (int i = 0; i < columns.size(); i++) {
            cells.put(columns.get(i).name(), row.get(i));
        }
        return cells;
    }
}
