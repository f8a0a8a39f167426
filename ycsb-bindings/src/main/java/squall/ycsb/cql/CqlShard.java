package squall.ycsb.cql;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import squall.cql.CqlDatabase;
import squall.cql.CqlTable;
import squall.cql.Traffic;
import squall.cql.metrics.CqlInstruments;
import squall.spi.Database;
import squall.spi.Instrument;
import squall.ycsb.store.Bulk;
import squall.ycsb.store.Columns;
import squall.ycsb.store.KeyFinder;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Store;
import squall.ycsb.store.StoredTable;
import squall.ycsb.store.Way;

/**
 * One cluster behind CQL.
 *
 * @param made how the table is made
 * @param columns all of them
 * @param lightweight whether single writes are conditional
 */
record CqlShard(CqlDatabase database, CqlTable made, Columns columns, boolean lightweight) implements Shard {
    /** Enough to keep a small cluster busy from one thread, few enough that a lost answer leaves little in doubt. */
    private static final int STATEMENTS_AT_ONCE = 256;

    /** A batch of usual rows stays below the size of which Cassandra warns. */
    private static final int ROWS_OF_A_BATCH = 4;

    @Override
    public Store open(int session) {
        return new CqlStore(database, new CqlText(made, lightweight), session);
    }

    @Override
    public KeyFinder finder(int session) {
        return new CqlKeyFinder(database, new CqlText(made, lightweight), session);
    }

    @Override
    public List<BulkWay> ways() {
        BulkWay single = new BulkWay(Way.INSERT, 1, 1);
        // All of them may go to one node.
        BulkWay pipeline = new BulkWay(Way.PIPELINE, STATEMENTS_AT_ONCE, database.requestsPerNode());
        BulkWay batch = new BulkWay(Way.BATCH, ROWS_OF_A_BATCH, Integer.MAX_VALUE);
        // Many rows at once are upserts: whoever wants conditions gets them, unless he asks for another way.
        return lightweight ? List.of(single, pipeline, batch) : List.of(pipeline, batch);
    }

    @Override
    public Bulk bulk(Way way, int session) {
        return new CqlBulk(database, new CqlText(made, false).insert(columns), way, session);
    }

    @Override
    public StoredTable table() {
        return new CqlStoredTable(made, database);
    }

    @Override
    public Database describe() throws IOException, InterruptedException {
        return database.describe(made.keyspace().name());
    }

    @Override
    public List<Traffic.Share> traffic() {
        return database.traffic().shares();
    }

    @Override
    public List<Instrument> instruments(List<Shard> all, List<URI> pages) {
        return CqlInstruments.of(database, pages); // the nodes of a cluster are its own: there is one shard
    }

    @Override
    public void close() {
        database.close();
    }
}
