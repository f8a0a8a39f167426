package squall.results;

import squall.measure.Acknowledged;
import squall.host.InvalidFileException;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.run.RunResult;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * The seconds of a run one after the other, from its files; never more than one in memory.
 *
 * <p>Where the histogram logs merge several seconds, the merged histogram stands in the last of them, and the others have none: nothing is
 * lost and nothing is made up.
 */
public final class StoredTicks implements Closeable {
    private static final long SECOND_NS = 1_000_000_000L;

    private final StoredRows rows;
    private final StoredRows errors;
    private final StoredHistograms latency;
    private final StoredHistograms service;
    private final List<Operation> operations;
    private final List<Window> windows;
    private final Messages messages;
    private long second;

    /** What stands in the files for one second. */
    private record Stored(
            Map<String, CsvRow> rows,
            Map<String, Histogram> latency,
            Map<String, Histogram> service,
            Map<String, Map<Outcome, Long>> failures) {}

    /** @param result of the same run: tells its operations and windows */
    public StoredTicks(RecordedRun run, RunResult result) throws IOException {
        Path path = run.path();
        operations =
                result.total().operations().stream().map(o -> o.operation()).toList();
        windows = result.windows().stream().map(WindowSummary::window).toList();
        messages = Messages.of(run.summary().orElseThrow().path("errors"));
        rows = new StoredRows(path.resolve(TimeSeriesFile.NAME), TimeSeriesFile.HEADER);
        errors = new StoredRows(path.resolve("errors.csv"), ErrorsFile.HEADER);
        latency = new StoredHistograms(path.resolve("latency.hlog"));
        service = new StoredHistograms(path.resolve("service.hlog"));
    }

    /** Empty after the last second. */
    public Optional<Tick> next() throws IOException {
        if (!rows.hasMore()) {
            return Optional.empty();
        }
        try {
            Tick tick = tick(stored());
            second++;
            return Optional.of(tick);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(rows.where() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        try (rows;
                errors;
                latency;
                service) {
            second = Long.MAX_VALUE;
        }
    }

    private Stored stored() throws IOException {
        Map<String, CsvRow> byOperation = new HashMap<>();
        for (CsvRow row : rows.of(second)) {
            byOperation.put(row.text("operation"), row);
        }
        if (byOperation.isEmpty()) {
            throw new IllegalArgumentException("second " + second + " is missing");
        }
        Map<String, Map<Outcome, Long>> failures = new HashMap<>();
        for (CsvRow row : errors.of(second)) {
            failures.computeIfAbsent(row.text("operation"), operation -> new HashMap<>())
                    .merge(
                            messages.failure(row.text("outcome"), row.text("class"), row.text("sqlstate")),
                            row.count("count"),
                            Long::sum);
        }
        return new Stored(byOperation, latency.endedBy(second), service.endedBy(second), failures);
    }

    private Tick tick(Stored stored) {
        CsvRow any = stored.rows().values().iterator().next();
        return new Tick(
                second,
                window(),
                operations.stream().map(operation -> tick(operation, stored)).toList(),
                Math.toIntExact(any.count("inflight")),
                nanos(any.milliseconds("lag_ms")),
                nanos(any.milliseconds("oldest_ms")),
                acknowledged(any));
    }

    private static OperationTick tick(Operation operation, Stored stored) {
        CsvRow row = Optional.ofNullable(stored.rows().get(operation.name()))
                .orElseThrow(() -> new IllegalArgumentException("there is no row for " + operation.name()));
        String tag = HistogramLog.tag(operation.name());
        return new OperationTick(
                operation,
                row.count("due_ok"),
                row.count("due_refused"),
                row.count("due_unknown"),
                row.count("due_retries"),
                row.count("completed_ok_per_s"),
                row.count("completed_per_s"),
                stored.latency().getOrDefault(tag, new Histogram(3)),
                stored.service().getOrDefault(tag, new Histogram(3)),
                stored.failures().getOrDefault(operation.name(), Map.of()));
    }

    private Optional<Acknowledged> acknowledged(CsvRow row) {
        OptionalDouble first = row.milliseconds("first_ok_ms");
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of(new Acknowledged(
                        second * SECOND_NS + nanos(first), second * SECOND_NS + nanos(row.milliseconds("last_ok_ms"))));
    }

    private static long nanos(OptionalDouble milliseconds) {
        return Math.round(milliseconds.orElse(0) * 1000) * 1000;
    }

    private Window window() {
        return windows.stream()
                .filter(window -> window.contains(second))
                .findFirst()
                .orElse(windows.getLast());
    }
}
