package squall.sysbench.cli;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import squall.engine.RunListener;
import squall.measure.LiveSecond;
import squall.sysbench.SessionTotals;

/** The lines of {@code --report-interval}. Hears the run on the listeners' thread. */
public final class IntervalLines implements RunListener {
    private final int everySeconds;
    private final int percentile;
    private final Supplier<Progress> progress;
    private final Consumer<String> say;
    private Progress before = new Progress(0, new SessionTotals(0, 0, 0, 0, 0, 0), 0);
    private Histogram service = new Histogram(3);

    /** How far the run has got. @param totals of all threads together */
    public record Progress(int threads, SessionTotals totals, long reconnects) {}

    /** @param percentile of the latency to print */
    public IntervalLines(int everySeconds, int percentile, Supplier<Progress> progress, Consumer<String> say) {
        this.everySeconds = everySeconds;
        this.percentile = percentile;
        this.progress = progress;
        this.say = say;
    }

    @Override
    public void pulse(LiveSecond pulse) {
        pulse.operations().forEach(operation -> service.add(operation.service()));
        long seconds = pulse.second() + 1;
        if (seconds % everySeconds == 0) {
            Progress now = progress.get();
            say.accept(line(seconds, now));
            before = now;
            service = new Histogram(3);
        }
    }

    private String line(long seconds, Progress now) {
        SessionTotals more = now.totals().since(before.totals());
        double length = everySeconds;
        return String.format(
                Locale.ROOT,
                "[ %ds ] thds: %d tps: %.2f qps: %.2f (r/w/o: %.2f/%.2f/%.2f) lat (ms,%d%%): %.2f err/s: %.2f reconn/s: %.2f",
                seconds,
                now.threads(),
                more.events() / length,
                more.queries() / length,
                more.reads() / length,
                more.writes() / length,
                more.others() / length,
                percentile,
                service.getValueAtPercentile(percentile) / 1000.0,
                more.restarts() / length,
                (now.reconnects() - before.reconnects()) / length);
    }
}
