package squall.sql;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Facts from the JDBC driver of a database for which there is no dialect. */
final class DriverMetadata {
    private static final String TEXT = "TEXT";

    private DriverMetadata() {}

    /**
     * Returns whether the database has a table or view of this name: in the schema or catalogue that a qualified name begins with, else in
     * the current ones.
     */
    static boolean lists(Connection connection, String name) throws SQLException {
        TablePlace place = TablePlace.of(connection, name);
        for (String spelled : place.spellings()) {
            try (ResultSet found = connection.getMetaData().getTables(null, null, spelled, null)) {
                while (found.next()) {
                    if (place.has(found)) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    /**
     * Lists the columns of a table, in lower case, without which no row can be inserted: they are NOT NULL, and neither a default nor the
     * database provides a value. The table is looked for as by {@link #lists}.
     */
    static Set<String> mandatoryColumns(Connection connection, String name) throws SQLException {
        TablePlace place = TablePlace.of(connection, name);
        Set<String> mandatory = new LinkedHashSet<>();
        for (String spelled : place.spellings()) {
            try (ResultSet found = connection.getMetaData().getColumns(null, null, spelled, null)) {
                while (found.next()) {
                    if (place.has(found) && mandatory(found)) {
                        mandatory.add(found.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                    }
                }
            }
        }
        return mandatory;
    }

    private static boolean mandatory(ResultSet column) throws SQLException {
        return column.getInt("NULLABLE") == DatabaseMetaData.columnNoNulls
                && column.getString("COLUMN_DEF") == null
                && !"YES".equals(column.getString("IS_AUTOINCREMENT"))
                && !"YES".equals(column.getString("IS_GENERATEDCOLUMN"));
    }

    /** Place of a table in the driver's lists. @param schemas each its schema or catalogue; none: any */
    private record TablePlace(String table, List<String> schemas) {
        static TablePlace of(Connection connection, String name) throws SQLException {
            int dot = name.lastIndexOf('.');
            return new TablePlace(
                    name.substring(dot + 1),
                    dot < 0
                            ? current(connection)
                            : List.of(name.substring(0, dot).split("\\.", -1)));
        }

        Set<String> spellings() {
            return DriverMetadata.spellings(table);
        }

        /** Returns whether a row of a list is of this table: the names that a driver looks for are patterns. */
        boolean has(ResultSet row) throws SQLException {
            return table.equalsIgnoreCase(row.getString("TABLE_NAME"))
                    && liesIn(schemas, row.getString("TABLE_CAT"), row.getString("TABLE_SCHEM"));
        }
    }

    /**
     * Returns the possible spellings: an unquoted name is stored in upper case by most databases, in lower case by some, as written by
     * others.
     */
    private static Set<String> spellings(String name) {
        return new LinkedHashSet<>(List.of(name, name.toUpperCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)));
    }

    private static List<String> current(Connection connection) throws SQLException {
        @Nullable String schema = connection.getSchema();
        return schema == null || schema.isEmpty() ? List.of() : List.of(schema);
    }

    private static boolean liesIn(List<String> places, @Nullable String catalogue, @Nullable String schema) {
        return places.stream().allMatch(place -> place.equalsIgnoreCase(schema) || place.equalsIgnoreCase(catalogue));
    }

    /**
     * Returns the type for a text of any length: TEXT where the database has it, else the standard's CLOB, else the driver's longest
     * VARCHAR.
     */
    static String textType(DatabaseMetaData driver) throws SQLException {
        Map<Integer, String> byCode = new HashMap<>();
        try (ResultSet types = driver.getTypeInfo()) {
            while (types.next()) {
                String name = types.getString("TYPE_NAME");
                if (name.equalsIgnoreCase(TEXT)) {
                    return TEXT;
                }
                int code = types.getInt("DATA_TYPE");
                byCode.putIfAbsent(code, code == Types.VARCHAR ? name + "(" + types.getLong("PRECISION") + ")" : name);
            }
        } catch (SQLFeatureNotSupportedException e) {
            return TEXT; // the driver lists no types: the database's own refusal will name a wrong one
        }
        for (int code : new int[] {Types.CLOB, Types.LONGVARCHAR, Types.VARCHAR}) {
            if (byCode.containsKey(code)) {
                return byCode.get(code);
            }
        }
        return TEXT;
    }
}
