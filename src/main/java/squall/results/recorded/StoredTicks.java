package squall.results.recorded;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.file.CsvRow;
import squall.results.file.ErrorsFile;
import squall.results.file.HistogramLog;
import squall.results.file.HistogramLog.HistogramEntry;
import squall.results.file.TimeSeriesFile;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.system.InputFile;
import squall.system.InvalidFileException;
import squall.table.CsvFormat;

/**
 * Reader of a run's seconds, one after the other, from its files; never more than one in memory.
 *
 * <p>If the histogram logs merge several seconds, the last of them has the merged histogram, and the others have none: nothing is lost or
 * invented.
 */
public final class StoredTicks implements Closeable {
    private static final long SECOND_NS = 1_000_000_000L;

    private final StoredRows rows;
    private final StoredRows errors;
    private final StoredHistograms latency;
    private final StoredHistograms service;
    private final List<Operation> operations;
    private final List<Window> windows;
    private final ErrorMessages messages;
    private long second;

    /** Content of the files for one second. */
    private record Stored(
            Map<String, CsvRow> rows,
            Map<String, Histogram> latency,
            Map<String, Histogram> service,
            Map<String, Map<Outcome, Long>> failures) {}

    /** @param result of the same run, with its operations and windows */
    public StoredTicks(RecordedRun run, RunResult result) throws IOException {
        operations =
                result.total().operations().stream().map(o -> o.operation()).toList();
        windows = result.windows().stream().map(WindowSummary::window).toList();
        messages = ErrorMessages.of(run.summary().orElseThrow().errors());
        rows = new StoredRows(run.file(TimeSeriesFile.NAME), TimeSeriesFile.HEADER);
        errors = new StoredRows(run.file("errors.csv"), ErrorsFile.HEADER);
        latency = new StoredHistograms(run.file("latency.hlog"));
        service = new StoredHistograms(run.file("service.hlog"));
    }

    /** Reads the next second; empty after the last. */
    public Optional<Tick> next() throws IOException {
        if (rows.next().isEmpty()) {
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
                nanos(any.optionalNumber("lag_ms")),
                nanos(any.optionalNumber("oldest_ms")),
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

    private Optional<Tick.Acknowledged> acknowledged(CsvRow row) {
        OptionalDouble first = row.optionalNumber("first_ok_ms");
        return first.isEmpty()
                ? Optional.empty()
                : Optional.of(new Tick.Acknowledged(
                        second * SECOND_NS + nanos(first),
                        second * SECOND_NS + nanos(row.optionalNumber("last_ok_ms"))));
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

    /** Histogram log that is read along with the seconds. */
    private static final class StoredHistograms extends StoredLines {
        private Optional<HistogramEntry> entry = Optional.empty();

        StoredHistograms(Path file) throws IOException {
            super(file);
            HistogramLog.requireHead(file, next());
            readEntry();
        }

        /** Returns the histograms of intervals that end with this second or before, by tag. Seconds must be requested in order. */
        Map<String, Histogram> endedBy(long second) throws IOException {
            Map<String, Histogram> ended = new HashMap<>();
            while (entry.isPresent() && entry.get().fromSecond() + entry.get().seconds() <= second + 1) {
                ended.merge(entry.get().tag(), entry.get().values(), StoredHistograms::sum);
                readEntry();
            }
            return ended;
        }

        private void readEntry() throws IOException {
            entry = Optional.empty();
            while (entry.isEmpty() && next().isPresent()) {
                entry = HistogramLog.entry(where(), next().get());
                advance();
            }
        }

        private static Histogram sum(Histogram one, Histogram other) {
            one.add(other);
            return one;
        }
    }

    /** CSV file with a column {@code t_s}, read second by second. */
    private static final class StoredRows extends StoredLines {
        private final List<String> columns;

        /** @param head the required columns, as a line */
        StoredRows(Path file, String head) throws IOException {
            super(file);
            String first = next().orElseThrow(() -> new InvalidFileException(file + " is empty"));
            columns = CsvRow.columns(where(), head, first);
            advance();
        }

        /** Returns the rows of this second, none if there are none. Seconds must be requested in order. */
        List<CsvRow> of(long second) throws IOException {
            List<CsvRow> rows = new ArrayList<>();
            while (next().isPresent()) {
                CsvRow row = CsvRow.of(where(), columns, CsvFormat.cells(next().get()));
                if (row.count("t_s") != second) {
                    break;
                }
                rows.add(row);
                advance();
            }
            return rows;
        }
    }

    /** Reader of the lines of a file, with a look-ahead of one line. */
    private static class StoredLines implements Closeable {
        private final Path file;
        private final BufferedReader in;
        private Optional<String> next;
        private int number = 1;

        StoredLines(Path file) throws IOException {
            this.file = file;
            this.in = InputFile.open(file);
            this.next = Optional.ofNullable(in.readLine());
        }

        /** Returns the next line without consuming it; empty at the end. */
        Optional<String> next() {
            return next;
        }

        /** Returns the file and the number of the next line, for messages. */
        String where() {
            return file + ":" + number;
        }

        void advance() throws IOException {
            next = Optional.ofNullable(in.readLine());
            number++;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
