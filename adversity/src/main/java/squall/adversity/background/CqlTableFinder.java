package squall.adversity.background;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.cql.CqlDatabase;

/**
 * Search for the table and the column of work over CQL, if the scenario names none: the largest table, and its last column that can be
 * indexed.
 */
record CqlTableFinder(CqlDatabase database) {
    /** Prefix of Squall's own tables, which are no part of the load. */
    private static final String OWN = "squall_";

    /** Types that can be indexed, each with a value to query such a column. */
    private static final Map<DataType, String> VALUES = Map.of(
            DataTypes.INT, "0",
            DataTypes.BIGINT, "0",
            DataTypes.DOUBLE, "0",
            DataTypes.TEXT, "''",
            DataTypes.TIMESTAMP, "0",
            DataTypes.UUID, "00000000-0000-0000-0000-000000000000",
            DataTypes.BLOB, "0x00");

    /** Lists all user tables, as {@code keyspace.table}. */
    List<String> all() {
        return database.metadata().getKeyspaces().values().stream()
                .filter(keyspace -> !keyspace.getName().asInternal().startsWith("system")
                        && !keyspace.getName().asInternal().startsWith(OWN))
                .flatMap(keyspace -> keyspace.getTables().values().stream())
                .map(CqlTableFinder::name)
                .sorted()
                .toList();
    }

    /** Returns the largest table by the estimates of the node that is asked. @throws IOException if there is none */
    String largest() throws IOException, InterruptedException {
        Map<String, Long> bytes = new HashMap<>();
        for (Row row : database.administer(
                "reading table sizes",
                "SELECT keyspace_name, table_name, mean_partition_size, partitions_count FROM system.size_estimates")) {
            bytes.merge(row.getString(0) + "." + row.getString(1), row.getLong(2) * row.getLong(3), Long::sum);
        }
        return all().stream()
                .max(Comparator.comparing((String table) -> bytes.getOrDefault(table.replace("\"", ""), 0L))
                        .thenComparing(Comparator.reverseOrder()))
                .orElseThrow(() -> new IOException("there is no table to work on"));
    }

    /** @throws IOException if there is no such table, or it has no column that can be indexed */
    String column(String table) throws IOException {
        List<ColumnMetadata> columns = new ArrayList<>(table(table).getColumns().values());
        columns.removeAll(table(table).getPrimaryKey());
        return columns.reversed().stream()
                .filter(column -> VALUES.containsKey(column.getType()))
                .map(column -> column.getName().asCql(true))
                .findFirst()
                .orElseThrow(() -> new IOException("table " + table + " has no column that can be indexed"));
    }

    /** Returns the kind of index for the column: storage-attached, but the older one for blobs. */
    String indexKind(String table, String column) throws IOException {
        boolean blob = table(table).getColumn(column).stream()
                .anyMatch(found -> found.getType().equals(DataTypes.BLOB));
        return blob ? "legacy_local_table" : "sai";
    }

    /** Returns a value that the column could have. @throws IOException if there is no such column, or it cannot be indexed */
    String value(String table, String column) throws IOException {
        return table(table)
                .getColumn(column)
                .map(found -> VALUES.get(found.getType()))
                .orElseThrow(() -> new IOException(
                        "table " + table + " has no column " + column + " of a supported type: " + VALUES.keySet()));
    }

    /** @throws IOException if there is none of this name */
    TableMetadata table(String table) throws IOException {
        int dot = Math.max(0, table.indexOf('.'));
        return Optional.of(table.substring(0, dot))
                .filter(keyspace -> !keyspace.isEmpty())
                .flatMap(keyspace -> database.metadata().getKeyspace(keyspace))
                .flatMap(keyspace -> keyspace.getTable(table.substring(dot + 1)))
                .orElseThrow(() -> new IOException(
                        "there is no table '" + table + "', there are " + all() + "; write it as keyspace.table"));
    }

    private static String name(TableMetadata table) {
        return table.getKeyspace().asCql(true) + "." + table.getName().asCql(true);
    }
}
