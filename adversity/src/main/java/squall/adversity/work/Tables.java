package squall.adversity.work;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Which table and column work is done on, where the scenario names none: the largest, and the last of its columns that an index takes. */
final class Tables {
    /** Squall's own tables are no part of the load. */
    private static final String LARGEST = """
            SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                AND n.nspname NOT LIKE 'pg\\_toast%' AND c.relname NOT LIKE 'squall\\_%'
            ORDER BY pg_total_relation_size(c.oid) DESC, 1""";

    private static final String COLUMN = """
            SELECT quote_ident(a.attname) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped
                AND t.typname IN ('int2', 'int4', 'int8', 'numeric', 'timestamp', 'timestamptz', 'date', 'varchar', 'bpchar', 'text', 'uuid')
            ORDER BY a.attnum DESC""";

    private Tables() {}

    static List<String> all(Connection connection) throws SQLException {
        return SqlWork.texts(connection, LARGEST);
    }

    /** @throws SQLException if there is none */
    static String largest(Connection connection) throws SQLException {
        List<String> all = all(connection);
        if (all.isEmpty()) {
            throw new SQLException("there is no table to work on");
        }
        return all.getFirst();
    }

    /** @throws SQLException if there is no such table, or it has none that an index takes */
    static String column(Connection connection, String table) throws SQLException {
        String column = SqlWork.text(connection, COLUMN, table);
        if (column.isEmpty()) {
            throw new SQLException("table " + table + " has no column that an index takes");
        }
        return column;
    }
}
