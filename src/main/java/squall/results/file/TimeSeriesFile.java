package squall.results.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.results.file.AppendOnlyFile.TickFile;
import squall.table.CsvFormat;

/** {@code timeseries.csv}: one row for each second and operation, also for those without completions; percentile cells are then empty. */
public final class TimeSeriesFile implements TickFile {
    public static final String NAME = "timeseries.csv";

    /**
     * Header of the file. Counts that begin with {@code due_}, and latencies, belong to the second in which an operation was due; those
     * that begin with {@code completed_} to the second in which it was completed. {@code first_ok_ms} and {@code last_ok_ms} are counted
     * from the second's beginning and are of all whole operations together, as are {@code inflight}, {@code lag_ms} and {@code oldest_ms}.
     */
    public static final String HEADER =
            "t_s,epoch_ms,phase,operation,due_ok,due_refused,due_unknown,due_retries,completed_ok_per_s,completed_per_s,"
                    + "mean_ms,p50_ms,p90_ms,p95_ms,p99_ms,p999_ms,max_ms,inflight,lag_ms,oldest_ms,first_ok_ms,last_ok_ms";

    private static final String NO_LATENCIES = ",,,,,,";

    private final AppendOnlyFile out;
    private final long startedAtEpochMs;

    public TimeSeriesFile(Path directory, long startedAtEpochMs) throws IOException {
        this.out = new AppendOnlyFile(directory.resolve(NAME));
        this.startedAtEpochMs = startedAtEpochMs;
        out.line(HEADER);
    }

    @Override
    public void closed(Tick tick) throws IOException {
        for (OperationTick operation : tick.operations()) {
            out.line(row(tick, operation));
        }
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    private String row(Tick tick, OperationTick operation) {
        String counts = CsvFormat.line(
                tick.second(),
                startedAtEpochMs + tick.second() * 1000,
                tick.window().name(),
                operation.operation().name(),
                operation.ok(),
                operation.refused(),
                operation.unknown(),
                operation.retries(),
                operation.completedOk(),
                operation.completed());
        String whole = CsvFormat.line(
                tick.inFlight(),
                CsvFormat.milliseconds(tick.lagNs() / 1000),
                CsvFormat.milliseconds(tick.oldestNs() / 1000),
                within(tick, Tick.Acknowledged::firstNs),
                within(tick, Tick.Acknowledged::lastNs));
        return counts + "," + latencies(operation.latency()) + "," + whole;
    }

    private static String within(Tick tick, ToLongFunction<Tick.Acknowledged> moment) {
        return tick.acknowledged()
                .map(acknowledged ->
                        CsvFormat.milliseconds(moment.applyAsLong(acknowledged) / 1000 - tick.second() * 1_000_000))
                .orElse("");
    }

    private static String latencies(Histogram latency) {
        if (latency.getTotalCount() == 0) {
            return NO_LATENCIES;
        }
        return CsvFormat.line(
                CsvFormat.milliseconds(Math.round(latency.getMean())),
                percentile(latency, 50),
                percentile(latency, 90),
                percentile(latency, 95),
                percentile(latency, 99),
                percentile(latency, 99.9),
                CsvFormat.milliseconds(latency.getMaxValue()));
    }

    private static String percentile(Histogram latency, double percentile) {
        return CsvFormat.milliseconds(latency.getValueAtPercentile(percentile));
    }
}
