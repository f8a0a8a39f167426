package squall.sql.bulk;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.postgresql.copy.CopyIn;
import squall.sql.Dialects;
import squall.sql.KeyValueTable;
import squall.sql.SqlDialect;

/** Format of rows in a COPY, by what the server reads best. */
enum CopyFormat {
    /** Binary layout of PostgreSQL: chunks are sent without conversion. */
    BINARY {
        @Override
        String statement(KeyValueTable table) {
            return copy(table) + " WITH (FORMAT binary)";
        }

        @Override
        void write(RowChunk chunk, int from, int to, CopyIn copy) throws SQLException {
            copy.writeToCopy(HEADER, 0, HEADER.length);
            copy.writeToCopy(chunk.bytes(), chunk.start(from), chunk.end(to - 1) - chunk.start(from));
            copy.writeToCopy(TRAILER, 0, TRAILER.length);
        }
    },

    /** Binary layout without splitting a COPY into several transactions, as YugabyteDB otherwise does with large ones. */
    BINARY_IN_ONE_TRANSACTION {
        @Override
        String statement(KeyValueTable table) {
            return copy(table) + " WITH (FORMAT binary, ROWS_PER_TRANSACTION 0)";
        }

        @Override
        void write(RowChunk chunk, int from, int to, CopyIn copy) throws SQLException {
            BINARY.write(chunk, from, to, copy);
        }
    },

    /** Tab-separated lines. */
    TEXT {
        @Override
        String statement(KeyValueTable table) {
            return copy(table);
        }

        @Override
        void write(RowChunk chunk, int from, int to, CopyIn copy) throws SQLException {
            byte[] lines = lines(chunk, from, to);
            copy.writeToCopy(lines, 0, lines.length);
        }
    };

    /** Signature, no flags, no extension (PostgreSQL, "COPY", binary format). */
    private static final byte[] HEADER = signature();

    private static final byte[] TRAILER = {-1, -1};

    static CopyFormat of(SqlDialect dialect) {
        return switch (dialect.language()) {
            // Others that understand PostgreSQL may have another version of its binary format.
            case POSTGRESQL -> dialect.equals(Dialects.POSTGRES) ? BINARY : TEXT;
            case YUGABYTEDB -> BINARY_IN_ONE_TRANSACTION;
            case COCKROACHDB, MYSQL, STANDARD -> TEXT;
        };
    }

    abstract String statement(KeyValueTable table);

    /** Sends all rows, but not the end of the COPY. */
    abstract void write(RowChunk chunk, int from, int to, CopyIn copy) throws SQLException;

    /** Returns the rows in COPY's text format. */
    static byte[] lines(RowChunk chunk, int from, int to) {
        var lines = new ByteArrayOutputStream(chunk.end(to - 1) - chunk.start(from));
        ByteBuffer bytes = ByteBuffer.wrap(chunk.bytes());
        for (int row = from; row < to; row++) {
            int at = chunk.start(row) + Short.BYTES;
            for (int column = 0; column < chunk.columns(); column++) {
                int length = bytes.getInt(at);
                at += Integer.BYTES;
                escape(bytes.array(), at, length, lines);
                at += length;
                lines.write(column + 1 < chunk.columns() ? '\t' : '\n');
            }
        }
        return lines.toByteArray();
    }

    private static void escape(byte[] utf8, int offset, int length, ByteArrayOutputStream lines) {
        for (int i = offset; i < offset + length; i++) {
            int escape = ESCAPED.indexOf(utf8[i]);
            if (escape < 0) {
                lines.write(utf8[i]);
            } else {
                lines.write('\\');
                lines.write(WRITTEN.charAt(escape));
            }
        }
    }

    private static final String ESCAPED = "\\\b\f\n\r\t\u000b";
    private static final String WRITTEN = "\\bfnrtv";

    private static String copy(KeyValueTable table) {
        return "COPY " + table.identifier(Dialects.POSTGRES) + " (" + table.columnList(Dialects.POSTGRES)
                + ") FROM STDIN";
    }

    private static byte[] signature() {
        byte[] magic = "PGCOPY\n\u00ff\r\n\0".getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(magic.length + 2 * Integer.BYTES).put(magic).array();
    }
}
