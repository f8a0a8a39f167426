package squall.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import squall.sql.Dialect.Language;
import squall.sql.Dialect.Server;

/**
 * What a server says it is, whatever the driver's name suggests.
 *
 * @param version as the server prints it
 * @param copies whether COPY can be sent: the server has it, and the driver is PostgreSQL's
 * @param transactions whether several statements can be committed or rolled back together, as the driver says
 */
record Identity(Dialect dialect, String product, String version, boolean copies, boolean transactions) {
    /** @throws IllegalArgumentException as {@link Dialects#of} */
    static Identity of(Connection connection) throws SQLException {
        DatabaseMetaData driver = connection.getMetaData();
        Server server =
                new Server(driver.getDatabaseProductName(), driver.getDatabaseProductVersion(), version(connection));
        Dialect dialect = Dialects.of(server);
        // The driver calls all that speak PostgreSQL's protocol PostgreSQL.
        boolean generic = dialect.language() == Language.STANDARD;
        return new Identity(
                dialect,
                dialect.equals(Dialects.GENERIC) ? server.product() : dialect.product(),
                generic ? server.version() : server.answer(),
                !generic && connection.isWrapperFor(PGConnection.class),
                driver.supportsTransactions());
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
