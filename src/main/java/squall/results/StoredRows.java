package squall.results;

import squall.host.InvalidFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A CSV file with a column {@code t_s}, read second by second. */
final class StoredRows implements Closeable {
    private final StoredLines lines;
    private final List<String> columns;

    /** @param head the columns that there must be, as a line */
    StoredRows(Path file, String head) throws IOException {
        lines = new StoredLines(file);
        String first = lines.next().orElseThrow(() -> new InvalidFileException(file + " is empty"));
        columns = CsvRow.columns(lines.where(), head, first);
        lines.advance();
    }

    boolean hasMore() {
        return lines.next().isPresent();
    }

    /** The rows of this second, none if there are none. Seconds must be asked for in their order. */
    List<CsvRow> of(long second) throws IOException {
        List<CsvRow> rows = new ArrayList<>();
        while (lines.next().isPresent()) {
            CsvRow row =
                    CsvRow.of(lines.where(), columns, Csv.cells(lines.next().get()));
            if (row.count("t_s") != second) {
                break;
            }
            rows.add(row);
            lines.advance();
        }
        return rows;
    }

    /** The file and the number of the next line, for messages. */
    String where() {
        return lines.where();
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
