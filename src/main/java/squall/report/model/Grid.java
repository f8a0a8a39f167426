package squall.report.model;

import java.util.List;
import java.util.Optional;

/**
 * A table of the report.
 *
 * @param id its name in files and addresses
 * @param note what the figures mean, for people; empty if that is plain
 * @param rows each as long as there are columns
 */
public record Grid(String id, String title, String note, List<Column> columns, List<List<Cell>> rows) {
    public Grid {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        int width = columns.size();
        if (rows.stream().anyMatch(row -> row.size() != width)) {
            throw new IllegalArgumentException(id + ": every row must have " + width + " cells");
        }
    }

    /** Nothing if there is no row. */
    Optional<Grid> ifAny() {
        return rows.isEmpty() ? Optional.empty() : Optional.of(this);
    }
}
