package squall.adversity.background;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import squall.sql.Dialects;
import squall.sql.SqlDialect;

/** Search for the table and the column of work, if the scenario names none: the largest table, and its last column that can be indexed. */
final class SqlTableFinder {
    /**
     * Query without Squall's own tables, which are no part of the load. A partition belongs to its table: no column can be added to it
     * alone.
     */
    private static final String LARGEST = """
            SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                AND n.nspname NOT LIKE 'pg\\_toast%' AND c.relname NOT LIKE 'squall\\_%'
            ORDER BY (WITH RECURSIVE part (oid) AS (SELECT c.oid UNION ALL SELECT i.inhrelid FROM pg_inherits i JOIN part p ON i.inhparent = p.oid)
                SELECT sum(pg_total_relation_size(part.oid)) FROM part) DESC NULLS LAST, 1""";

    /** Query with partitions: PostgreSQL builds an index concurrently on a partition, but not on a table that has some. */
    private static final String LARGEST_PART = """
            SELECT c.oid::regclass::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                AND n.nspname NOT LIKE 'pg\\_toast%' AND c.relname NOT LIKE 'squall\\_%'
            ORDER BY pg_total_relation_size(c.oid) DESC NULLS LAST, 1""";

    /** Query for CockroachDB 25.2, which has no pg_total_relation_size. Small tables share a range, and count as large as it. */
    private static final String LARGEST_BY_RANGES = """
            SELECT quote_ident(schema_name) || '.' || quote_ident(table_name)
            FROM [SHOW RANGES FROM CURRENT_CATALOG WITH TABLES, DETAILS]
            WHERE table_name NOT LIKE 'squall\\_%' GROUP BY schema_name, table_name
            ORDER BY sum(range_size) DESC, 1""";

    private static final String COLUMN = """
            SELECT quote_ident(a.attname) FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
            WHERE a.attrelid = ?::regclass AND a.attnum > 0 AND NOT a.attisdropped
                AND t.typname IN ('int2', 'int4', 'int8', 'numeric', 'timestamp', 'timestamptz', 'date', 'varchar', 'bpchar', 'text', 'uuid')
            """;

    private static final String LAST_FIRST = "ORDER BY a.attnum DESC";

    /** Condition that excludes hidden columns, such as the key of a CockroachDB table that was created without one. */
    private static final String VISIBLE = "AND NOT a.attishidden ";

    private SqlTableFinder() {}

    static List<String> all(Connection connection, SqlDialect dialect) throws SQLException {
        return SqlBackgroundWork.texts(connection, dialect.equals(Dialects.COCKROACHDB) ? LARGEST_BY_RANGES : LARGEST);
    }

    /** @throws SQLException if there is none */
    static String largest(Connection connection, SqlDialect dialect) throws SQLException {
        return first(all(connection, dialect));
    }

    /** Returns the largest table on which an index can be built while writes continue. @throws SQLException if there is none */
    static String largestToIndex(Connection connection, SqlDialect dialect) throws SQLException {
        return dialect.equals(Dialects.POSTGRES)
                ? first(SqlBackgroundWork.texts(connection, LARGEST_PART))
                : largest(connection, dialect);
    }

    private static String first(List<String> all) throws SQLException {
        if (all.isEmpty()) {
            throw new SQLException("there is no table to work on");
        }
        return all.getFirst();
    }

    /** @throws SQLException if there is no such table, or it has no column that can be indexed */
    static String column(Connection connection, SqlDialect dialect, String table) throws SQLException {
        String visible = dialect.equals(Dialects.COCKROACHDB) ? VISIBLE : "";
        String column = SqlBackgroundWork.text(connection, COLUMN + visible + LAST_FIRST, table);
        if (column.isEmpty()) {
            throw new SQLException("table " + table + " has no column that can be indexed");
        }
        return column;
    }
}
