package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import squall.cql.CqlDatabase;
import squall.cql.CqlDialect;
import squall.cql.CqlHandle;
import squall.cql.CqlPipeline;
import squall.cql.CqlStoredTable;
import squall.cql.CqlTable;
import squall.cql.NodeTraffic;
import squall.cql.SharedSchema;
import squall.spi.Outcome;
import squall.spi.Turn;
import squall.sql.WorkEffect;
import squall.sql.bulk.BulkWriter;
import squall.sql.bulk.RowChunk;
import squall.ycsb.store.ColumnSelection;
import squall.ycsb.store.KeyValueStore;
import squall.ycsb.store.ReadRows;
import squall.ycsb.store.RowValues;
import squall.ycsb.store.Shard;
import squall.ycsb.store.Shard.InsertMethod;

/**
 * Cluster behind CQL.
 *
 * @param made how the table is made
 * @param columns all of them
 * @param lightweight whether single writes are conditional
 * @param shared empty if no other client makes the table too
 */
record CqlShard(
        CqlDatabase database,
        CqlTable made,
        ColumnSelection columns,
        boolean lightweight,
        Optional<SharedSchema> shared)
        implements Shard {
    /** Enough to keep a small cluster busy from one thread, few enough that a lost answer leaves little in doubt. */
    private static final int STATEMENTS_AT_ONCE = 256;

    /** Rows of a batch: with usual rows it stays below the size of which Cassandra warns. */
    private static final int ROWS_OF_A_BATCH = 4;

    @Override
    public Shard.Store open(int session) {
        return new CqlStore(database, new CqlStoreStatements.Texts(made, lightweight), session);
    }

    @Override
    public List<BulkWay> ways() {
        BulkWay single = new BulkWay(InsertMethod.INSERT, 1, 1);
        // All of them may go to one node.
        BulkWay pipeline = new BulkWay(InsertMethod.PIPELINE, STATEMENTS_AT_ONCE, database.requestsPerNode());
        BulkWay batch = new BulkWay(InsertMethod.BATCH, ROWS_OF_A_BATCH, Integer.MAX_VALUE);
        // Bulk inserts are upserts: conditional writes are used if requested, unless another load mode is.
        return lightweight ? List.of(single, pipeline, batch) : List.of(pipeline, batch);
    }

    @Override
    public BulkWriter bulk(InsertMethod way, int session) {
        return new CqlBulk(database, new CqlStoreStatements.Texts(made, false).insert(columns), way, session);
    }

    @Override
    public CqlStoredTable table() {
        return made.in(database);
    }

    @Override
    public List<NodeTraffic.Share> traffic() {
        return database.traffic().shares();
    }

    @Override
    public void awaitTable() throws IOException, InterruptedException {
        if (shared.isPresent()) {
            shared.get().await(database, made.keyspace());
        }
    }

    @Override
    public void tableReady() throws IOException, InterruptedException {
        if (shared.isPresent()) {
            shared.get().made(database, made.keyspace());
        }
    }

    /**
     * Writer of chunks of rows over CQL: each row a statement, all under way at once, or all in one unlogged batch. Upserts, so harmless
     * twice.
     */
    private static final class CqlBulk extends CqlPipeline implements BulkWriter {
        private final CqlDatabase cluster;
        private final String insert;
        private final InsertMethod way;

        /** @param insert of a whole row, its key first */
        CqlBulk(CqlDatabase database, String insert, InsertMethod way, int session) {
            super(database, session);
            this.cluster = database;
            this.insert = insert;
            this.way = way;
        }

        @Override
        public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
            List<BoundStatement> rows = rows(chunk, prepared(insert));
            if (way == InsertMethod.BATCH) {
                Statement<?> batch = cluster.attributed(
                        BatchStatement.newInstance(DefaultBatchType.UNLOGGED, List.copyOf(rows)),
                        WorkEffect.IDEMPOTENT);
                send(List.of(batch), turn, (place, outcome, attempts) -> {
                    for (int row = 0; row < rows.size(); row++) {
                        outcomes.row(row, outcome, attempts);
                    }
                });
            } else {
                send(rows, turn, outcomes::row);
            }
        }

        private static List<BoundStatement> rows(RowChunk chunk, PreparedStatement prepared) {
            List<BoundStatement> rows = new ArrayList<>();
            for (int row = 0; row < chunk.rows(); row++) {
                BoundStatementBuilder statement = prepared.boundStatementBuilder();
                List<ByteBuffer> values = chunk.values(row);
                for (int place = 0; place < values.size(); place++) {
                    statement = statement.setBytesUnsafe(place, values.get(place));
                }
                rows.add(statement.build());
            }
            return rows;
        }
    }

    /**
     * Store behind CQL. Plain writes are upserts, and so harmless twice where the client dates them, which it does not with Accord;
     * conditional ones are not, and a second one would be answered by what the first did.
     */
    private static final class CqlStore extends CqlHandle implements Shard.Store {
        private final CqlStoreStatements.Texts text;
        private final CqlStoreStatements statements;
        private final WorkEffect write;

        CqlStore(CqlDatabase database, CqlStoreStatements.Texts text, int session) {
            super(database, session);
            this.text = text;
            this.statements = new CqlStoreStatements(text);
            this.write = text.lightweight() || database.dialect() == CqlDialect.ACCORD
                    ? WorkEffect.ONCE
                    : WorkEffect.IDEMPOTENT;
        }

        @Override
        public Outcome read(String key, ColumnSelection columns, ReadRows into, Turn turn) throws InterruptedException {
            return unit(WorkEffect.READ, turn, exchange -> statements.read(exchange, key, columns, into));
        }

        @Override
        public Outcome scan(String first, int limit, ColumnSelection columns, ReadRows into, Turn turn)
                throws InterruptedException {
            return unit(WorkEffect.READ, turn, exchange -> statements.scan(exchange, first, limit, columns, into));
        }

        @Override
        public Outcome update(String key, RowValues values, Turn turn) throws InterruptedException {
            return unit(write, turn, exchange -> statements.update(exchange, key, values));
        }

        @Override
        public Outcome insert(String key, RowValues values, Turn turn) throws InterruptedException {
            return unit(write, turn, exchange -> statements.insert(exchange, key, values));
        }

        @Override
        public Outcome delete(String key, Turn turn) throws InterruptedException {
            return unit(write, turn, exchange -> statements.delete(exchange, key));
        }

        @Override
        public Outcome find(List<String> keys, Set<String> present, Turn turn) throws InterruptedException {
            return unit(WorkEffect.READ, turn, exchange -> statements.find(exchange, keys, present));
        }

        @Override
        public KeyValueStore.HotCounter counter(String key, ColumnSelection column) {
            return new CqlCounter(this, text, key, column);
        }
    }
}
