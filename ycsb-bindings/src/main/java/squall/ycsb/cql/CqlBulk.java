package squall.ycsb.cql;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import squall.cql.CqlDatabase;
import squall.cql.CqlPipeline;
import squall.spi.Turn;
import squall.sql.BulkInsert.RowOutcomes;
import squall.sql.Effect;
import squall.sql.RowChunk;
import squall.ycsb.store.Bulk;
import squall.ycsb.store.Way;

/** Puts chunks of rows behind CQL: each row a statement, all under way at once, or all in one unlogged batch. Upserts, so harmless twice. */
final class CqlBulk implements Bulk {
    private final CqlDatabase database;
    private final CqlPipeline pipeline;
    private final String insert;
    private final Way way;

    /** @param insert of a whole row, its key first */
    CqlBulk(CqlDatabase database, String insert, Way way, int session) {
        this.database = database;
        this.pipeline = database.pipeline(session);
        this.insert = insert;
        this.way = way;
    }

    @Override
    public void send(RowChunk chunk, Turn turn, RowOutcomes outcomes) throws InterruptedException {
        List<BoundStatement> rows = rows(chunk, pipeline.prepared(insert));
        if (way == Way.BATCH) {
            Statement<?> batch = database.attributed(
                    BatchStatement.newInstance(DefaultBatchType.UNLOGGED, List.copyOf(rows)), Effect.IDEMPOTENT);
            pipeline.send(List.of(batch), turn, (place, outcome, attempts) -> {
                for (int row = 0; row < rows.size(); row++) {
                    outcomes.row(row, outcome, attempts);
                }
            });
        } else {
            pipeline.send(rows, turn, outcomes::row);
        }
    }

    @Override
    public void abort() {
        pipeline.abort();
    }

    @Override
    public void close() {
        pipeline.close();
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
