package squall.ycsb.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.engine.schedule.RunStart;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.OutputSettings.MeasurementInterval;
import squall.ycsb.workload.PartNames;

/**
 * The histogram logs of {@code hdrhistogram.fileoutput=true}: {@code <prefix><group>.hdr}, values in microseconds, one interval each
 * {@code status.interval}, with or without {@code -s}, from the start of the measured window. Failures, which are not kept by the second,
 * make one interval of the whole window.
 *
 * <p>Receives the run's events on the listeners' thread; closed by the thread that created it.
 */
public final class HdrFiles implements RunListener, Closeable {
    private final OutputSettings settings;
    private final String prefix;
    private final Map<String, Log> logs = new TreeMap<>();
    private long startedAtEpochMs;
    private @Nullable IOException failure;

    /**
     * @throws CommandException if a setting cannot be used
     * @throws IOException if the folder of the files is not there
     */
    public HdrFiles(YcsbProperties properties) throws CommandException, IOException {
        this(OutputSettings.of(properties));
    }

    HdrFiles(OutputSettings settings) throws IOException {
        this.settings = settings;
        this.prefix = settings.hdrPrefix().orElse("");
        Path folder = Path.of(prefix + "x").toAbsolutePath().getParent();
        if (folder == null || !Files.isWritable(folder)) {
            throw new IOException("hdrhistogram.output.path=" + prefix + ": cannot write histogram files to " + folder
                    + ": no such folder, or no write permission");
        }
    }

    @Override
    public void started(RunStart start) {
        startedAtEpochMs = start.epochMs();
    }

    @Override
    public void closed(Tick tick) {
        if (tick.window().kind() == Window.Kind.WARMUP) {
            return;
        }
        for (OperationTick operation : tick.operations()) {
            String name = PartNames.reported(operation.operation().name());
            if (settings.interval() != MeasurementInterval.INTENDED) {
                add(name, tick.window(), tick.second(), operation.service());
            }
            if (settings.interval() != MeasurementInterval.OP) {
                add(intended(name), tick.window(), tick.second(), operation.latency());
            }
        }
        if ((tick.second() + 1) % settings.statusSeconds() == 0) {
            logs.values().forEach(Log::write);
        }
    }

    @Override
    public void finished(RunResult result) {
        logs.values().forEach(Log::write);
        long seconds = Math.ceilDiv(result.elapsedNs(), 1_000_000_000L);
        WindowSummary measured = YcsbReport.measured(result);
        for (OperationSummary operation : ReportedOperations.of(measured.operations())) {
            if (operation.refused() + operation.unknown() > 0) {
                whole(operation.operation().name() + "-FAILED", measured.window(), seconds, operation.failedService());
            }
        }
    }

    /** @throws IOException if any file could not be written whole */
    @Override
    public void close() throws IOException {
        logs.values().forEach(this::close);
        if (failure != null) {
            throw failure;
        }
    }

    private String intended(String name) {
        return settings.interval() == MeasurementInterval.INTENDED ? name : "Intended-" + name;
    }

    private void whole(String name, Window window, long seconds, Histogram histogram) {
        add(name, window, window.fromSecond(), histogram);
        Log log = logs.get(name);
        if (log != null) {
            log.toSecond = seconds;
            log.write();
        }
    }

    /** Adds an interval: there is no file until something was seen, but once there is one, it has every interval. */
    private void add(String name, Window window, long second, Histogram histogram) {
        Log log = logs.get(name);
        if (log == null && histogram.getTotalCount() > 0 && failure == null) {
            log = open(name, Math.max(window.fromSecond(), second - second % settings.statusSeconds()));
        }
        if (log != null) {
            log.add(second, histogram);
        }
    }

    private @Nullable Log open(String name, long fromSecond) {
        Path file = Path.of(prefix + name + ".hdr");
        try {
            Log log = new Log(file, name, startedAtEpochMs, fromSecond);
            logs.put(name, log);
            return log;
        } catch (IOException e) {
            failure = new IOException("histogram file " + file + " could not be created: " + e, e);
            return null;
        }
    }

    private void close(Log log) {
        log.out.close();
        if (log.out.checkError() && failure == null) {
            failure = new IOException(
                    "histogram file " + log.file + " could not be written completely: is the disk full?");
        }
    }

    /** File that collects an interval, then writes it. */
    private static final class Log {
        private final Path file;
        private final PrintStream out;
        private final HistogramLogWriter writer;
        private final Histogram interval = new Histogram(3);
        private final long startedAtEpochMs;
        private long fromSecond;
        private long toSecond;

        Log(Path file, String name, long startedAtEpochMs, long fromSecond) throws IOException {
            this.file = file;
            this.startedAtEpochMs = startedAtEpochMs;
            this.fromSecond = fromSecond;
            this.toSecond = fromSecond;
            out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
            writer = new HistogramLogWriter(out);
            writer.outputComment("[Logging for: " + name + "]");
            writer.outputLogFormatVersion();
            writer.outputStartTime(startedAtEpochMs);
            writer.setBaseTime(startedAtEpochMs);
            writer.outputLegend();
        }

        void add(long second, Histogram histogram) {
            interval.add(histogram);
            toSecond = second + 1;
        }

        /** Writes the interval, unless it has no length: the run ended with the one before. */
        void write() {
            if (toSecond > fromSecond) {
                interval.setStartTimeStamp(startedAtEpochMs + fromSecond * 1000);
                interval.setEndTimeStamp(startedAtEpochMs + toSecond * 1000);
                writer.outputIntervalHistogram(interval);
                out.flush();
                interval.reset();
                fromSecond = toSecond;
            }
        }
    }
}
