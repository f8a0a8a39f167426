package squall.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import squall.system.SquallVersion;
import squall.table.CsvFormat;

/** {@code results/index.csv}: one line for each run, for tools that look for changes over many runs. Several processes may append. */
final class RunIndex {
    static final String NAME = "index.csv";

    /** Lock within this process: a file lock excludes other processes, but throws within one. */
    private static final Lock THIS_PROCESS = new ReentrantLock();

    private RunIndex() {}

    /**
     * Appends one run. A file that already has a header keeps its columns: a value without a column is dropped, a column without value
     * stays empty.
     */
    static void append(Path file, Instant startedAt, RunInfo info, RunSummary summary) throws IOException {
        Map<String, String> row = row(startedAt, info, summary);
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

    private static String content(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(channel.size()));
        while (bytes.hasRemaining() && channel.read(bytes, bytes.position()) >= 0) {
            // read advances the position
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

    /** Returns the row of a run, over the measured windows together. */
    private static Map<String, String> row(Instant startedAt, RunInfo info, RunSummary summary) {
        RunSummary.MeasuredTotals measured = summary.measured().orElseThrow();
        Map<String, String> row = new LinkedHashMap<>();
        row.put("time", Manifest.time(startedAt));
        row.put("run_id", summary.runId());
        row.put("version", SquallVersion.current().version());
        row.put("workload", info.workload());
        row.put("database", info.database());
        row.put("database_version", info.server().version());
        row.put("state", summary.state().label());
        row.put("exit_code", Integer.toString(summary.exitCode()));
        row.put("elapsed_s", CsvFormat.decimal(summary.elapsedSeconds()));
        row.put("ok", Long.toString(measured.ok()));
        row.put("failed", Long.toString(measured.failed()));
        row.put("unfinished", Long.toString(summary.turns().orElseThrow().unfinished()));
        row.put("goodput_per_s", decimal(measured.goodputPerS()));
        row.put("p50_ms", decimal(measured.latency().p50Ms()));
        row.put("p95_ms", decimal(measured.latency().p95Ms()));
        row.put("p99_ms", decimal(measured.latency().p99Ms()));
        row.put("p999_ms", decimal(measured.latency().p999Ms()));
        row.put("max_ms", decimal(measured.latency().maxMs()));
        return row;
    }

    /** Formats a decimal number; milliseconds keep all digits of their microseconds. */
    private static String decimal(OptionalDouble number) {
        return number.isPresent() ? CsvFormat.decimal(number.getAsDouble()) : "";
    }
}
