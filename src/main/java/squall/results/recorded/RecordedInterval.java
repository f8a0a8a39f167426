package squall.results.recorded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import squall.results.file.CompleteLines;
import squall.results.file.HistogramLog;

/**
 * Distribution of one operation's latencies over one interval of a histogram log.
 *
 * @param operation as a tag: a comma or blank in its name is an underscore
 * @param seconds one at first, ten in long runs
 * @param values microseconds
 */
public record RecordedInterval(String operation, long fromSecond, long seconds, Histogram values) {
    /** Consumer of intervals in the order of time. */
    public interface IntervalReader {
        void interval(RecordedInterval interval);
    }

    static void read(Path file, IntervalReader reader) throws IOException {
        try (CompleteLines lines = new CompleteLines(file)) {
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                HistogramLog.entry(lines.where(), line.get())
                        .map(entry -> new RecordedInterval(
                                entry.tag(),
                                Math.round(entry.fromSecond()),
                                Math.round(entry.seconds()),
                                entry.values()))
                        .ifPresent(reader::interval);
            }
        }
    }

    /** Converts the name of an operation to its tag in intervals. */
    public static String tag(String operation) {
        return HistogramLog.tag(operation);
    }
}
