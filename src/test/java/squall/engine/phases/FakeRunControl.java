package squall.engine.phases;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import squall.engine.phases.Conductor.RunControl;
import squall.measure.OperationTick;
import squall.measure.RunWindows;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.recovery.SecondSeries;
import squall.measure.recovery.SecondSeries.SeriesLog;
import squall.spi.Operation;

/** Run that takes no time: every wait returns at once as if its time had passed. */
final class FakeRunControl implements RunControl {
    private static final Operation READ = new Operation(0, "READ", false);
    private static final Window ANY = new Window("any", Window.Kind.STEADY, 0, Long.MAX_VALUE);
    private static final long DUE = 100;

    final List<String> events = new ArrayList<>();

    /** {@code type began-ended} of each that was told, in seconds. */
    final List<String> stamps = new ArrayList<>();

    /** Facts of each event that was told. */
    final List<Map<String, Object>> facts = new ArrayList<>();

    private final RunWindows windows =
            new RunWindows(List.of(new Window("measured", Window.Kind.STEADY, 0, Long.MAX_VALUE)));
    private final SeriesLog log = new SeriesLog();
    private final LongSupplier okPerSecond;
    private final long endNs;
    private long nowNs;
    private long closed;

    /** @param okPerSecond how many of 100 are acknowledged in the second that passes */
    FakeRunControl(LongSupplier okPerSecond) {
        this(okPerSecond, Long.MAX_VALUE);
    }

    /** @param endNs when somebody ends the run */
    FakeRunControl(LongSupplier okPerSecond, long endNs) {
        this.okPerSecond = okPerSecond;
        this.endNs = endNs;
    }

    /** Returns every window so far that has a length, {@code name kind from-to}. */
    List<String> windows() {
        return windows.all().stream()
                .filter(window -> window.toSecond() > window.fromSecond())
                .map(window -> window.name() + " " + window.kind() + " " + window.fromSecond() + "-"
                        + (window.toSecond() == Long.MAX_VALUE ? "" : Long.toString(window.toSecond())))
                .toList();
    }

    @Override
    public synchronized long nowNs() {
        return nowNs;
    }

    @Override
    public synchronized void await(long untilNs) throws InterruptedException {
        nowNs = Math.max(nowNs, Math.min(untilNs, endNs));
        while ((closed + 1) * SECOND_NS <= nowNs) {
            log.add(tick(closed, okPerSecond.getAsLong()));
            closed++;
        }
        if (nowNs >= endNs) {
            throw new InterruptedException("the run is ending");
        }
    }

    @Override
    public synchronized boolean ending() {
        return nowNs >= endNs;
    }

    /** Advances the time by work that does not wait for the clock. */
    synchronized void pass(long ns) {
        nowNs += ns;
    }

    @Override
    public Window open(String name, Window.Kind kind, Window.WindowOrigin origin) {
        return windows.open(new Window(name, kind, second() + 1, Long.MAX_VALUE, origin));
    }

    @Override
    public SecondSeries since(long second) {
        return log.since(second);
    }

    @Override
    public synchronized void tell(long beganNs, ScenarioEvent kind, String detail, Map<String, Object> told) {
        events.add(kind.type() + " " + detail);
        facts.add(told);
        stamps.add(String.format(Locale.ROOT, "%s %.1f-%.1f", kind.type(), beganNs / 1e9, nowNs / 1e9));
    }

    private static Tick tick(long second, long ok) {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(10_000, ok);
        OperationTick reads = new OperationTick(READ, ok, DUE - ok, 0, 0, ok, DUE, latency, new Histogram(3), Map.of());
        return new Tick(second, ANY, List.of(reads), 0, 0);
    }
}
