package squall.isolation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.check.isolation.IsolationExpectation;
import squall.database.Database;
import squall.results.history.HistoryHeader;
import squall.results.history.IsolationRecord;
import squall.results.history.RecordedHistory;
import squall.spi.CallContext;
import squall.spi.CheckResult;
import squall.spi.Outcome;

/**
 * Measurement of the isolation of one run's transactions on one store: they are generated, recorded while they run, and judged after the
 * last one.
 *
 * <p>{@link #begin} comes first; then sessions from any thread; {@link #look} after all of them are closed.
 */
public final class IsolationMeasurement {
    private static final String THINGS = "committed transactions";

    private final TransactionStore store;
    private final TransactionGenerator generator;
    private final IsolationRecord.HistorySource source;
    private final AtomicReference<@Nullable HistoryRecorder> recorder = new AtomicReference<>();
    private final AtomicBoolean judged = new AtomicBoolean();
    private Path directory = Path.of("");

    /** @param source names the files that are kept */
    public IsolationMeasurement(
            TransactionStore store, IsolationWorkload workload, long seed, IsolationRecord.HistorySource source) {
        this.store = store;
        this.generator = new TransactionGenerator(workload, seed);
        this.source = source;
    }

    public TransactionStore store() {
        return store;
    }

    /** Returns whether transaction {@code index} writes. */
    public boolean writes(long index) {
        return generator.writes(index);
    }

    /** Begins to record into this run directory. @param expectation of the database, as it is configured */
    public void begin(Path run, IsolationExpectation expectation) throws IOException, InterruptedException {
        directory = run;
        TransactionStore.Promise promise = store.promise();
        recorder.set(new HistoryRecorder(
                run.resolve(source.history()),
                HistoryHeader.counted(store.model(), promise.asked(), promise.claimed(), expectation)));
    }

    /** Takes the recording of an earlier process in this run directory; afterwards only {@link #look} may be called. */
    public void recall(Path run) {
        directory = run;
    }

    /** Opens a separate session, which is connected. */
    public MeasuredSession session(int number) throws IOException, InterruptedException {
        return new MeasuredSession(store.client(number), recorder().session(number));
    }

    /** Opens a separate session, which connects with its first transaction. */
    public MeasuredSession lateSession(int number) {
        return new MeasuredSession(store.lateClient(number), recorder().session(number));
    }

    /**
     * Reads all keys a last time and judges the history in its file.
     *
     * @return the counts behind the verdict, one line
     * @throws IOException if the database or the file cannot be read
     */
    public String look(DataCheck check) throws IOException, InterruptedException {
        HistoryRecorder recording = recorder.get();
        if (recording == null) {
            lookAgain();
        } else {
            lookLast(recording);
        }
        return RecordedHistory.judge(directory, source, check);
    }

    private void lookLast(HistoryRecorder recording) throws IOException, InterruptedException {
        store.readLast(generator.keys(), recording.session(Integer.MAX_VALUE));
        recording.close();
        judged.set(true);
        Optional<IOException> failure = recording.failure();
        if (failure.isPresent()) {
            throw new IOException("the history is not whole: " + failure.get().getMessage(), failure.get());
        }
    }

    /** Reads all keys that the earlier process wrote, unless it did so itself, or what it saw before is enough. */
    private void lookAgain() throws IOException, InterruptedException {
        Path file = directory.resolve(source.history());
        RecordedHistory recorded = RecordedHistory.read(file);
        if (recorded.history().isWhole() || recorded.judged().violates()) {
            return;
        }
        try (HistoryRecorder resumed =
                HistoryRecorder.resume(file, recorded.history().lastNs())) {
            store.readLast(recorded.history().keysWritten(), resumed.session(Integer.MAX_VALUE));
        }
    }

    /** Judges the history as a separate check. @param name as printed */
    public CheckResult check(String name) throws InterruptedException {
        return DataCheck.of(name, THINGS, this::look);
    }

    /** Ends the recording where no look did. */
    public void close() throws IOException {
        HistoryRecorder recording = recorder.get();
        if (recording != null && judged.compareAndSet(false, true)) {
            recording.close();
        }
    }

    /** Ends the recording where no look did, so that a later process can take it and look. */
    public void cutOff() throws IOException {
        HistoryRecorder recording = recorder.get();
        if (recording != null && judged.compareAndSet(false, true)) {
            recording.cutOff();
        }
    }

    private HistoryRecorder recorder() {
        HistoryRecorder recording = recorder.get();
        if (recording == null) {
            throw new IllegalStateException("the run has no directory for its history");
        }
        return recording;
    }

    /** Session that is measured. Used by one thread at a time. */
    public final class MeasuredSession {
        private final TransactionStore.Client client;
        private final HistoryRecorder.SessionHistory history;

        private MeasuredSession(TransactionStore.Client client, HistoryRecorder.SessionHistory history) {
            this.client = client;
            this.history = history;
        }

        /** Performs transaction {@code index}. */
        public Outcome perform(long index, CallContext call) throws InterruptedException {
            return client.perform(writes(index), () -> generator.transaction(index), history, call);
        }

        public Database.Client client() {
            return client;
        }
    }
}
