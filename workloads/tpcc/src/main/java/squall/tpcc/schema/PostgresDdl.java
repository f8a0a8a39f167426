package squall.tpcc.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.tpcc.schema.TpccDdl.Addition;

/** The tables on one server compatible with PostgreSQL, and on unknown servers. */
final class PostgresDdl {
    /** The two indexes that transactions search in: by last name, and for a customer's newest order. */
    static final List<Addition> INDEXES = List.of(
            new Addition(
                    TpccTable.CUSTOMER,
                    "idx_customer_name",
                    "CREATE INDEX idx_customer_name ON customer (c_w_id, c_d_id, c_last, c_first)"),
            new Addition(
                    TpccTable.OORDER,
                    "idx_order",
                    "CREATE UNIQUE INDEX idx_order ON oorder (o_w_id, o_d_id, o_c_id, o_id)"));

    private PostgresDdl() {}

    static TpccDdl of(String product, SchemaSettings settings) {
        List<String> tables = switch (settings.placement()) {
            case WarehousePlacement.ByServer unused -> plain();
            case WarehousePlacement.Partitions(int count, List<String> zones)
            when zones.isEmpty() -> partitioned(WarehouseCuts.of(settings.warehouses(), count));
            case WarehousePlacement.Partitions unused -> throw refused(product, "partitions led by zones");
            case WarehousePlacement.Pieces unused -> throw refused(product, "tables in pieces");
            case WarehousePlacement.Regions unused -> throw refused(product, "partitions by region");
        };
        Stream<Addition> foreignKeys =
                settings.foreignKeys() ? TpccDdl.foreignKeys(TpccDdl.Checked.NOW) : Stream.<Addition>empty();
        // An index built over rows that are there is sorted once; kept up row by row it costs more than the row.
        return new TpccDdl(tables, Stream.concat(INDEXES.stream(), foreignKeys).toList());
    }

    private static List<String> plain() {
        return Stream.of(TpccTable.values()).map(PostgresDdl::table).toList();
    }

    private static List<String> partitioned(WarehouseCuts cuts) {
        List<String> statements = new ArrayList<>();
        for (TpccTable table : TpccTable.values()) {
            if (table.perWarehouse()) {
                statements.add(table(table) + " PARTITION BY RANGE (" + table.homeColumn() + ")");
                partitions(table, cuts, statements);
            } else {
                statements.add(table(table));
            }
        }
        return statements;
    }

    /** One statement a partition: {@code warehouse_p1} holds the first warehouses. */
    static void partitions(TpccTable table, WarehouseCuts cuts, List<String> statements) {
        for (int part = 0; part < cuts.parts(); part++) {
            statements.add("CREATE TABLE " + table.sql() + "_p" + (part + 1) + " PARTITION OF " + table.sql()
                    + " FOR VALUES FROM (" + cuts.from(part) + ") TO (" + cuts.to(part) + ")");
        }
    }

    private static String table(TpccTable table) {
        return create(table, String.join(", ", table.key()));
    }

    /** @param key the columns of the primary key; empty: it has none */
    static String create(TpccTable table, String key) {
        List<String> parts = new ArrayList<>();
        table.columns().forEach(column -> parts.add(column.sql()));
        if (!key.isEmpty()) {
            parts.add("PRIMARY KEY (" + key + ")");
        }
        return "CREATE TABLE " + table.sql() + " (" + String.join(", ", parts) + ")";
    }

    static IllegalArgumentException refused(String product, String placement) {
        return new IllegalArgumentException("dialect " + product + " does not support " + placement
                + "; omit it, or give your own script that creates the tables");
    }
}
