package squall.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.system.SquallVersion;
import squall.table.CsvFormat;

/** {@code results/index.csv}: one line for each run, for tools that look for changes over many runs. Several processes may append. */
public final class RunIndex {
    public static final String NAME = "index.csv";

    /** A file lock keeps other processes out, but throws within one. */
    private static final Lock THIS_PROCESS = new ReentrantLock();

    private static final Pattern NUMBER = Pattern.compile("\\d{1,15}(\\.\\d{1,9})?");

    private RunIndex() {}

    /**
     * Adds one run. A file that already has a header keeps its columns: a value it has no column for is left out, a column without value
     * stays empty.
     */
    static void append(Path file, Entry run) throws IOException {
        Map<String, String> row = run.row();
        THIS_PROCESS.lock();
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            byte[] addition = addition(content(channel), row).getBytes(StandardCharsets.UTF_8);
            channel.write(ByteBuffer.wrap(addition), channel.size());
            lock.release();
        } finally {
            THIS_PROCESS.unlock();
        }
    }

    /**
     * The 99th percentile of each run that the file has one of, by the name of its directory. A line that does not fit the header, as of a file
     * that several versions wrote to, is left out.
     */
    public static Map<String, OptionalDouble> p99Ms(Path file) throws IOException {
        Map<String, OptionalDouble> known = new HashMap<>();
        try (CompleteLines lines = new CompleteLines(file)) {
            List<String> columns = lines.next().map(CsvFormat::cells).orElse(List.of());
            int id = columns.indexOf("run_id");
            int p99 = columns.indexOf("p99_ms");
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                List<String> cells = CsvFormat.cells(line.get());
                if (id >= 0
                        && p99 >= 0
                        && cells.size() == columns.size()
                        && NUMBER.matcher(cells.get(p99)).matches()) {
                    known.put(cells.get(id), OptionalDouble.of(Double.parseDouble(cells.get(p99))));
                }
            }
        }
        return known;
    }

    private static String content(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // read moves the position on
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }

    private static String addition(String content, Map<String, String> row) {
        if (content.isEmpty()) {
            return CsvFormat.line(row.keySet().toArray()) + "\n"
                    + CsvFormat.line(row.values().toArray()) + "\n";
        }
        List<String> columns = CsvFormat.cells(content.lines().findFirst().orElseThrow());
        String line = CsvFormat.line(
                columns.stream().map(c -> row.getOrDefault(c, "")).toArray());
        return (content.endsWith("\n") ? "" : "\n") + line + "\n";
    }

    /** A run in one line, over the measured windows together. */
    record Entry(Instant startedAt, RunInfo info, RunSummary summary, RunResult result) {
        private Map<String, String> row() {
            Histogram latency = latency();
            double seconds =
                    measured().stream().mapToDouble(WindowSummary::seconds).sum();
            long failed = measured().stream().mapToLong(WindowSummary::failed).sum();
            long ok = measured().stream()
                    .flatMap(w -> w.operations().stream())
                    .filter(o -> !o.operation().part())
                    .mapToLong(OperationSummary::ok)
                    .sum();
            Map<String, String> row = new LinkedHashMap<>();
            row.put("time", Manifest.time(startedAt));
            row.put("run_id", summary.runId());
            row.put("version", SquallVersion.current().version());
            row.put("workload", info.workload());
            row.put("database", info.database());
            row.put("database_version", info.server().version());
            row.put("state", summary.state().label());
            row.put("exit_code", Integer.toString(summary.exitCode()));
            row.put("elapsed_s", CsvFormat.decimal(result.elapsedNs() / 1e9));
            row.put("ok", Long.toString(ok));
            row.put("failed", Long.toString(failed));
            row.put("unfinished", Long.toString(result.unfinished()));
            row.put("goodput_per_s", seconds > 0 ? CsvFormat.decimal(ok / seconds) : "");
            row.put("p50_ms", percentile(latency, 50));
            row.put("p95_ms", percentile(latency, 95));
            row.put("p99_ms", percentile(latency, 99));
            row.put("p999_ms", percentile(latency, 99.9));
            row.put("max_ms", percentile(latency, 100));
            return row;
        }

        /** The windows that count: all but warm-up; the whole run if nothing else is there. */
        private List<WindowSummary> measured() {
            List<WindowSummary> measured = result.windows().stream()
                    .filter(w -> w.window().kind() != Window.Kind.WARMUP)
                    .toList();
            return measured.isEmpty() ? List.of(result.total()) : measured;
        }

        private Histogram latency() {
            Histogram merged = new Histogram(3);
            merged.setAutoResize(true);
            measured().stream()
                    .flatMap(w -> w.operations().stream())
                    .filter(o -> !o.operation().part())
                    .forEach(o -> merged.add(o.latency()));
            return merged;
        }

        private static String percentile(Histogram latency, double percentile) {
            return latency.getTotalCount() == 0 ? "" : CsvFormat.milliseconds(latency.getValueAtPercentile(percentile));
        }
    }
}
