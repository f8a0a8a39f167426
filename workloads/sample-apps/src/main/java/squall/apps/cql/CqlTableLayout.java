package squall.apps.cql;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.apps.CqlAppContext;
import squall.apps.CqlAppStatements;

/** Layout of a table: its columns and the statements that follow from them. @param table as it stands in statements */
public record CqlTableLayout(
        String table, List<CqlAppColumn> partition, List<CqlAppColumn> clustering, List<CqlAppColumn> values) {
    /** @param options clause at the end of the statement */
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

    /** Returns the scan of every column of every row. */
    CqlAppStatements.Scan scan() {
        return new CqlAppStatements.Scan(names(all().toList()), table, names(partition));
    }

    String select() {
        return "SELECT " + names(all().toList()) + " FROM " + table;
    }

    /** Returns the statement that reads one row by its whole primary key. */
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

    /** Column of a table. @param type in CQL @param cell the source of its values */
    record CqlAppColumn(String name, String type, Cell cell) {
        /** Source of the value that a version of a key has in a column, as the driver takes and returns it. */
        interface Cell {
            Object of(long key, int version);
        }
    }

    /** Statements that make indexes over values. */
    public static final class CqlValueIndex {
        /** Clause of YugabyteDB for an index that is written outside transactions, so that its table needs none either. */
        private static final String APART =
                " WITH transactions = {'enabled': false, 'consistency_level': 'user_enforced'}";

        private CqlValueIndex() {}

        /**
         * Returns the statement that makes an index: on Cassandra a storage-attached one, on YCQL a table of its own.
         *
         * @param apart whether YCQL writes it outside transactions
         */
        public static String ddl(CqlAppContext setting, String suffix, String column, boolean apart) {
            String index =
                    "INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " (" + column + ")";
            if (setting.dialect().cassandra()) {
                return "CREATE " + index + " USING 'sai'";
            }
            return "CREATE " + index + (apart ? APART : "");
        }

        /** Returns the statement that makes a unique index, which only YCQL has. */
        static String unique(CqlAppContext setting, String suffix, String column) {
            return "CREATE UNIQUE INDEX IF NOT EXISTS " + setting.index(suffix) + " ON " + setting.name() + " ("
                    + column + ")";
        }
    }
}
