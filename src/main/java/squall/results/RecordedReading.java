package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What an instrument read of one node of the database; a line of {@code server/metrics.csv}.
 *
 * @param seconds since the run began
 * @param metric by the name under which it is written
 */
public record RecordedReading(double seconds, String node, String metric, double value) {
    static final String NAME = "server/metrics.csv";

    static List<RecordedReading> read(Path file) throws IOException {
        return CsvRow.readAll(
                file,
                row -> new RecordedReading(
                        Double.parseDouble(row.text("t_s")),
                        row.text("node"),
                        row.text("metric"),
                        Double.parseDouble(row.text("value"))));
    }
}
