package squall.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.results.history.HistoryHeader;
import squall.results.history.HistoryWriter;
import squall.spi.Outcome;

/** Recorder of transactions as they end, into a file that can be read at any time. Safe for use by many threads. */
final class HistoryRecorder implements AutoCloseable {
    private static final long FLUSH_NS = 1_000_000_000;

    private final HistoryWriter writer;
    private final long originNs;
    // Transactions that began and have not been recorded: a history without them is not whole.
    private final AtomicInteger open = new AtomicInteger();
    private final boolean counted;
    private final AtomicLong flushedNs = new AtomicLong();
    private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();

    HistoryRecorder(Path file, HistoryHeader header) throws IOException {
        this(new HistoryWriter(file, header), System.nanoTime(), header.counted());
    }

    private HistoryRecorder(HistoryWriter writer, long originNs, boolean counted) {
        this.writer = writer;
        this.originNs = originNs;
        this.counted = counted;
    }

    /** Continues a history whose recording was cut off, and which stays incomplete. @param lastNs the last time in it */
    static HistoryRecorder resume(Path file, long lastNs) throws IOException {
        return new HistoryRecorder(HistoryWriter.resume(file), System.nanoTime() - lastNs - 1, false);
    }

    /** Creates the history of one session of the load. @param session its number */
    SessionHistory session(int session) {
        return new SessionHistory(session);
    }

    /** Returns why the file lacks transactions; empty if it has all. */
    Optional<IOException> failure() {
        return Optional.ofNullable(failure.get());
    }

    /** Ends the recording without the last read, so that the history is not whole, and can be continued. */
    void cutOff() throws IOException {
        writer.close();
    }

    @Override
    public void close() throws IOException {
        try (writer) {
            if (counted && open.get() == 0 && failure.get() == null) {
                writer.end();
            }
        }
    }

    private long nowNs() {
        return System.nanoTime() - originNs;
    }

    /** Records a transaction. A full disk must not end the load: its consequence is reported when the history is judged. */
    private void record(HistoryTransaction transaction) {
        try {
            writer.write(transaction);
            long nowNs = nowNs();
            long before = flushedNs.get();
            if (nowNs - before > FLUSH_NS && flushedNs.compareAndSet(before, nowNs)) {
                writer.flush();
            }
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
    }

    /** History of one session's transactions, one after the other. Used by one thread. */
    final class SessionHistory {
        private final int session;
        private final List<KeyOperation> operations = new ArrayList<>();
        private long beginNs;
        private boolean begun;

        private SessionHistory(int session) {
            this.session = session;
        }

        /** Begins a transaction; one in progress has certainly not been applied, else it would not be tried again. */
        void begin() {
            if (begun) {
                end(History.Ending.ABORTED, false);
            }
            operations.clear();
            beginNs = nowNs();
            begun = true;
            open.incrementAndGet();
        }

        /** Records a write before it is sent. */
        void write(KeyOperation.Write write) {
            operations.add(write);
        }

        /** Records a value that was read. */
        void read(long key, List<Long> values) {
            operations.add(new KeyOperation.Read(key, values, false));
        }

        /** Records a value that was read before the transaction wrote, though its answer came after the writes were sent. */
        void readBeforeWrites(long key, List<Long> values) {
            int at = 0;
            while (at < operations.size() && operations.get(at) instanceof KeyOperation.Read) {
                at++;
            }
            operations.add(at, new KeyOperation.Read(key, values, false));
        }

        /** Records that the transaction has only read this: the condition of its write did not hold. */
        void replaceByRead(long key, List<Long> values) {
            operations.clear();
            read(key, values);
        }

        /** Ends what {@link #begin} began; nothing if no statement could be sent at all. */
        void end(Outcome outcome) {
            end(
                    switch (outcome) {
                        case Outcome.Ok ok -> History.Ending.COMMITTED;
                        case Outcome.Refused refused -> History.Ending.ABORTED;
                        case Outcome.Unknown unknown -> History.Ending.UNKNOWN;
                    },
                    false);
        }

        /** Ends a transaction that began after all others had ended. */
        void endLast() {
            end(History.Ending.COMMITTED, true);
        }

        private void end(History.Ending ending, boolean last) {
            if (begun) {
                begun = false;
                record(new HistoryTransaction(session, beginNs, nowNs(), ending, last, operations));
                open.decrementAndGet();
            }
        }
    }
}
