package squall.tpcc.loading;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import squall.sql.PlainSql;
import squall.sql.SqlDatabase;
import squall.sql.SqlDialect;
import squall.tpcc.schema.TpccTable;

/** Size of the tables, as the server reports it. @param tables in the order of {@link TpccTable} */
public record DataSize(List<TableSize> tables) {
    /**
     * Size of one table.
     *
     * @param rows number of rows, counted
     * @param bytes size with indexes, as the server accounts for it; empty if the server does not report it
     */
    public record TableSize(TpccTable table, long rows, OptionalLong bytes) {}

    public DataSize {
        tables = List.copyOf(tables);
    }

    /** Reads the sizes; reads every table once to count its rows. */
    public static DataSize of(SqlDatabase database) throws IOException, InterruptedException {
        return database.administer("reading the sizes of the tables", connection -> {
            List<TableSize> sizes = new ArrayList<>();
            for (TpccTable table : TpccTable.values()) {
                sizes.add(new TableSize(
                        table,
                        number(connection, "SELECT count(*) FROM " + table.sql())
                                .orElseThrow(),
                        bytes(connection, database.dialect(), table)));
            }
            return new DataSize(sizes);
        });
    }

    public long rows() {
        return tables.stream().mapToLong(TableSize::rows).sum();
    }

    /** Returns the size of all tables; empty if the server does not report that of each. */
    public OptionalLong bytes() {
        if (tables.stream().anyMatch(table -> table.bytes().isEmpty())) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(
                tables.stream().mapToLong(table -> table.bytes().orElseThrow()).sum());
    }

    private static OptionalLong bytes(Connection connection, SqlDialect dialect, TpccTable table) throws SQLException {
        String name = table.sql();
        return switch (dialect.language()) {
            // A partitioned table has no rows of its own, and an ordinary one is no tree.
            case POSTGRESQL ->
                toldNumber(
                        connection,
                        "SELECT coalesce((SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('" + name
                                + "')), pg_total_relation_size('" + name + "'))");
            // Tablets of the table itself: indexes are tables of their own, and not in it.
            case YUGABYTEDB -> toldNumber(connection, "SELECT pg_table_size('" + name + "')");
            case COCKROACHDB ->
                toldNumber(
                        connection, "SELECT sum(range_size) FROM [SHOW RANGES FROM TABLE " + name + " WITH DETAILS]");
            case MYSQL ->
                toldNumber(
                        connection,
                        "SELECT data_length + index_length FROM information_schema.tables WHERE table_schema = database() AND table_name = '"
                                + name + "'");
            case STANDARD -> OptionalLong.empty();
        };
    }

    /** Returns the number; empty if this version of the server does not support the query, or the user may not run it. */
    private static OptionalLong toldNumber(Connection connection, String query) throws SQLException {
        try {
            return number(connection, query);
        } catch (SQLException e) {
            if (connection.isClosed()) {
                throw e;
            }
            return OptionalLong.empty();
        }
    }

    private static OptionalLong number(Connection connection, String query) throws SQLException {
        return PlainSql.row(connection, query, row -> {
            long number = row.getLong(1);
            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(number);
        });
    }
}
