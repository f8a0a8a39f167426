package squall.adversity.probe.intent;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Forces what was written to a file to the disk, all of the last moment at once, on a thread of its own: nobody waits for it. */
final class GroupCommit implements Closeable {
    static final int EVERY_MS = 10;

    private final FileChannel file;
    private final Semaphore due = new Semaphore(0);
    private final Thread thread;
    private final AtomicBoolean closing = new AtomicBoolean();
    private final LongAdder forced = new LongAdder();
    private final LongAccumulator longestNs = new LongAccumulator(Math::max, 0);
    private final AtomicReference<Optional<IOException>> failure = new AtomicReference<>(Optional.empty());

    GroupCommit(FileChannel file) {
        this.file = file;
        this.thread = Thread.ofPlatform().name("intent log").daemon().start(this::run);
    }

    /** Something was written. From any thread; never waits. */
    void due() {
        due.release();
    }

    long forced() {
        return forced.sum();
    }

    long longestNs() {
        return longestNs.get();
    }

    /** The first one, after which nothing is forced any more. */
    Optional<IOException> failure() {
        return failure.get();
    }

    private void run() {
        try {
            while (failure().isEmpty() && !closing.get()) {
                due.acquire();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(EVERY_MS));
                due.drainPermits();
                force();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // nobody but the end of the process does that
        }
    }

    private void force() {
        long beganNs = System.nanoTime();
        try {
            file.force(false);
            longestNs.accumulate(System.nanoTime() - beganNs);
            forced.increment();
        } catch (IOException e) {
            failure.set(Optional.of(e));
        }
    }

    @Override
    public void close() throws IOException {
        closing.set(true);
        due();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure().isEmpty()) {
            file.force(false);
        }
    }
}
