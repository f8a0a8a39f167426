package squall.isolation;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.DatabaseInfo;
import squall.spi.Instrument;
import squall.spi.Outcome;
import squall.spi.Turn;

/** A table of one database whose keys are lists or registers; each run has rows of its own in it. Safe for use by many threads. */
public interface TransactionStore extends AutoCloseable {
    /** What is promised of its transactions. */
    record Promise(String asked, Optional<ConsistencyModel> claimed) {}

    /** What keys hold. */
    History.Model model();

    /** Makes the table if it is missing. */
    void create() throws IOException, InterruptedException;

    /** Empties the table. */
    void empty() throws IOException, InterruptedException;

    /** Drops the table if there is one. */
    void drop() throws IOException, InterruptedException;

    /** What was asked for, and what the database says that it gives. */
    Promise promise() throws IOException, InterruptedException;

    DatabaseInfo describe() throws IOException, InterruptedException;

    /** A session of its own, which is connected. */
    Client client(int session) throws IOException, InterruptedException;

    /** A session of its own, which connects with its first transaction. */
    Client lateClient(int session);

    /** Reads these keys after all sessions have ended, as strongly as the database reads, each in a transaction of its own. */
    void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException;

    List<Instrument> instruments(List<URI> pages);

    @Override
    void close();

    /** One session. One thread at a time, except {@link #abort}. */
    interface Client extends AutoCloseable {
        /**
         * Performs one transaction and records it with all its attempts.
         *
         * @param writes whether the transaction writes
         * @param plan makes the transaction, once per attempt
         */
        Outcome perform(boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, Turn turn)
                throws InterruptedException;

        /** How often the last one was sent, at least 1. */
        int attempts();

        /** Ends a call that another thread is blocked in. */
        void abort();

        @Override
        void close();
    }
}
