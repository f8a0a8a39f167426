package squall.results;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** One line of a CSV file, by column; a complaint names the column, what was found and what is wanted. */
record CsvRow(Map<String, String> cells) {
    /** @throws IOException if there are more or fewer cells than columns */
    static CsvRow of(String where, List<String> columns, List<String> cells) throws IOException {
        if (cells.size() != columns.size()) {
            throw new IOException(where + ": " + cells.size() + " cells, wanted " + columns.size());
        }
        Map<String, String> row = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            row.put(columns.get(i), cells.get(i));
        }
        return new CsvRow(row);
    }

    String text(String column) {
        return Optional.ofNullable(cells.get(column))
                .orElseThrow(() -> new IllegalArgumentException("there is no column " + column));
    }

    long count(String column) {
        try {
            return Long.parseLong(text(column));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(column + " must be a whole number, not '" + text(column) + "'", e);
        }
    }

    OptionalDouble milliseconds(String column) {
        String text = text(column);
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }
}
