package squall.tpcc.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.tpcc.schema.TpccDdl.Addition;

/** CockroachDB: keys as in BenchBase, newest orders first; ranges, partitions and regions by warehouse. */
final class CockroachDdl {
    private CockroachDdl() {}

    static TpccDdl of(SchemaSettings settings) {
        Stream<Addition> foreignKeys =
                settings.foreignKeys() ? TpccDdl.foreignKeys(TpccDdl.Checked.NOW) : Stream.<Addition>empty();
        return new TpccDdl(beforeData(settings), foreignKeys.toList());
    }

    private static List<String> beforeData(SchemaSettings settings) {
        List<String> statements = new ArrayList<>();
        int warehouses = settings.warehouses();
        switch (settings.placement()) {
            case WarehousePlacement.ByServer unused -> tables(statements);
            case WarehousePlacement.Pieces(int count) -> {
                tables(statements);
                split(WarehouseCuts.of(warehouses, count), statements);
            }
            case WarehousePlacement.Partitions(int count, List<String> zones) -> {
                tables(statements);
                partition(WarehouseCuts.of(warehouses, count), zones, statements);
            }
            case WarehousePlacement.Regions(List<String> names) ->
                regional(WarehouseCuts.of(warehouses, names.size()), names, statements);
        }
        return statements;
    }

    private static void tables(List<String> statements) {
        for (TpccTable table : TpccTable.values()) {
            statements.add(create(table, ""));
        }
    }

    private static void split(WarehouseCuts cuts, List<String> statements) {
        String values =
                cuts.firsts().stream().skip(1).map(first -> "(" + first + ")").collect(Collectors.joining(", "));
        warehouseTables().forEach(table -> statements.add("ALTER TABLE " + table.sql() + " SPLIT AT VALUES " + values));
    }

    private static void partition(WarehouseCuts cuts, List<String> zones, List<String> statements) {
        warehouseTables().forEach(table -> {
            statements.add("ALTER TABLE " + table.sql() + partitions(table, cuts));
            String index = index(table);
            if (!index.isEmpty()) {
                statements.add("ALTER INDEX " + table.sql() + "@" + index + partitions(table, cuts));
            }
            for (int part = 0; part < zones.size(); part++) {
                statements.add(ledBy(zones.get(part), "p" + (part + 1), table));
            }
        });
    }

    private static String partitions(TpccTable table, WarehouseCuts cuts) {
        return IntStream.range(0, cuts.parts())
                .mapToObj(part -> "PARTITION p" + (part + 1) + " VALUES FROM (" + cuts.from(part) + ") TO ("
                        + cuts.to(part) + ")")
                .collect(Collectors.joining(", ", " PARTITION BY RANGE (" + table.homeColumn() + ") (", ")"));
    }

    /** One replica in the zone, and the lease with it; the others survive the zone elsewhere. */
    private static String ledBy(String zone, String partition, TpccTable table) {
        return "ALTER PARTITION " + partition + " OF INDEX " + table.sql()
                + "@* CONFIGURE ZONE USING constraints = '{\"+zone=" + zone + "\": 1}', lease_preferences = '[[+zone="
                + zone + "]]'";
    }

    /** Wants a database that has these regions. */
    private static void regional(WarehouseCuts cuts, List<String> names, List<String> statements) {
        statements.add(create(TpccTable.ITEM, "") + " LOCALITY GLOBAL");
        warehouseTables()
                .forEach(table -> statements.add(
                        create(table, region(table, cuts, names)) + " LOCALITY REGIONAL BY ROW AS region"));
    }

    /** The region follows from the warehouse, so that no client need know of it. */
    private static String region(TpccTable table, WarehouseCuts cuts, List<String> names) {
        String cases = IntStream.range(0, names.size() - 1)
                .mapToObj(part ->
                        "WHEN " + table.homeColumn() + " < " + cuts.to(part) + " THEN '" + names.get(part) + "' ")
                .collect(Collectors.joining());
        return "region crdb_internal_region NOT VISIBLE NOT NULL AS (CASE " + cases + "ELSE '"
                + names.get(names.size() - 1) + "' END) STORED";
    }

    private static Stream<TpccTable> warehouseTables() {
        return Stream.of(TpccTable.values()).filter(TpccTable::perWarehouse);
    }

    private static String create(TpccTable table, String extraColumn) {
        List<String> parts = new ArrayList<>();
        if (table == TpccTable.HISTORY) {
            // A hidden key would scatter a warehouse's rows; one that begins with the warehouse can be cut with the
            // others.
            parts.add("rowid uuid NOT VISIBLE NOT NULL DEFAULT gen_random_uuid()");
        }
        table.columns().forEach(column -> parts.add(column.sql()));
        if (!extraColumn.isEmpty()) {
            parts.add(extraColumn);
        }
        parts.add("PRIMARY KEY (" + key(table) + ")");
        if (table == TpccTable.CUSTOMER) {
            parts.add("INDEX idx_customer_name (c_w_id, c_d_id, c_last, c_first)");
        } else if (table == TpccTable.OORDER) {
            parts.add("UNIQUE INDEX order_idx (o_w_id, o_d_id, o_c_id, o_id DESC) STORING (o_entry_d, o_carrier_id)");
        }
        return "CREATE TABLE " + table.sql() + " (" + String.join(", ", parts) + ")";
    }

    private static String key(TpccTable table) {
        return switch (table) {
            case HISTORY -> "h_w_id, rowid";
            case OORDER -> "o_w_id, o_d_id, o_id DESC";
            case ORDER_LINE -> "ol_w_id, ol_d_id, ol_o_id DESC, ol_number";
            case ITEM, WAREHOUSE, STOCK, DISTRICT, CUSTOMER, NEW_ORDER -> String.join(", ", table.key());
        };
    }

    private static String index(TpccTable table) {
        return switch (table) {
            case CUSTOMER -> "idx_customer_name";
            case OORDER -> "order_idx";
            case ITEM, WAREHOUSE, STOCK, DISTRICT, HISTORY, NEW_ORDER, ORDER_LINE -> "";
        };
    }
}
