package squall.table;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Format of comma separated values (RFC 4180), with numbers in one form whatever the locale. */
public final class CsvFormat {
    private CsvFormat() {}

    public static String line(Object... cells) {
        return Stream.of(cells).map(cell -> quoted(cell.toString())).collect(Collectors.joining(","));
    }

    /** Formats a table as a line of names, then the rows: figures without units and notes; an empty cell is not stated. */
    public static List<String> lines(Table table) {
        List<String> lines = new ArrayList<>();
        lines.add(line(table.columns().stream().map(Table.Column::name).toArray()));
        table.rows()
                .forEach(
                        row -> lines.add(line(row.stream().map(CsvFormat::plain).toArray())));
        return lines;
    }

    /** Returns the value of a cell in its plain form, without grouping and units. */
    public static String plain(TableCell cell) {
        return switch (cell.value()) {
            case TableCell.Figure(BigDecimal number) -> number.toPlainString();
            case TableCell.NotStated nothing -> "";
            case TableCell.Words words -> cell.text();
            case TableCell.Range range -> cell.text();
            case TableCell.Several several -> cell.text();
            case TableCell.Truth truth -> cell.text();
            case TableCell.NotApplicable nothing -> cell.text();
        };
    }

    /** Splits a line into cells; a quoted cell may hold commas, but line breaks were removed by {@link #line}. */
    public static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(c);
            }
        }
        cells.add(cell.toString());
        return cells;
    }

    /** Formats microseconds as milliseconds with all their digits: exact, and without floating point. */
    public static String milliseconds(long microseconds) {
        return String.format(Locale.ROOT, "%d.%03d", microseconds / 1000, microseconds % 1000);
    }

    public static String decimal(double number) {
        return String.format(Locale.ROOT, "%.3f", number);
    }

    private static String quoted(String cell) {
        if (cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')) {
            return cell;
        }
        return '"' + cell.replaceAll("\\R", " ").replace("\"", "\"\"") + '"';
    }
}
