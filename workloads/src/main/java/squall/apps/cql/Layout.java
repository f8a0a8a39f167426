package squall.apps.cql;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.apps.CqlStatements;

/** The columns of a table and the statements that follow from them. @param table as it stands in statements */
record Layout(String table, List<Column> partition, List<Column> clustering, List<Column> values) {
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
    CqlStatements.Scan scan() {
        return new CqlStatements.Scan(names(all().toList()), table, names(partition));
    }

    String select() {
        return "SELECT " + names(all().toList()) + " FROM " + table;
    }

    /** One row by its whole primary key. */
    String selectOne() {
        return select()
                + primary().map(column -> column.name() + " = ?").collect(Collectors.joining(" AND ", " WHERE ", ""));
    }

    Stream<Column> primary() {
        return Stream.of(partition, clustering).flatMap(List::stream);
    }

    Stream<Column> all() {
        return Stream.concat(primary(), values.stream());
    }

    private static String names(Collection<Column> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }
}
