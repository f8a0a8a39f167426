package squall.ycsb.jdbc;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.sql.BulkInsert;
import squall.sql.KeyValueTable;
import squall.sql.KeyValueTable.Sharding;
import squall.sql.SqlDatabase;
import squall.sql.metrics.SqlInstruments;
import squall.ycsb.store.Bulk;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Schema;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Store;
import squall.ycsb.store.StoredTable;
import squall.ycsb.store.Way;

/**
 * One database behind JDBC.
 *
 * @param sharding how a distributed database spreads a table that is made here
 * @param fetchSize rows a scan fetches at once; 0: all
 */
record SqlShard(SqlDatabase database, Schema schema, Sharding sharding, int fetchSize) implements Shard {
    /** Large enough that the wait for a commit is a small share. */
    private static final int ROWS_AT_ONCE = 2_000;

    /** With many threads their commits overlap, and what they hold adds up. */
    private static final int ROWS_UNDER_WAY = 8 * ROWS_AT_ONCE;

    @Override
    public Store open(int session) throws IOException, InterruptedException {
        return new SqlStore(database, schema, fetchSize, session);
    }

    @Override
    public KeyFinder finder(int session) throws IOException, InterruptedException {
        return new SqlKeyFinder(database, schema, session);
    }

    @Override
    public List<BulkWay> ways() {
        if (!database.transactions()) {
            // A batch that failed would leave some of its rows, and nothing could tell which.
            return List.of(new BulkWay(Way.BATCH, 1, Integer.MAX_VALUE));
        }
        BulkWay batch = new BulkWay(Way.BATCH, ROWS_AT_ONCE, ROWS_UNDER_WAY);
        return database.copies() ? List.of(new BulkWay(Way.COPY, ROWS_AT_ONCE, ROWS_UNDER_WAY), batch) : List.of(batch);
    }

    @Override
    public Bulk bulk(Way way, int session) throws IOException, InterruptedException {
        BulkInsert.Mode mode = way == Way.COPY ? BulkInsert.Mode.COPY : BulkInsert.Mode.BATCH;
        return new SqlBulk(new BulkInsert(database, keyValues(), mode, session));
    }

    @Override
    public StoredTable table() {
        return new SqlTable(keyValues(), database);
    }

    @Override
    public Database describe() throws IOException {
        return database.describe();
    }

    @Override
    public List<Instrument> instruments(List<Shard> all, List<URI> pages) {
        return SqlInstruments.of(
                all.stream().map(shard -> ((SqlShard) shard).database()).toList(), pages);
    }

    private KeyValueTable keyValues() {
        return new KeyValueTable(schema.table(), SqlText.KEY_COLUMN, schema.columns(), sharding);
    }
}
