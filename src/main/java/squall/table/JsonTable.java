package squall.table;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Form of a table as JSON for programs: each row an object by column, without cells that are not stated or not applicable; a range is an
 * array. Pure.
 */
public final class JsonTable {
    private JsonTable() {}

    /** Schema of a table's JSON, with everything it contains. @param units by column, where there is one */
    public record TableJson(
            String name,
            String title,
            List<String> source,
            Map<String, String> units,
            List<Map<String, Object>> rows,
            List<String> caveats) {}

    public static TableJson of(Table table) {
        Map<String, String> units = new LinkedHashMap<>();
        table.columns().stream()
                .filter(column -> !column.unit().isEmpty())
                .forEach(column -> units.put(column.name(), column.unit()));
        return new TableJson(table.name(), table.title(), table.source(), units, rows(table), table.notes());
    }

    /** Returns the rows only. */
    public static List<Map<String, Object>> rows(Table table) {
        return table.rows().stream().map(row -> row(table, row)).toList();
    }

    private static Map<String, Object> row(Table table, List<TableCell> cells) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < cells.size(); i++) {
            Table.Column column = table.columns().get(i);
            value(column, cells.get(i)).ifPresent(value -> row.put(column.name(), value));
        }
        return row;
    }

    private static Optional<Object> value(Table.Column column, TableCell cell) {
        return switch (cell.value()) {
            case TableCell.Words(String words) -> column.number() ? Optional.empty() : Optional.of(words);
            case TableCell.Figure(BigDecimal number) -> Optional.of(number);
            case TableCell.Range range -> Optional.of(ends(range));
            case TableCell.Several several -> Optional.of(several.numbers());
            case TableCell.Truth truth -> Optional.of(truth.holds());
            case TableCell.NotStated nothing -> Optional.empty();
            case TableCell.NotApplicable nothing -> Optional.empty();
        };
    }

    private static List<@Nullable BigDecimal> ends(TableCell.Range range) {
        List<@Nullable BigDecimal> ends = new ArrayList<>();
        ends.add(range.from());
        ends.add(range.to().orElse(null));
        return ends;
    }
}
