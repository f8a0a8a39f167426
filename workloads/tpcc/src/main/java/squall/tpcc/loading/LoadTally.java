package squall.tpcc.loading;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Counter of the rows and warehouses of a load, which reports them to the listener. Any thread. */
final class LoadTally {
    private static final Duration EVERY = Duration.ofMillis(250);

    private final LoadListener listener;
    private final long plannedRows;
    private final int plannedWarehouses;
    private final long beganNs = System.nanoTime();
    private final AtomicLong rows = new AtomicLong();
    private final AtomicInteger warehouses = new AtomicInteger();
    private final AtomicLong toldNs = new AtomicLong(beganNs);
    private final ReentrantLock telling = new ReentrantLock();

    LoadTally(LoadListener listener, long plannedRows, int plannedWarehouses) {
        this.listener = listener;
        this.plannedRows = plannedRows;
        this.plannedWarehouses = plannedWarehouses;
    }

    /** @param more number of rows, negative for rows that are loaded once more */
    void add(long more) {
        rows.addAndGet(more);
        long lastNs = toldNs.get();
        long nowNs = System.nanoTime();
        if (nowNs - lastNs > EVERY.toNanos() && toldNs.compareAndSet(lastNs, nowNs)) {
            tell();
        }
    }

    void addWarehouse() {
        warehouses.incrementAndGet();
    }

    /** Reports the progress at this moment. */
    void tell() {
        telling.lock();
        try {
            listener.advanced(progress());
        } finally {
            telling.unlock();
        }
    }

    LoadListener.LoadProgress progress() {
        return new LoadListener.LoadProgress(
                rows.get(),
                plannedRows,
                warehouses.get(),
                plannedWarehouses,
                Duration.ofNanos(System.nanoTime() - beganNs));
    }
}
