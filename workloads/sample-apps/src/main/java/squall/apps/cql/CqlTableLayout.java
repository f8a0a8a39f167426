package squall.apps.cql;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;
import squall.cql.CqlDialect;

/** The columns of a table and the statements that follow from them. @param table as it stands in statements */
public record CqlTableLayout(
        String table, List<CqlAppColumn> partition, List<CqlAppColumn> clustering, List<CqlAppColumn> values) {
    /** @param options what the statement ends with */
    String create(String options) {
        String columns =
                all().map(column -> column.name() + " " + column.type()).collect(Collectors.joining(", "));
        String rest = clustering.stream().map(column -> ", " + column.name()).collect(Collectors.joining());
        return "CREATE TABLE IF NOT EXISTS " + table + " (" + columns + ", PRIMARY KEY ((" + names(partition) + ")"
                + rest + "))" + options;
    }

    String insert() {
        String markers = all().map(column -> "?").collect(Collectors.joining(", "));
        return "INSERT INTO " + table + " (" + names(all().toList()) + ") VALUES (" + markers + ")";
    }

    /** Every column of every row. */
    CqlAppStatements.Scan scan() {
        return new CqlAppStatements.Scan(names(all().toList()), table, names(partition));
    }

    String select() {
        return "SELECT " + names(all().toList()) + " FROM " + table;
    }

    /** One row by its whole primary key. */
    String selectOne() {
        return select()
                + primary().map(column -> column.name() + " = ?").collect(Collectors.joining(" AND ", " WHERE ", ""));
    }

    Stream<CqlAppColumn> primary() {
        return Stream.of(partition, clustering).flatMap(List::stream);
    }

    Stream<CqlAppColumn> all() {
        return Stream.concat(primary(), values.stream());
    }

    private static String names(Collection<CqlAppColumn> columns) {
        return columns.stream().map(CqlAppColumn::name).collect(Collectors.joining(", "));
    }

    /** A column of a table. @param type in CQL @param cell what stands in it */
    record CqlAppColumn(String name, String type, Cell cell) {
        /** What a version of a key has in a column, as the driver takes it and gives it back. */
        interface Cell {
            Object of(long key, int version);
        }
    }

    /** How values are indexed. */
    public static final class CqlValueIndex {
        /** YugabyteDB's property of an index that is written outside transactions; the table then needs none either. */
        private static final String APART =
                " WITH transactions = {'enabled': false, 'consistency_level': 'user_enforced'}";

        private CqlValueIndex() {}

        /** On Cassandra storage-attached, on YCQL a table of its own. @param apart whether YCQL writes it outside transactions */
        public static String ddl(CqlAppContext setting, String suffix, String column, boolean apart) {
            String index =
                    "INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " (" + column + ")";
            if (setting.dialect() == CqlDialect.CASSANDRA) {
                return "CREATE " + index + " USING 'sai'";
            }
            return "CREATE " + index + (apart ? APART : "");
        }

        /** Only YCQL has these. */
        static String unique(CqlAppContext setting, String suffix, String column) {
            return "CREATE UNIQUE INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " ("
                    + column + ")";
        }
    }
}
