package squall.report.reference;

import java.util.List;
import java.util.stream.Stream;

/**
 * A table with its name, its units and what has to be known before it is believed; what every form is made from.
 *
 * @param source where the figures are from, a line each
 * @param notes caveats, one sentence or more each
 */
public record Sheet(
        String name,
        String title,
        List<String> source,
        List<Column> columns,
        List<List<Cell>> rows,
        List<String> notes) {
    /** One column. @param unit empty where there is none, or where it is said in the cells */
    public record Column(String name, String unit) {}

    public Sheet {
        source = List.copyOf(source);
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        notes = List.copyOf(notes);
        for (List<Cell> row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException("table " + name + " has " + columns.size()
                        + " columns, but this row has " + row.size() + " cells");
            }
        }
    }

    /** The same with more to be known of it. */
    public Sheet with(List<String> more) {
        return new Sheet(
                name,
                title,
                source,
                columns,
                rows,
                Stream.concat(notes.stream(), more.stream()).toList());
    }
}
