package squall.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * One operation in one second, as {@code timeseries.csv} tells it. Percentiles are there to be shown, not to be averaged; merged ones come
 * from the histogram logs.
 *
 * @param ok acknowledged, by due second
 * @param refused by due second
 * @param unknown by due second
 * @param completedOk acknowledged, by second of completion
 * @param completed ended in any way, by second of completion
 * @param p50Ms empty if nothing that was due in this second was acknowledged, like the other two
 */
public record RecordedSecond(
        long second,
        String phase,
        String operation,
        long ok,
        long refused,
        long unknown,
        long retries,
        long completedOk,
        long completed,
        OptionalDouble p50Ms,
        OptionalDouble p99Ms,
        OptionalDouble maxMs) {

    /** All whole lines of the file. */
    static List<RecordedSecond> read(Path file) throws IOException {
        String text = Files.readString(file);
        List<String> lines =
                text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        List<RecordedSecond> seconds = new ArrayList<>();
        if (lines.isEmpty()) {
            return seconds;
        }
        List<String> columns = Csv.cells(lines.getFirst());
        for (int i = 1; i < lines.size(); i++) {
            seconds.add(second(file + ":" + (i + 1), columns, Csv.cells(lines.get(i))));
        }
        return seconds;
    }

    private static RecordedSecond second(String where, List<String> columns, List<String> cells) throws IOException {
        try {
            return second(CsvRow.of(where, columns, cells));
        } catch (IllegalArgumentException e) {
            throw new IOException(where + ": " + e.getMessage(), e);
        }
    }

    private static RecordedSecond second(CsvRow row) {
        return new RecordedSecond(
                row.count("t_s"),
                row.text("phase"),
                row.text("operation"),
                row.count("ok"),
                row.count("refused"),
                row.count("unknown"),
                row.count("retries"),
                row.count("completed_ok"),
                row.count("completed"),
                row.milliseconds("p50_ms"),
                row.milliseconds("p99_ms"),
                row.milliseconds("max_ms"));
    }
}
