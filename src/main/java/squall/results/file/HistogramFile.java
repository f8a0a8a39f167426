package squall.results.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.results.file.AppendOnlyFile.TickFile;
import squall.spi.Operation;

/**
 * HdrHistogram log, format 1.3: one line for each interval and operation, tagged with the operation, values in microseconds.
 *
 * <p>An interval is one second for the first half hour and ten seconds, merged, from then on, so that a day-long run stays readable. An
 * operation without values has no line.
 */
public final class HistogramFile implements TickFile {
    private static final long FINE_SECONDS = 30 * 60;
    private static final long COARSE_SECONDS = 10;

    private final AppendOnlyFile out;
    private final HistogramLog log = new HistogramLog();
    private final Function<OperationTick, Histogram> which;
    private final SortedMap<Integer, Interval> intervals = new TreeMap<>();
    private long fromSecond;
    private long toSecond;

    /** Values of one operation since the last lines were written. */
    private record Interval(Operation operation, Histogram values) {}

    public HistogramFile(Path file, long startedAtEpochMs, Function<OperationTick, Histogram> which)
            throws IOException {
        this.out = new AppendOnlyFile(file);
        this.which = which;
        for (String line : HistogramLog.head(startedAtEpochMs)) {
            out.line(line);
        }
    }

    @Override
    public void closed(Tick tick) throws IOException {
        for (OperationTick operation : tick.operations()) {
            intervals
                    .computeIfAbsent(operation.operation().ordinal(), o -> empty(operation.operation()))
                    .values()
                    .add(which.apply(operation));
        }
        toSecond = tick.second() + 1;
        if (toSecond <= FINE_SECONDS || toSecond - fromSecond >= COARSE_SECONDS) {
            write();
        }
    }

    @Override
    public void close() throws IOException {
        try (out) {
            write();
        }
    }

    private void write() throws IOException {
        for (Interval interval : intervals.values()) {
            if (interval.values().getTotalCount() > 0) {
                out.line(line(interval));
                interval.values().reset();
            }
        }
        fromSecond = toSecond;
        out.flush();
    }

    private String line(Interval interval) {
        return log.line(
                HistogramLog.tag(interval.operation().name()),
                (double) fromSecond,
                (double) (toSecond - fromSecond),
                interval.values());
    }

    private static Interval empty(Operation operation) {
        return new Interval(operation, new Histogram(3));
    }
}
