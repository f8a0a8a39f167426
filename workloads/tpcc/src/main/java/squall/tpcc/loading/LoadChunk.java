package squall.tpcc.loading;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import squall.sql.Dialects;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.sql.SqlDialect.Language;
import squall.tpcc.population.RowSink;
import squall.tpcc.schema.TpccColumn;
import squall.tpcc.schema.TpccTable;

/** Chunk of rows of one table that are sent to the database together. One thread fills it, sends it, and fills it again. */
sealed interface LoadChunk {
    /** Returns the sink for the next rows. */
    RowSink sink();

    int rows();

    boolean full();

    /** Sends all rows within the transaction under way; may be called again if that is rolled back. */
    void send(Connection connection) throws SQLException;

    void clear();

    /** Chunk of rows that are sent in one COPY. */
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

        /** Returns the options of COPY: YugabyteDB otherwise splits a COPY into several transactions. */
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

    /** Chunk of rows that are sent in INSERTs of many rows each, where there is no COPY. */
    final class InsertChunk implements LoadChunk, RowSink {
        /** At 21 columns below the 32,767 parameters that PostgreSQL's protocol has room for. */
        private static final int ROWS_A_STATEMENT = 100;

        private static final int FULL_ROWS = 1_000;

        private final TpccTable table;
        private final List<@Nullable Object> values = new ArrayList<>();
        private int rows;

        InsertChunk(TpccTable table) {
            this.table = table;
        }

        @Override
        public RowSink sink() {
            return this;
        }

        @Override
        public int rows() {
            return rows;
        }

        @Override
        public boolean full() {
            return rows >= FULL_ROWS;
        }

        @Override
        public void send(Connection connection) throws SQLException {
            for (int from = 0; from < rows; from += ROWS_A_STATEMENT) {
                insert(connection, from, Math.min(rows, from + ROWS_A_STATEMENT));
            }
        }

        @Override
        public void clear() {
            values.clear();
            rows = 0;
        }

        @Override
        public void whole(int value) {
            values.add(value);
        }

        @Override
        public void decimal(int unscaled, int scale) {
            values.add(BigDecimal.valueOf(unscaled, scale));
        }

        @Override
        public void text(byte[] ascii, int length) {
            values.add(new String(ascii, 0, length, US_ASCII));
        }

        @Override
        public void moment(LocalDateTime moment) {
            values.add(moment);
        }

        @Override
        public void none() {
            values.add(null);
        }

        @Override
        public void endRow() {
            rows++;
        }

        private void insert(Connection connection, int from, int to) throws SQLException {
            int columns = table.columns().size();
            try (PreparedStatement insert = connection.prepareStatement(statement(to - from))) {
                int parameter = 1;
                for (int at = from * columns; at < to * columns; at++) {
                    Object value = values.get(at);
                    if (value == null) {
                        insert.setNull(parameter, jdbcType(table.columns().get(at % columns)));
                    } else {
                        insert.setObject(parameter, value);
                    }
                    parameter++;
                }
                insert.executeUpdate();
            }
        }

        private String statement(int rowCount) {
            String row = "(" + "?, ".repeat(table.columns().size() - 1) + "?)";
            return "INSERT INTO " + table.sql() + " (" + table.columnList() + ") VALUES " + row
                    + (", " + row).repeat(rowCount - 1);
        }

        private static int jdbcType(TpccColumn column) {
            return switch (column.type()) {
                case TpccColumn.Type.Whole whole -> Types.INTEGER;
                case TpccColumn.Type.Decimal decimal -> Types.DECIMAL;
                case TpccColumn.Type.Fixed fixed -> Types.CHAR;
                case TpccColumn.Type.Text text -> Types.VARCHAR;
                case TpccColumn.Type.Moment moment -> Types.TIMESTAMP;
            };
        }
    }
}
