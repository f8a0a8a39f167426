package squall.tpcc.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.tpcc.schema.Ddl.Addition;

/** The tables on one server that speaks PostgreSQL's language, and on servers nobody knows. */
final class PostgresDdl {
    /** The two indexes that transactions search in: by last name, and for a customer's newest order. */
    private static final List<Addition> INDEXES = List.of(
            new Addition(
                    Table.CUSTOMER,
                    "idx_customer_name",
                    "CREATE INDEX idx_customer_name ON customer (c_w_id, c_d_id, c_last, c_first)"),
            new Addition(
                    Table.OORDER,
                    "idx_order",
                    "CREATE UNIQUE INDEX idx_order ON oorder (o_w_id, o_d_id, o_c_id, o_id)"));

    private PostgresDdl() {}

    static Ddl of(String product, SchemaSettings settings) {
        List<String> tables =
                switch (settings.placement()) {
                    case Placement.ByServer unused -> plain();
                    case Placement.Partitions(int count, List<String> zones) when zones.isEmpty() ->
                        partitioned(Cuts.of(settings.warehouses(), count));
                    case Placement.Partitions unused -> throw refused(product, "partitions led by zones");
                    case Placement.Pieces unused -> throw refused(product, "tables in pieces");
                    case Placement.Regions unused -> throw refused(product, "partitions by region");
                };
        Stream<Addition> foreignKeys =
                settings.foreignKeys() ? Ddl.foreignKeys(Ddl.Checked.NOW) : Stream.<Addition>empty();
        // An index built over rows that are there is sorted once; kept up row by row it costs more than the row.
        return new Ddl(tables, Stream.concat(INDEXES.stream(), foreignKeys).toList());
    }

    private static List<String> plain() {
        return Stream.of(Table.values()).map(PostgresDdl::table).toList();
    }

    private static List<String> partitioned(Cuts cuts) {
        List<String> statements = new ArrayList<>();
        for (Table table : Table.values()) {
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
    static void partitions(Table table, Cuts cuts, List<String> statements) {
        for (int part = 0; part < cuts.parts(); part++) {
            statements.add("CREATE TABLE " + table.sql() + "_p" + (part + 1) + " PARTITION OF " + table.sql()
                    + " FOR VALUES FROM (" + cuts.from(part) + ") TO (" + cuts.to(part) + ")");
        }
    }

    private static String table(Table table) {
        return create(table, String.join(", ", table.key()));
    }

    /** @param key what stands in the brackets of the primary key; empty: it has none */
    static String create(Table table, String key) {
        List<String> parts = new ArrayList<>();
        table.columns().forEach(column -> parts.add(column.sql()));
        if (!key.isEmpty()) {
            parts.add("PRIMARY KEY (" + key + ")");
        }
        return "CREATE TABLE " + table.sql() + " (" + String.join(", ", parts) + ")";
    }

    static IllegalArgumentException refused(String product, String placement) {
        return new IllegalArgumentException("dialect " + product + " cannot be told to make " + placement
                + "; leave that out, or give a script of your own that makes the tables");
    }
}
