package squall.isolation;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import squall.check.isolation.ConsistencyModel;
import squall.check.isolation.History;
import squall.check.isolation.HistoryTransaction.KeyOperation;
import squall.database.Database;
import squall.isolation.HistoryRecorder.SessionHistory;
import squall.spi.CallContext;
import squall.spi.Outcome;

/** Store of a table whose keys are lists or registers; each run has rows of its own in it. Safe for use by many threads. */
public interface TransactionStore {
    /** Columns of the table: key, run and value. */
    List<String> COLUMNS = List.of("k", "run", "v");

    /** Limit, longer than any failover that is waited for here: Patroni's takes its time to live, 20 s, and some seconds. */
    Duration PATIENCE = Duration.ofSeconds(60);

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

    /** Returns the database of the table; closing it ends the store. */
    Database database();

    /** Opens a separate session, which is connected. */
    Client client(int session) throws IOException, InterruptedException;

    /** Opens a separate session, which connects with its first transaction. */
    Client lateClient(int session);

    /**
     * Reads these keys after all sessions have ended, at the strongest consistency of the database, each in a separate transaction. Waits up
     * to {@link #PATIENCE} for servers that are away.
     */
    void readLast(List<Long> keys, SessionHistory history) throws IOException, InterruptedException;

    /** Client of one session. */
    interface Client extends Database.Client {
        /**
         * Performs one transaction and records it with all its attempts.
         *
         * @param writes whether the transaction writes
         * @param plan generates the transaction, once per attempt
         */
        Outcome perform(boolean writes, Supplier<List<KeyOperation>> plan, SessionHistory history, CallContext call)
                throws InterruptedException;
    }
}
