package squall.adversity.probe.intent;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
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

/**
 * The intent log of one run, a file that only grows.
 *
 * <p>A line is with the operating system before what it tells of is sent, so it outlives this process however that ends. It is forced to
 * the disk by another thread up to {@value GroupCommit#EVERY_MS} ms later, so a machine that loses its power may take that much with it:
 * some acknowledgements, whose loss would not be noticed, and some intents, whose rows {@link IntentLogFile.Origin#cutByMachine} keeps from
 * being called phantoms.
 *
 * <p>After one line could not be written there is none any more, since a gap would be worse than an early end.
 */
public final class IntentLog implements WriteIntents, Closeable {
    /** In the run directory. */
    public static final String NAME = "intents.log";

    private final FileChannel out;
    private final GroupCommit commit;
    private final Lock turn = new ReentrantLock();
    private Optional<IOException> failure = Optional.empty();
    private Cost cost = Cost.NONE;

    /**
     * What keeping it has cost so far.
     *
     * @param longestNs of one line: how long a write of a probe was held up at most
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

    private IntentLog(FileChannel out) {
        this.out = out;
        this.commit = new GroupCommit(out);
    }

    /** A new one. */
    public static IntentLog begin(Path file, IntentLogFile.Origin origin) throws IOException {
        IntentLog log =
                new IntentLog(FileChannel.open(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND)));
        log.append(IntentLogFormat.first(origin));
        return log;
    }

    /** One that is there already, to go on where a crash ended it. */
    public static IntentLog reopen(Path file) throws IOException {
        dropTornLine(file);
        return new IntentLog(FileChannel.open(file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.APPEND)));
    }

    private static void dropTornLine(Path file) throws IOException {
        try (var whole = new RandomAccessFile(file.toFile(), "rw")) {
            long length = whole.length();
            while (length > 0 && !endsAt(length, whole)) {
                length--;
            }
            whole.setLength(length);
        }
    }

    private static boolean endsAt(long length, RandomAccessFile file) throws IOException {
        file.seek(length - 1);
        return file.read() == '\n';
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
        out.force(false);
    }

    public Cost cost() {
        turn.lock();
        try {
            return cost.with(commit);
        } finally {
            turn.unlock();
        }
    }

    /** Why it ends early; empty if it does not. */
    public Optional<IOException> failure() {
        turn.lock();
        try {
            return failure.or(commit::failure);
        } finally {
            turn.unlock();
        }
    }

    /** The write it belongs to is over, so all that can be done is to tell nothing further: {@link #failure} says why. */
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
        ByteBuffer bytes = StandardCharsets.UTF_8.encode(line);
        try {
            while (bytes.hasRemaining()) {
                out.write(bytes);
            }
        } catch (IOException e) {
            failure = Optional.of(e);
            throw e;
        }
    }

    /** Forces what is left to the disk; a second call does nothing. */
    @Override
    public void close() throws IOException {
        if (out.isOpen()) {
            commit.close();
            out.close();
        }
    }

    /** Forces a file to disk in batches, on its own thread, so that no writer waits. */
    private static final class GroupCommit implements Closeable {
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
                Thread.currentThread().interrupt(); // only the end of the process does that
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
}
