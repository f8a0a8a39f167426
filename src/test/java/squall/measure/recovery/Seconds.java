package squall.measure.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import squall.measure.OperationTick;
import squall.measure.Tick;
import squall.measure.Window;
import squall.measure.recovery.SecondSeries.SeriesLog;
import squall.spi.Operation;

/** Made-up seconds of a run with one operation or two. */
public final class Seconds {
    public static final Operation READ = new Operation(0, "READ", false);
    public static final Operation WRITE = new Operation(1, "WRITE", false);

    private static final Window WINDOW = new Window("all", Window.Kind.STEADY, 0, Long.MAX_VALUE);
    private static final long RATE = 100;
    private static final long MILLI = 1_000;

    private final SeriesLog log = new SeriesLog();
    private final List<Tick> ticks = new ArrayList<>();

    /** 100 reads due in each second, so many of them acknowledged after 10 ms, all others refused. */
    public static SecondSeries okPerSecond(long... ok) {
        Seconds seconds = new Seconds();
        LongStream.of(ok).forEach(count -> seconds.ok(count, 10));
        return seconds.series();
    }

    /** Returns calm seconds and then these. */
    public static SecondSeries after(int calm, long... ok) {
        Seconds seconds = new Seconds().calm(calm);
        LongStream.of(ok).forEach(count -> seconds.ok(count, 10));
        return seconds.series();
    }

    /** 100 a second, all after 10 ms. */
    public Seconds calm(int count) {
        for (int i = 0; i < count; i++) {
            ok(RATE, 10);
        }
        return this;
    }

    /** 100 reads due, so many of them acknowledged after so long, all others refused at once. */
    public Seconds ok(long count, long millis) {
        return second(0, 0, read(count, RATE - count, count, millis));
    }

    /** Adds a second in which every due operation hangs. */
    public Seconds hanging(int inFlight, long oldestMillis) {
        return second(inFlight, oldestMillis, read(0, 0, 0, 0));
    }

    Seconds second(int inFlight, long oldestMillis, OperationTick... operations) {
        Tick tick = new Tick(ticks.size(), WINDOW, List.of(operations), inFlight, 0, oldestMillis * MILLI * 1000);
        ticks.add(tick);
        log.add(tick);
        return this;
    }

    public SecondSeries series() {
        return log.since(0);
    }

    static OperationTick read(long ok, long refused, long completed, long millis) {
        return tick(READ, ok, refused, completed, millis);
    }

    static OperationTick tick(Operation operation, long ok, long refused, long completed, long millis) {
        return new OperationTick(
                operation,
                ok,
                refused,
                0,
                0,
                completed,
                completed + refused,
                latency(ok, millis),
                new Histogram(3),
                Map.of());
    }

    private static Histogram latency(long count, long millis) {
        Histogram latency = new Histogram(3);
        latency.recordValueWithCount(millis * MILLI, count);
        return latency;
    }
}
