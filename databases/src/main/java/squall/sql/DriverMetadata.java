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
        int dot = name.lastIndexOf('.');
        String table = name.substring(dot + 1);
        List<String> places =
                dot < 0 ? current(connection) : List.of(name.substring(0, dot).split("\\.", -1));
        for (String spelled : spellings(table)) {
            try (ResultSet found = connection.getMetaData().getTables(null, null, spelled, null)) {
                while (found.next()) {
                    boolean same = table.equalsIgnoreCase(found.getString("TABLE_NAME"));
                    if (same && liesIn(places, found.getString("TABLE_CAT"), found.getString("TABLE_SCHEM"))) {
                        return true;
                    }
                }
            }
        }
        return false;
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
