package squall.bench.dials;

import java.sql.Connection;
import java.sql.DatabaseMetaData;

/** Stands behind {@link DatabaseMetaData}. */
final class DialsMetaData {
    private static final Face<DatabaseMetaData> FACE = new Face<>(DatabaseMetaData.class, DialsMetaData.class);

    private final DialsConnection connection;

    private DialsMetaData(DialsConnection connection) {
        this.connection = connection;
    }

    static DatabaseMetaData of(DialsConnection connection) {
        return FACE.of(new DialsMetaData(connection));
    }

    public Connection getConnection() {
        return connection.face();
    }

    public String getDatabaseProductName() {
        return "Dials";
    }

    public String getDatabaseProductVersion() {
        return connection.server().dials().version();
    }

    public String getDriverName() {
        return "Dials";
    }

    public String getIdentifierQuoteString() {
        return "\"";
    }
}
