package squall.ycsb.binding;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import squall.spi.Turn;
import squall.sql.RowChunk;
import squall.ycsb.store.Bulk;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shards;
import squall.ycsb.store.Values;
import squall.ycsb.store.Way;

/** Rows that wait to be sent, each shard's by themselves, until there are as many as {@code db.batchsize} says. One thread. */
final class InsertBatches implements AutoCloseable {
    private final Shards stores;
    private final List<Batch> batches;

    InsertBatches(Shards stores, Schema schema, int rowsAtOnce) throws IOException, InterruptedException {
        this.stores = stores;
        this.batches = stores.each(shard -> new Batch(shard, schema, rowsAtOnce), Batch::close);
    }

    /**
     * Adds a row, and sends the batch that it fills.
     *
     * @param values of all columns
     * @throws InterruptedException if interrupted while rows were sent; those have been told all the same
     */
    void add(String key, Values values, Turn turn, BatchingDb.Settled settled) throws InterruptedException {
        batches.get(stores.shardOf(key)).add(key, values, turn, settled);
    }

    /** Sends all that waits; throws as {@link #add}. */
    void send(Turn turn) throws InterruptedException {
        for (Batch batch : batches) {
            batch.send(turn);
        }
    }

    @Override
    public void close() {
        batches.forEach(Batch::close);
    }

    /** Those of one shard. */
    private static final class Batch {
        private final Bulk bulk;
        private final RowChunk rows;
        private final List<BatchingDb.Settled> waiting = new ArrayList<>();

        Batch(Shard shard, Schema schema, int rowsAtOnce) throws IOException, InterruptedException {
            this.bulk = shard.bulk(Way.BATCH, 0);
            this.rows = new RowChunk(schema.columns().size() + 1, rowsAtOnce);
        }

        void add(String key, Values values, Turn turn, BatchingDb.Settled settled) throws InterruptedException {
            byte[] keyBytes = key.getBytes(UTF_8);
            rows.beginRow();
            rows.value(keyBytes, 0, keyBytes.length);
            for (int place = 0; place < values.columns().size(); place++) {
                rows.value(values.utf8(), values.offset(place), values.length(place));
            }
            rows.endRow();
            waiting.add(settled);
            if (rows.full()) {
                send(turn);
            }
        }

        void close() {
            bulk.close();
        }

        void send(Turn turn) throws InterruptedException {
            try {
                bulk.send(
                        rows, turn, (row, outcome, attempts) -> waiting.get(row).row(outcome, attempts));
            } finally {
                rows.clear();
                waiting.clear();
            }
        }
    }
}
