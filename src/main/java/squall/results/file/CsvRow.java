package squall.results.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.table.CsvFormat;

/** Row of a CSV file, by column; errors name the column, the text found and the form wanted. */
public record CsvRow(List<String> columns, List<String> cells) {
    /** @throws IOException if there are more or fewer cells than columns */
    public static CsvRow of(String where, List<String> columns, List<String> cells) throws IOException {
        if (cells.size() != columns.size()) {
            throw new InvalidFileException(where + ": " + cells.size() + " cells, wanted " + columns.size());
        }
        return new CsvRow(columns, cells);
    }

    /**
     * Reads all complete lines of a file but the first, which names the columns.
     *
     * @param head the required columns, as a line
     * @throws IOException if a line is damaged; the message names it
     */
    public static <T> List<T> readAll(Path file, String head, Function<CsvRow, T> value) throws IOException {
        List<T> values = new ArrayList<>();
        try (CompleteLines lines = new CompleteLines(file)) {
            Optional<String> first = lines.next();
            List<String> columns = first.isEmpty() ? List.of() : columns(lines.where(), head, first.get());
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                values.add(value(lines.where(), of(lines.where(), columns, CsvFormat.cells(line.get())), value));
            }
        }
        return values;
    }

    /** Parses the columns in the first line. @throws IOException if a required one is missing */
    public static List<String> columns(String where, String head, String first) throws IOException {
        List<String> columns = CsvFormat.cells(first);
        List<String> missing = new ArrayList<>(CsvFormat.cells(head));
        missing.removeAll(columns);
        if (!missing.isEmpty()) {
            throw new InvalidFileException(
                    where + ": there is no column " + missing.getFirst() + "; found " + InputFile.excerpt(first));
        }
        return columns;
    }

    private static <T> T value(String where, CsvRow row, Function<CsvRow, T> value) throws IOException {
        try {
            return value.apply(row);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(where + ": " + e.getMessage(), e);
        }
    }

    public String text(String column) {
        int index = columns.indexOf(column);
        if (index < 0) {
            throw new IllegalArgumentException("there is no column " + column);
        }
        return cells.get(index);
    }

    public long count(String column) {
        try {
            return Long.parseLong(text(column));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " must be a whole number, not '" + text(column) + "'", e);
        }
    }

    double number(String column) {
        try {
            return Double.parseDouble(text(column));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " must be a number, not '" + text(column) + "'", e);
        }
    }

    public OptionalDouble optionalNumber(String column) {
        String text = text(column);
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(number(column));
    }
}
