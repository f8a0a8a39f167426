package squall.results.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.engine.RunResult;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.system.InputFile;

/**
 * {@code histograms.hlog}: the complete histograms of each window and operation, so that runs can be merged without loss. A tag is
 * {@code window/kind/operation}, windows numbered from 0 in their order.
 */
public final class WindowHistograms {
    public static final String NAME = "histograms.hlog";

    private static final String UNFINISHED_WAIT = "unfinished_wait";

    private final Map<String, Histogram> byTag;

    private WindowHistograms(Map<String, Histogram> byTag) {
        this.byTag = byTag;
    }

    public static void write(Path directory, RunResult result, long startedAtEpochMs) throws IOException {
        StringBuilder text = new StringBuilder();
        HistogramLog.head(startedAtEpochMs).forEach(line -> text.append(line).append('\n'));
        HistogramLog log = new HistogramLog();
        for (int number = 0; number < result.windows().size(); number++) {
            WindowSummary window = result.windows().get(number);
            for (OperationSummary operation : window.operations()) {
                for (HistogramKind kind : HistogramKind.values()) {
                    append(text, log, kind.tag(number, operation.operation().name()), window, kind.of(operation));
                }
            }
        }
        append(text, log, UNFINISHED_WAIT, result.total(), result.unfinishedWait());
        AtomicFile.write(directory.resolve(NAME), text.toString());
    }

    private static void append(
            StringBuilder text, HistogramLog log, String tag, WindowSummary window, Histogram values) {
        if (values.getTotalCount() > 0) {
            text.append(log.line(tag, (double) window.window().fromSecond(), window.seconds(), values))
                    .append('\n');
        }
    }

    /** @throws IOException if the file does not exist or is damaged; the message names it */
    public static WindowHistograms read(Path file) throws IOException {
        List<String> lines = InputFile.lines(file);
        HistogramLog.requireHead(file, lines.stream().findFirst());
        Map<String, Histogram> byTag = new HashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            HistogramLog.entry(file + ":" + (i + 1), lines.get(i))
                    .ifPresent(entry -> byTag.put(entry.tag(), entry.values()));
        }
        return new WindowHistograms(byTag);
    }

    /** Returns a histogram; an empty one if no value was recorded. */
    public Histogram of(int window, HistogramKind kind, String operation) {
        return byTag.getOrDefault(kind.tag(window, operation), new Histogram(3));
    }

    /**
     * Returns the latencies from intended start to answer, in microseconds; empty if no operation was acknowledged. @param window its index
     * among the windows
     */
    public Histogram latency(int window, String operation) {
        return of(window, HistogramKind.LATENCY, operation);
    }

    public Histogram unfinishedWait() {
        return byTag.getOrDefault(UNFINISHED_WAIT, new Histogram(3));
    }

    /** Kind of an operation's histogram. */
    public enum HistogramKind {
        LATENCY,
        SERVICE,
        FAILED_LATENCY,
        FAILED_SERVICE;

        private Histogram of(OperationSummary operation) {
            return switch (this) {
                case LATENCY -> operation.latency();
                case SERVICE -> operation.service();
                case FAILED_LATENCY -> operation.failedLatency();
                case FAILED_SERVICE -> operation.failedService();
            };
        }

        private String tag(int window, String operation) {
            return window + "/" + name().toLowerCase(Locale.ROOT) + "/" + HistogramLog.tag(operation);
        }
    }
}
