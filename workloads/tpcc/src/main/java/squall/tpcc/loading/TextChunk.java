package squall.tpcc.loading;

import java.sql.Connection;
import java.sql.SQLException;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.population.RowSink;
import squall.tpcc.schema.TpccTable;

/** Rows that travel in one COPY. */
final class TextChunk implements LoadChunk {
    /** Large enough that a round trip and a commit a chunk cost little; small enough to be made again after a lost answer. */
    private static final int FULL_BYTES = 4 << 20;

    /** Distributed servers hold what a transaction writes until it ends, row by row. */
    private static final int FULL_ROWS_DISTRIBUTED = 10_000;

    private final SqlDatabase database;
    private final String statement;
    private final int fullRows;
    private final CopyText text;

    TextChunk(SqlDatabase database, TpccTable table) {
        this.database = database;
        this.statement =
                "COPY " + table.sql() + " (" + table.columnList() + ") FROM STDIN" + options(database.dialect());
        this.fullRows = database.dialect().equals(Dialects.POSTGRES) ? Integer.MAX_VALUE : FULL_ROWS_DISTRIBUTED;
        this.text = new CopyText(FULL_BYTES + (64 << 10));
    }

    /** YugabyteDB otherwise splits a COPY into several transactions. */
    private static String options(SqlDialect dialect) {
        return dialect.language() == Language.YUGABYTEDB ? " WITH (ROWS_PER_TRANSACTION 0)" : "";
    }

    @Override
    public RowSink sink() {
        return text;
    }

    @Override
    public int rows() {
        return text.rows();
    }

    @Override
    public boolean full() {
        return text.size() >= FULL_BYTES || text.rows() >= fullRows;
    }

    @Override
    public void send(Connection connection) throws SQLException {
        database.copy(connection, statement, text.bytes(), text.size());
    }

    @Override
    public void clear() {
        text.clear();
    }
}
