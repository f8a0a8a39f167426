package squall.tpcc.schema;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import squall.tpcc.schema.Ddl.Addition;

/** Looks up what a database has already. */
final class Present {
    private static final Set<String> NO_SUCH_TABLE = Set.of("42P01", "42S02");

    private Present() {}

    /** Whether the table is there. @throws SQLException also if it is there but lacks a column */
    static boolean table(Connection connection, Table table) throws SQLException {
        try (var statement = connection.createStatement()) {
            return statement.execute("SELECT " + table.columnList() + " FROM " + table.sql() + " WHERE 1 = 0");
        } catch (SQLException e) {
            if (NO_SUCH_TABLE.contains(String.valueOf(e.getSQLState()))) {
                return false;
            }
            throw e;
        }
    }

    /** Whether the table has an index or a foreign key of this name. */
    static boolean addition(Connection connection, Addition addition) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String table = written(data, addition.table());
        String schema = connection.getSchema();
        try (ResultSet indexes = data.getIndexInfo(connection.getCatalog(), schema, table, false, true);
                ResultSet keys = data.getImportedKeys(connection.getCatalog(), schema, table)) {
            return names(indexes, "INDEX_NAME", addition.name()) || names(keys, "FK_NAME", addition.name());
        }
    }

    /** Whether the table refers to others, so that their rows must come first. */
    static boolean foreignKeys(Connection connection, Table table) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        try (ResultSet keys =
                data.getImportedKeys(connection.getCatalog(), connection.getSchema(), written(data, table))) {
            return keys.next();
        }
    }

    private static boolean names(ResultSet rows, String column, String name) throws SQLException {
        while (rows.next()) {
            if (name.equalsIgnoreCase(rows.getString(column))) {
                return true;
            }
        }
        return false;
    }

    private static String written(DatabaseMetaData data, Table table) throws SQLException {
        return data.storesUpperCaseIdentifiers() ? table.sql().toUpperCase(Locale.ROOT) : table.sql();
    }
}
