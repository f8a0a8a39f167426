package squall.sql;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import squall.spi.Database;

/** One database over JDBC: knows its dialect, opens connections to its endpoints. Safe for use by many threads. */
public final class SqlDatabase {
    private SqlDatabase() {}

    /**
     * Connects once, asks the server what it is and picks the dialect.
     *
     * @throws IOException if no endpoint answers within its limit; the message says which and why, without secrets
     */
    public static SqlDatabase connect(SqlSettings settings) throws IOException, InterruptedException {
        throw new IOException(settings.toString());
    }

    public Dialect dialect() {
        throw new UnsupportedOperationException();
    }

    /** Product, version and effective settings, asked from the server anew. */
    public Database describe() throws IOException {
        throw new IOException();
    }

    /** A plain connection for administration: schema, counts, checks. The caller closes it. */
    public Connection open() throws SQLException, InterruptedException {
        throw new SQLException();
    }

    /** @param number spreads sessions over the endpoints */
    public <S extends AutoCloseable> SqlSession<S> session(int number, SqlSession.Preparation<S> preparation) {
        throw new UnsupportedOperationException();
    }
}
