package squall.ycsb.jdbc;

import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.sql.Dialect;
import squall.ycsb.store.Columns;

/** The statements of the jdbc binding, as text; names are quoted where the DDL quotes them. Pure. */
final class SqlText {
    /** The key's column in every YCSB table behind JDBC. */
    static final String KEY_COLUMN = "YCSB_KEY";

    private static final String WHERE_KEY = " WHERE " + KEY_COLUMN + " = ?";

    private final Dialect dialect;
    private final String table;

    SqlText(Dialect dialect, String table) {
        this.dialect = dialect;
        this.table = dialect.identifier(table);
    }

    String read(Columns columns) {
        return "SELECT " + list(columns) + " FROM " + table + WHERE_KEY;
    }

    String scan(Columns columns) {
        return "SELECT " + KEY_COLUMN + "," + list(columns) + " FROM " + table + " WHERE " + KEY_COLUMN
                + " >= ? ORDER BY " + KEY_COLUMN + dialect.limit("?");
    }

    String update(Columns columns) {
        return "UPDATE " + table + " SET "
                + names(columns).map(name -> name + "=?").collect(Collectors.joining(", ")) + WHERE_KEY;
    }

    String insert(Columns columns) {
        return "INSERT INTO " + table + " (" + KEY_COLUMN + "," + list(columns) + ") VALUES(?"
                + ",?".repeat(columns.size()) + ")";
    }

    String delete() {
        return "DELETE FROM " + table + WHERE_KEY;
    }

    String present(int keys) {
        return "SELECT " + KEY_COLUMN + " FROM " + table + " WHERE " + KEY_COLUMN + " IN ("
                + String.join(",", Collections.nCopies(keys, "?")) + ")";
    }

    private String list(Columns columns) {
        return names(columns).collect(Collectors.joining(","));
    }

    private Stream<String> names(Columns columns) {
        return columns.names().stream().map(dialect::identifier);
    }
}
