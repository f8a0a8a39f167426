package squall.results;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import squall.results.HistogramLog.Entry;

/** A histogram log read along with the seconds. */
final class StoredHistograms implements Closeable {
    private final StoredLines lines;
    private Optional<Entry> next = Optional.empty();

    StoredHistograms(Path file) throws IOException {
        lines = new StoredLines(file);
        HistogramLog.requireHead(file, lines.next());
        advance();
    }

    /** What stands in intervals that end with this second or before, by tag. Seconds must be asked for in their order. */
    Map<String, Histogram> endedBy(long second) throws IOException {
        Map<String, Histogram> ended = new HashMap<>();
        while (next.isPresent() && next.get().fromSecond() + next.get().seconds() <= second + 1) {
            ended.merge(next.get().tag(), next.get().values(), StoredHistograms::sum);
            advance();
        }
        return ended;
    }

    private void advance() throws IOException {
        next = Optional.empty();
        while (next.isEmpty() && lines.next().isPresent()) {
            next = HistogramLog.entry(lines.where(), lines.next().get());
            lines.advance();
        }
    }

    private static Histogram sum(Histogram one, Histogram other) {
        one.add(other);
        return one;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
