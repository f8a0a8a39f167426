package squall.ycsb.cql;

import java.util.stream.Collectors;
import squall.cql.CqlTable;
import squall.ycsb.store.Columns;

/**
 * The statements of the ycql binding, as text; those of upstream's Cassandra binding, with columns named. Pure.
 *
 * @param lightweight whether writes are conditional
 */
record CqlText(CqlTable table, boolean lightweight) {
    /** The key's column in every YCSB table behind CQL. */
    static final String KEY_COLUMN = "y_id";

    private static final String WHERE_KEY = " WHERE " + KEY_COLUMN + " = ?";

    String read(Columns columns) {
        return "SELECT " + list(columns) + " FROM " + table.identifier() + WHERE_KEY;
    }

    /** In the order of tokens: there is no other on a hashed key. */
    String scan(Columns columns) {
        return "SELECT " + KEY_COLUMN + "," + list(columns) + " FROM " + table.identifier() + " WHERE token("
                + KEY_COLUMN + ") >= token(?) LIMIT ?";
    }

    String update(Columns columns) {
        return "UPDATE " + table.identifier() + " SET "
                + columns.names().stream()
                        .map(name -> table.column(name) + "=?")
                        .collect(Collectors.joining(", "))
                + WHERE_KEY + (lightweight ? " IF EXISTS" : "");
    }

    /** Writes one column on condition of what stands there; that is answered where it is something else. */
    String replace(Columns one) {
        String column = table.column(one.name(0));
        return "UPDATE " + table.identifier() + " SET " + column + " = ?" + WHERE_KEY + " IF " + column + " = ?";
    }

    String insert(Columns columns) {
        return "INSERT INTO " + table.identifier() + " (" + KEY_COLUMN + "," + list(columns) + ") VALUES (?"
                + ",?".repeat(columns.size()) + ")" + (lightweight ? " IF NOT EXISTS" : "");
    }

    String delete() {
        return "DELETE FROM " + table.identifier() + WHERE_KEY + (lightweight ? " IF EXISTS" : "");
    }

    /** One key at a time: an IN over many partitions would make one node ask all the others. */
    String present() {
        return "SELECT " + KEY_COLUMN + " FROM " + table.identifier() + WHERE_KEY;
    }

    private String list(Columns columns) {
        return columns.names().stream().map(table::column).collect(Collectors.joining(","));
    }
}
