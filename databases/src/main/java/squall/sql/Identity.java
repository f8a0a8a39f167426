package squall.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;

/**
 * What a server says it is, whatever the driver's name suggests.
 *
 * @param version as the server prints it
 * @param copies whether COPY can be sent: the server has it, and the driver is PostgreSQL's
 */
record Identity(Dialect dialect, String product, String version, boolean copies) {
    static Identity of(Connection connection) throws SQLException {
        String version = version(connection);
        Dialect dialect = Dialect.of(version);
        if (dialect == Dialect.GENERIC) {
            DatabaseMetaData server = connection.getMetaData();
            return new Identity(dialect, server.getDatabaseProductName(), server.getDatabaseProductVersion(), false);
        }
        return new Identity(dialect, dialect.product(), version, connection.isWrapperFor(PGConnection.class));
    }

    private static String version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT version()")) {
            String version = rows.next() ? rows.getString(1) : null;
            return version == null ? "" : version;
        } catch (SQLException e) {
            if (SqlErrors.code(e).startsWith("08") || connection.isClosed()) {
                throw e;
            }
            // A server without that function is none of those whose dialects are known.
            return "";
        }
    }
}
