package squall.ycsb.output;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.measure.Window;
import squall.run.RunListener;
import squall.run.RunResult;
import squall.spi.Load;
import squall.ycsb.ClientProperties;
import squall.ycsb.YcsbProperties;

/**
 * All that one command prints and writes in YCSB's formats; made before the run, so that a wrong setting costs no run.
 *
 * <p>Closed by the command after the report.
 */
public final class Output implements Closeable {
    private final YcsbProperties properties;
    private final OutputSettings settings;
    private final TimeSeries slots;
    private final FailureTimes failureTimes = new FailureTimes();
    private final JvmMonitor jvm;
    private final Optional<HdrFiles> hdrFiles;
    private final Optional<RawSamples> samples;

    private Output(YcsbProperties properties, OutputSettings settings) throws IOException {
        this.properties = properties;
        this.settings = settings;
        this.slots = new TimeSeries(settings.slotSeconds());
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
    public static Output of(YcsbProperties properties) throws CommandException, IOException {
        OutputSettings settings = OutputSettings.of(properties);
        Exporter.of(properties);
        requireWritable(properties.get(ClientProperties.EXPORT_FILE));
        return new Output(properties, settings);
    }

    /** What the user should be told before the run, one line each. */
    public List<String> warnings() {
        return settings.percentiles().warning().stream().toList();
    }

    /** What has to hear the run. */
    public List<RunListener> listeners(PrintStream stderr) {
        List<RunListener> listeners = new ArrayList<>();
        listeners.add(jvm);
        if (settings.type() == MeasurementType.TIMESERIES) {
            listeners.add(slots);
        }
        if (properties.get(ClientProperties.STATUS)) {
            listeners.add(new StatusLines(properties, stderr));
        }
        hdrFiles.ifPresent(listeners::add);
        samples.ifPresent(listeners::add);
        return listeners;
    }

    /**
     * The load to run in place of this one: itself, unless samples are wanted that the engine does not keep.
     *
     * @param measured the window that the report is about
     */
    public Load watched(Load load, Window measured) {
        Load raw = samples.map(s -> s.watched(load)).orElse(load);
        return settings.errorLatency().wanted()
                ? failureTimes.watched(raw, TimeUnit.SECONDS.toNanos(measured.fromSecond()))
                : raw;
    }

    /** The report of a run that has ended. @param more lines of what a third party measured by itself */
    public List<Line> lines(RunResult result, List<Line> more) {
        List<Line> lines =
                new ArrayList<>(Report.lines(result, settings, jvm.facts(), new Groups(settings, slots, failureTimes)));
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
            throw new CommandException(
                    ExitCode.USAGE,
                    "exportfile " + exportFile + " cannot be written: there must be a folder " + folder
                            + " with the right to write in it");
        }
    }
}
