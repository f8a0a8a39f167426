package squall.run;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;
import squall.measure.Windows;

/** The highest share of a window that went to garbage collection. */
final class GcShare {
    /** A single pause in a run of a fraction of a second says nothing: shorter windows count as this long. */
    private static final long SHORTEST_NS = 5_000_000_000L;

    private final LongSupplier pausedMs;
    private final Windows windows;
    private int begun = 1;
    private long fromNs;
    private long fromMs;
    private double highest;

    GcShare(Windows windows, LongSupplier pausedMs) {
        this.windows = windows;
        this.pausedMs = pausedMs;
        this.fromMs = pausedMs.getAsLong();
    }

    /** Milliseconds in pauses since the JVM started. Concurrent phases stop nobody and don't count. */
    static long pausedMs() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> !bean.getName().contains("Concurrent")
                        && !bean.getName().contains("Cycles"))
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
    }

    /** Looks whether a new window has begun. */
    void look(long nowNs) {
        int now = windows.begun(nowNs / 1_000_000_000);
        if (now != begun) {
            closeWindow(nowNs);
            begun = now;
        }
    }

    /** The result. @param endNs when the last window ended */
    double highest(long endNs) {
        closeWindow(endNs);
        return highest;
    }

    private void closeWindow(long nowNs) {
        long ms = pausedMs.getAsLong();
        if (nowNs > fromNs) {
            highest = Math.max(highest, (ms - fromMs) * 1e6 / Math.max(SHORTEST_NS, nowNs - fromNs));
        }
        fromNs = nowNs;
        fromMs = ms;
    }
}
