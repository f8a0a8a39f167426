package squall.ycsb.jdbc;

import squall.spi.Turn;
import squall.sql.BulkInsert;
import squall.sql.BulkInsert.RowOutcomes;
import squall.sql.RowChunk;
import squall.ycsb.store.Bulk;

/** Chunks of rows by COPY or in batches. */
record SqlBulk(BulkInsert insert) implements Bulk {
    @Override
    public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
        insert.send(chunk, turn, outcomes);
    }

    @Override
    public void abort() {
        insert.abort();
    }

    @Override
    public void close() {
        insert.close();
    }
}
