package squall.ycsb.binding;

import java.util.Map;
import site.ycsb.ByteIterator;
import squall.spi.Outcome;

/**
 * Database whose inserts may wait for a batch, and which reports later the outcome of each; YCSB's own interface knows only {@code
 * BATCHED_OK}, after which the caller learns nothing more about the row.
 */
public interface BatchingDb {
    /** Callback that receives the outcome of one row, once. */
    interface Settled {
        /** @param attempts how often the row was sent, at least 1 */
        void row(Outcome outcome, int attempts);
    }

    /** Tells whether inserts are batched; after {@code init} it stays as it is. */
    boolean batching();

    /**
     * Inserts a row now or with a batch.
     *
     * @param settled told on this thread: before the call returns, or during a later insert, or during {@code cleanup}
     */
    void insert(String table, String key, Map<String, ByteIterator> values, Settled settled);
}
