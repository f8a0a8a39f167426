package squall.ycsb.output;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import squall.cli.command.ObservedLoad;
import squall.engine.RunListener;
import squall.engine.RunResult;
import squall.measure.Window;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.system.CommandException;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;
import squall.ycsb.output.OutputSettings.MeasurementInterval;
import squall.ycsb.output.YcsbReport.ReportLine;
import squall.ycsb.workload.PartNames;

/**
 * All that one command prints and writes in YCSB's formats; made before the run, so that a wrong setting costs no run.
 *
 * <p>Closed by the command after the report.
 */
public final class YcsbOutput implements Closeable {
    private final YcsbProperties properties;
    private final OutputSettings settings;
    private final MeasurementGroups.LatencyTimeSeries slots;
    private final MeasurementGroups.FailureTimes failureTimes = new MeasurementGroups.FailureTimes();
    private final JvmMonitor jvm;
    private final Optional<HdrFiles> hdrFiles;
    private final Optional<RawSamples> samples;

    private YcsbOutput(YcsbProperties properties, OutputSettings settings) throws IOException {
        this.properties = properties;
        this.settings = settings;
        this.slots = new MeasurementGroups.LatencyTimeSeries(settings.slotSeconds());
        this.jvm = new JvmMonitor(settings.trackJvm());
        this.hdrFiles = settings.hdrPrefix().isPresent() ? Optional.of(new HdrFiles(settings)) : Optional.empty();
        this.samples = settings.rawFile().isPresent()
                ? Optional.of(new RawSamples(settings.rawFile().get(), settings.interval()))
                : Optional.empty();
    }

    /**
     * @throws CommandException if a setting cannot be used
     * @throws IOException if a file that is asked for cannot be written
     */
    public static YcsbOutput of(YcsbProperties properties) throws CommandException, IOException {
        OutputSettings settings = OutputSettings.of(properties);
        ReportExporter.of(properties);
        requireWritable(properties.get(ClientProperties.EXPORT_FILE));
        return new YcsbOutput(properties, settings);
    }

    /** Returns warnings for the user before the run, one line each. */
    public List<String> warnings() {
        return settings.percentiles().warning().stream().toList();
    }

    /** Tells how the latencies of the report differ from those of Squall's own table; nothing in a closed loop, where they do not. */
    public List<String> notes() {
        return OutputSettings.scheduled(properties)
                ? List.of("latency above: from due, as [Intended-READ]; YCSB's [READ] is service time, from sending")
                : List.of();
    }

    /** Returns the listeners of the run. */
    public List<RunListener> listeners(PrintStream stderr) {
        List<RunListener> listeners = new ArrayList<>();
        listeners.add(jvm);
        if (settings.type() == OutputSettings.MeasurementType.TIMESERIES) {
            listeners.add(slots);
        }
        if (properties.get(ClientProperties.STATUS)) {
            listeners.add(new YcsbStatusLines(properties, stderr));
        }
        hdrFiles.ifPresent(listeners::add);
        return listeners;
    }

    /**
     * Wraps the load to run in one that reports its beginning, and the samples that are requested and that the engine does not keep.
     *
     * @param measured the window that the report is about
     */
    public Load watched(Load load, Window measured) {
        Load begun = jvm.watched(load, measured);
        long fromNs = TimeUnit.SECONDS.toNanos(measured.fromSecond());
        Load raw = samples.map(s -> s.watched(begun, fromNs)).orElse(begun);
        return settings.errorLatency().wanted() ? failureTimes.watched(raw, fromNs) : raw;
    }

    /** Returns the report of a run that has ended. @param more lines of what a third party measured by itself */
    public List<ReportLine> lines(RunResult result, List<ReportLine> more) {
        List<ReportLine> lines = new ArrayList<>(
                YcsbReport.lines(result, settings, jvm.facts(), new MeasurementGroups(settings, slots, failureTimes)));
        lines.addAll(more);
        return lines;
    }

    /** @throws IOException if a file could not be written whole */
    @Override
    public void close() throws IOException {
        try {
            if (samples.isPresent()) {
                samples.get().close();
            }
        } finally {
            if (hdrFiles.isPresent()) {
                hdrFiles.get().close();
            }
        }
    }

    private static void requireWritable(String exportFile) throws CommandException {
        if (exportFile.isEmpty()) {
            return;
        }
        Path file = Path.of(exportFile).toAbsolutePath();
        Path folder = file.getParent();
        if (folder == null || Files.isDirectory(file) || !Files.isWritable(folder)) {
            throw CommandException.usage("exportfile " + exportFile + " cannot be written: it needs a folder " + folder
                    + " with write permission");
        }
    }

    /**
     * Every sample of the measured window as a line {@code READ,1795225919565,173}: operation, wall clock at completion in ms, latency in
     * us; written as they come, in blocks of each session, behind what the file held.
     *
     * <p>Written by all sessions' threads, a block at a time; closed once by the thread that made it.
     */
    private static final class RawSamples implements Closeable {
        private static final int BLOCK = 1 << 16;

        private final Path file;
        private final MeasurementInterval interval;
        private final BufferedWriter out;
        private final Set<String> headed = new HashSet<>();
        private long startedAtEpochMs; // set before any session performs a turn
        private @Nullable IOException failure;

        /** @throws IOException if the file cannot be opened */
        RawSamples(Path file, MeasurementInterval interval) throws IOException {
            this.file = file;
            this.interval = interval;
            try {
                this.out = Files.newBufferedWriter(
                        file, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new IOException("measurement.raw.output_file=" + file + " cannot be written: " + e, e);
            }
        }

        /** Wraps a load so that its records also go to the file, those that were due at {@code fromNs} of the run or later. */
        Load watched(Load load, long fromNs) {
            return new ObservedLoad(load, session -> new Block(fromNs)) {
                @Override
                public void begins(long atEpochMs) {
                    startedAtEpochMs = atEpochMs;
                    super.begins(atEpochMs);
                }
            };
        }

        /** @throws IOException if any sample could not be written */
        @Override
        public synchronized void close() throws IOException {
            out.close();
            if (failure != null) {
                throw failure;
            }
        }

        private synchronized void write(CharSequence block, Set<String> operations) {
            try {
                for (String operation : operations) {
                    if (headed.add(operation)) {
                        out.write(operation + " latency raw data: op, timestamp(ms), latency(us)\n");
                    }
                }
                out.append(block);
            } catch (IOException e) {
                if (failure == null) {
                    failure = new IOException(
                            "measurement.raw.output_file=" + file + " could not be written completely: " + e, e);
                }
            }
        }

        /** Block of samples that one session has seen since its last block; used by that session's thread. */
        final class Block implements ObservedLoad.Observer {
            private final StringBuilder text = new StringBuilder();
            private final Set<String> operations = new HashSet<>();
            private final long fromNs;

            Block(long fromNs) {
                this.fromNs = fromNs;
            }

            @Override
            public void recorded(
                    Turn turn,
                    Operation operation,
                    long dueNs,
                    long sentNs,
                    long answeredNs,
                    Outcome outcome,
                    int attempts) {
                long begunNs = turn.scheduled() ? dueNs : sentNs;
                if (begunNs < fromNs) {
                    return;
                }
                String reported = PartNames.reported(operation.name());
                String name = outcome instanceof Outcome.Ok ? reported : reported + "-FAILED";
                if (interval != MeasurementInterval.INTENDED) {
                    line(name, answeredNs, answeredNs - sentNs);
                }
                if (interval != MeasurementInterval.OP) {
                    line(
                            interval == MeasurementInterval.BOTH ? "Intended-" + name : name,
                            answeredNs,
                            answeredNs - begunNs);
                }
                if (text.length() > BLOCK) {
                    flush();
                }
            }

            @Override
            public void flush() {
                write(text, operations);
                text.setLength(0);
            }

            private void line(String name, long answeredNs, long latencyNs) {
                operations.add(name);
                text.append(name)
                        .append(',')
                        .append(startedAtEpochMs + answeredNs / 1_000_000)
                        .append(',')
                        .append(latencyNs / 1000)
                        .append('\n');
            }
        }
    }
}
