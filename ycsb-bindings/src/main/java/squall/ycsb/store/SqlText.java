package squall.ycsb.store;

import java.util.Collections;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.sql.Dialect;

/** The statements of the jdbc binding, as text; names are quoted where the DDL quotes them. Pure. */
final class SqlText {
    private static final String WHERE_KEY = " WHERE " + Schema.KEY_COLUMN + " = ?";

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
        return "SELECT " + Schema.KEY_COLUMN + "," + list(columns) + " FROM " + table + " WHERE " + Schema.KEY_COLUMN
                + " >= ? ORDER BY " + Schema.KEY_COLUMN + limit();
    }

    String update(Columns columns) {
        return "UPDATE " + table + " SET "
                + names(columns).map(name -> name + "=?").collect(Collectors.joining(", ")) + WHERE_KEY;
    }

    String insert(Columns columns) {
        return "INSERT INTO " + table + " (" + Schema.KEY_COLUMN + "," + list(columns) + ") VALUES(?"
                + ",?".repeat(columns.size()) + ")";
    }

    String delete() {
        return "DELETE FROM " + table + WHERE_KEY;
    }

    String present(int keys) {
        return "SELECT " + Schema.KEY_COLUMN + " FROM " + table + " WHERE " + Schema.KEY_COLUMN + " IN ("
                + String.join(",", Collections.nCopies(keys, "?")) + ")";
    }

    private String list(Columns columns) {
        return names(columns).collect(Collectors.joining(","));
    }

    private Stream<String> names(Columns columns) {
        return columns.names().stream().map(dialect::identifier);
    }

    private String limit() {
        return switch (dialect) {
            case POSTGRES, COCKROACHDB, YUGABYTEDB -> " LIMIT ?";
            case GENERIC -> " FETCH FIRST ? ROWS ONLY";
        };
    }
}
