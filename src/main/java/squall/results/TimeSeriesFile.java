package squall.results;

import java.io.IOException;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;

/** {@code timeseries.csv}: one row for each second and operation, also where nothing finished; percentile cells are then empty. */
final class TimeSeriesFile implements TickFile {
    static final String NAME = "timeseries.csv";

    /** Counts go by the second an operation was due in; {@code ops_s} and the columns of completed ones by the second of completion. */
    private static final String HEADER =
            "t_s,epoch_ms,phase,operation,ok,refused,unknown,retries,ops_s,mean_ms,p50_ms,p90_ms,"
                    + "p95_ms,p99_ms,p999_ms,max_ms,inflight,lag_ms,completed_ok,completed,oldest_ms";

    private static final String NO_LATENCIES = ",,,,,,";

    private final LineFile out;
    private final long startedAtEpochMs;

    TimeSeriesFile(Path directory, long startedAtEpochMs) throws IOException {
        this.out = new LineFile(directory.resolve(NAME));
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
        String counts = Csv.line(
                tick.second(),
                startedAtEpochMs + tick.second() * 1000,
                tick.window().name(),
                operation.operation().name(),
                operation.ok(),
                operation.refused(),
                operation.unknown(),
                operation.retries(),
                operation.completed());
        String both = Csv.line(
                tick.inFlight(),
                Csv.milliseconds(tick.lagNs() / 1000),
                operation.completedOk(),
                operation.completed(),
                Csv.milliseconds(tick.oldestNs() / 1000));
        return counts + "," + latencies(operation.latency()) + "," + both;
    }

    private static String latencies(Histogram latency) {
        if (latency.getTotalCount() == 0) {
            return NO_LATENCIES;
        }
        return Csv.line(
                Csv.milliseconds(Math.round(latency.getMean())),
                percentile(latency, 50),
                percentile(latency, 90),
                percentile(latency, 95),
                percentile(latency, 99),
                percentile(latency, 99.9),
                Csv.milliseconds(latency.getMaxValue()));
    }

    private static String percentile(Histogram latency, double percentile) {
        return Csv.milliseconds(latency.getValueAtPercentile(percentile));
    }
}
