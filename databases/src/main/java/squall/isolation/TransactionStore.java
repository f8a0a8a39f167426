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

/** Store of a table whose keys are lists or registers; each run has rows of its own in it. Safe for use by many threads. */
public interface TransactionStore extends AutoCloseable {
    /** Columns of the table: key, run and value. */
    List<String> COLUMNS = List.of("k", "run", "v");

    /** Guarantee of its transactions. */
    record Promise(String asked, Optional<ConsistencyModel> claimed) {}

    /** Returns the type of a key's value. */
    History.Model model();

    /** Creates the table if it is missing. */
    void create() throws IOException, InterruptedException;

    /** Empties the table. */
    void empty() throws IOException, InterruptedException;

    /** Drops the table if there is one. */
    void drop() throws IOException, InterruptedException;

    /** Returns the requested guarantee, and the one that the database claims. */
    Promise promise() throws IOException, InterruptedException;

    DatabaseInfo describe() throws IOException, InterruptedException;

    /** Opens a separate session, which is connected. */
    Client client(int session) throws IOException, InterruptedException;

    /** Opens a separate session, which connects with its first transaction. */
    Client lateClient(int session);

    /** Reads these keys after all sessions have ended, at the strongest consistency of the database, each in a separate transaction. */
    void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException;

    List<Instrument> instruments(List<URI> pages);

    @Override
    void close();

    /** Client of one session. Used by one thread at a time, except {@link #abort}. */
    interface Client extends AutoCloseable {
        /**
         * Performs one transaction and records it with all its attempts.
         *
         * @param writes whether the transaction writes
         * @param plan generates the transaction, once per attempt
         */
        Outcome perform(boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, Turn turn)
                throws InterruptedException;

        /** Returns how often the last one was sent, at least 1. */
        int attempts();

        /** Aborts a call that another thread is blocked in. */
        void abort();

        @Override
        void close();
    }
}
