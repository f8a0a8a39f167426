package squall.adversity.probe.intent;

import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import squall.check.DataAnomaly;
import squall.spi.Outcome;
import squall.system.FileTrees;

/**
 * Intent log of one run, an append-only file.
 *
 * <p>A line is handed to the operating system before the write that it describes is sent, so it outlives this process however that ends.
 * Another thread forces it to the disk up to {@value GroupCommit#EVERY_MS} ms later, so a machine that loses its power may lose the lines
 * of that time: some acknowledgements, whose loss would not be noticed, and some intents, whose rows
 * {@link IntentLogFile.Origin#cutByMachine} keeps from being called phantoms.
 *
 * <p>After a line could not be written, no more are, since a gap would be worse than an early end.
 */
public final class IntentLog implements WriteIntents, Closeable {
    /** Name of the file in the run directory. */
    public static final String NAME = "intents.log";

    /** Stream and no channel, because an interrupt of one writer would close a channel for all. */
    private final FileOutputStream out;

    private final GroupCommit commit;
    private final Lock turn = new ReentrantLock();
    private Optional<IOException> failure = Optional.empty();
    private Cost cost = Cost.NONE;

    /**
     * Cost of keeping the log so far.
     *
     * @param longestNs of one line: the longest delay of a probe's write
     */
    public record Cost(long lines, long sumNs, long longestNs, long forced, long longestForceNs) {
        static final Cost NONE = new Cost(0, 0, 0, 0, 0);

        private Cost with(long ns) {
            return new Cost(lines + 1, sumNs + ns, Math.max(longestNs, ns), forced, longestForceNs);
        }

        private Cost with(GroupCommit commit) {
            return new Cost(lines, sumNs, longestNs, commit.forced(), commit.longestNs());
        }
    }

    private IntentLog(FileOutputStream out) throws IOException {
        this.out = out;
        this.commit = new GroupCommit(out.getFD());
    }

    /** Creates a new log. @throws IOException also if the file exists */
    public static IntentLog begin(Path file, IntentLogFile.Origin origin) throws IOException {
        IntentLog log = appending(Files.createFile(file));
        log.append(IntentLogFormat.first(origin));
        return log;
    }

    /** Opens an existing log, to continue where a crash ended it. */
    public static IntentLog reopen(Path file) throws IOException {
        FileTrees.dropTornLine(file);
        return appending(file);
    }

    private static IntentLog appending(Path file) throws IOException {
        return new IntentLog(new FileOutputStream(file.toFile(), true));
    }

    @Override
    public void sending(WriteIntents.ProbeWrite write) throws IOException {
        append(IntentLogFormat.sending(write));
    }

    @Override
    public void ended(WriteIntents.ProbeWrite write, Outcome outcome, long atNs, String endpoint) {
        tried(IntentLogFormat.ended(write, outcome, atNs, endpoint));
    }

    @Override
    public void found(String probe, DataAnomaly anomaly, String example) {
        tried(IntentLogFormat.found(probe, anomaly, example));
    }

    @Override
    public void removing() throws IOException {
        append(IntentLogFormat.removing());
        out.getFD().sync();
    }

    public Cost cost() {
        turn.lock();
        try {
            return cost.with(commit);
        } finally {
            turn.unlock();
        }
    }

    /** Returns why the log ended early; empty if it did not. */
    public Optional<IOException> failure() {
        turn.lock();
        try {
            return failure.or(commit::failure);
        } finally {
            turn.unlock();
        }
    }

    /** Appends a line about a write that is over; a failure is kept for {@link #failure}, because the caller can do nothing about it. */
    private void tried(String line) {
        try {
            append(line);
        } catch (IOException e) {
            return; // kept as the failure
        }
    }

    private void append(String line) throws IOException {
        turn.lock();
        try {
            requireWhole();
            long beganNs = System.nanoTime();
            write(line);
            cost = cost.with(System.nanoTime() - beganNs);
        } finally {
            turn.unlock();
        }
        commit.due();
    }

    private void requireWhole() throws IOException {
        if (failure.isPresent()) {
            throw new IOException("the intent log has ended: " + failure.get().getMessage(), failure.get());
        }
    }

    private void write(String line) throws IOException {
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Forces the remaining lines to the disk; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (out.getFD().valid()) {
            commit.close();
            out.close();
        }
    }

    /** Writer that forces a file to disk in batches, on its own thread, so that no caller waits. */
    private static final class GroupCommit implements Closeable {
        static final int EVERY_MS = 10;

        private final FileDescriptor file;
        private final Semaphore due = new Semaphore(0);
        private final Thread thread;
        private final AtomicBoolean closing = new AtomicBoolean();
        private final LongAdder forced = new LongAdder();
        private final LongAccumulator longestNs = new LongAccumulator(Math::max, 0);
        private final AtomicReference<Optional<IOException>> failure = new AtomicReference<>(Optional.empty());

        GroupCommit(FileDescriptor file) {
            this.file = file;
            this.thread = Thread.ofPlatform().name("intent log").daemon().start(this::run);
        }

        /** Requests a force after a line was written. May be called from any thread; never blocks. */
        void due() {
            due.release();
        }

        long forced() {
            return forced.sum();
        }

        long longestNs() {
            return longestNs.get();
        }

        /** Returns the first failure, after which nothing is forced any more. */
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
                Thread.currentThread().interrupt(); // only the end of the process does that
            }
        }

        private void force() {
            long beganNs = System.nanoTime();
            try {
                file.sync();
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
                file.sync();
            }
        }
    }
}
