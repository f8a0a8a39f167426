package squall.tpcc.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.sql.SqlDialect;
import squall.tpcc.schema.SchemaSettings.WarehousePlacement;

/**
 * Statements that make the tables in one dialect. Pure.
 *
 * @param beforeData tables with their keys, and indexes where they are cheaper made before the rows
 * @param afterData indexes and foreign keys
 */
record TpccDdl(List<String> beforeData, List<Addition> afterData) {
    /** Addition to a table that exists. @param name name of the index or constraint */
    record Addition(TpccTable table, String name, String statement) {}

    TpccDdl {
        beforeData = List.copyOf(beforeData);
        afterData = List.copyOf(afterData);
    }

    /** Check of a foreign key against the rows that are there; without it the rows are trusted, since the load has just verified them. */
    enum Checked {
        NOW(""),
        /** No check, where checking all rows would take longer than loading them did. */
        FROM_NOW_ON(" NOT VALID");

        private final String suffix;

        Checked(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Returns foreign keys, if wanted, as in BenchBase, with the names of yugabyte/tpcc: deleting a row also deletes the rows that refer to it. */
    static Stream<Addition> foreignKeys(SchemaSettings settings, Checked checked) {
        return !settings.foreignKeys()
                ? Stream.empty()
                : Stream.of(
                                new ForeignKey("d_fkey_w", TpccTable.DISTRICT, "d_w_id", TpccTable.WAREHOUSE),
                                new ForeignKey("c_fkey_d", TpccTable.CUSTOMER, "c_w_id, c_d_id", TpccTable.DISTRICT),
                                new ForeignKey("s_fkey_w", TpccTable.STOCK, "s_w_id", TpccTable.WAREHOUSE),
                                new ForeignKey("s_fkey_i", TpccTable.STOCK, "s_i_id", TpccTable.ITEM),
                                new ForeignKey(
                                        "o_fkey_c", TpccTable.OORDER, "o_w_id, o_d_id, o_c_id", TpccTable.CUSTOMER),
                                new ForeignKey(
                                        "no_fkey_o",
                                        TpccTable.NEW_ORDER,
                                        "no_w_id, no_d_id, no_o_id",
                                        TpccTable.OORDER),
                                new ForeignKey(
                                        "h_fkey_c",
                                        TpccTable.HISTORY,
                                        "h_c_w_id, h_c_d_id, h_c_id",
                                        TpccTable.CUSTOMER),
                                new ForeignKey("h_fkey_d", TpccTable.HISTORY, "h_w_id, h_d_id", TpccTable.DISTRICT),
                                new ForeignKey(
                                        "ol_fkey_o",
                                        TpccTable.ORDER_LINE,
                                        "ol_w_id, ol_d_id, ol_o_id",
                                        TpccTable.OORDER),
                                new ForeignKey(
                                        "ol_fkey_s", TpccTable.ORDER_LINE, "ol_supply_w_id, ol_i_id", TpccTable.STOCK))
                        .map(key -> key.addition(checked));
    }

    private record ForeignKey(String name, TpccTable table, String columns, TpccTable target) {
        Addition addition(Checked checked) {
            return new Addition(
                    table,
                    name,
                    "ALTER TABLE " + table.sql() + " ADD CONSTRAINT " + name + " FOREIGN KEY (" + columns
                            + ") REFERENCES " + target.sql() + " (" + String.join(", ", target.key())
                            + ") ON DELETE CASCADE" + checked.suffix);
        }
    }

    /** Definition of the tables on one server compatible with PostgreSQL, and on unknown servers. */
    static final class PostgresDdl {
        /** Indexes that transactions search in: by last name, and for a customer's newest order. */
        private static final List<Addition> INDEXES = List.of(
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
                when zones.isEmpty() -> partitioned(PostgresDdl::table, WarehouseCuts.of(settings.warehouses(), count));
                case WarehousePlacement.Partitions unused -> throw refused(product, "partitions led by zones");
                case WarehousePlacement.Pieces unused -> throw refused(product, "tables in pieces");
                case WarehousePlacement.Regions unused -> throw refused(product, "partitions by region");
            };
            return new TpccDdl(tables, additions(settings));
        }

        /** Returns indexes and foreign keys: an index built over rows is sorted once; kept up row by row it costs more than the row. */
        static List<Addition> additions(SchemaSettings settings) {
            return Stream.concat(INDEXES.stream(), foreignKeys(settings, Checked.NOW))
                    .toList();
        }

        private static List<String> plain() {
            return Stream.of(TpccTable.values()).map(PostgresDdl::table).toList();
        }

        /** Makes the tables of warehouses in partitions: {@code warehouse_p1} holds the first warehouses. */
        static List<String> partitioned(Function<TpccTable, String> create, WarehouseCuts cuts) {
            List<String> statements = new ArrayList<>();
            for (TpccTable table : TpccTable.values()) {
                boolean cut = table.perWarehouse();
                statements.add(create.apply(table) + (cut ? " PARTITION BY RANGE (" + table.homeColumn() + ")" : ""));
                for (int part = 0; cut && part < cuts.parts(); part++) {
                    statements.add("CREATE TABLE " + table.sql() + "_p" + (part + 1) + " PARTITION OF " + table.sql()
                            + " FOR VALUES FROM (" + cuts.from(part) + ") TO (" + cuts.to(part) + ")");
                }
            }
            return statements;
        }

        private static String table(TpccTable table) {
            return create(table, TpccColumn::sql, String.join(", ", table.key()));
        }

        /** @param key the columns of the primary key; empty: it has none */
        static String create(TpccTable table, Function<TpccColumn, String> definition, String key) {
            return table.columns().stream()
                    .map(definition)
                    .collect(Collectors.joining(
                            ", ",
                            "CREATE TABLE " + table.sql() + " (",
                            (key.isEmpty() ? "" : ", PRIMARY KEY (" + key + ")") + ")"));
        }

        static IllegalArgumentException refused(String product, String placement) {
            return new IllegalArgumentException("dialect " + product + " does not support " + placement
                    + "; omit it, or give your own script that creates the tables");
        }
    }

    /** Definition of the tables on CockroachDB: keys as in BenchBase, newest orders first; ranges, partitions and regions by warehouse. */
    static final class CockroachDdl {
        private CockroachDdl() {}

        static TpccDdl of(SchemaSettings settings) {
            return new TpccDdl(
                    beforeData(settings), foreignKeys(settings, Checked.NOW).toList());
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
            String values = cuts.firsts().stream()
                    .skip(1)
                    .map(first -> "(" + first + ")")
                    .collect(Collectors.joining(", "));
            warehouseTables()
                    .forEach(table -> statements.add("ALTER TABLE " + table.sql() + " SPLIT AT VALUES " + values));
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

        /** Returns a statement that keeps one replica in the zone, and the lease with it; the others survive the zone elsewhere. */
        private static String ledBy(String zone, String partition, TpccTable table) {
            return "ALTER PARTITION " + partition + " OF INDEX " + table.sql()
                    + "@* CONFIGURE ZONE USING constraints = '{\"+zone=" + zone
                    + "\": 1}', lease_preferences = '[[+zone="
                    + zone + "]]'";
        }

        /** Adds the statements of regional tables. The database must have these regions. */
        private static void regional(WarehouseCuts cuts, List<String> names, List<String> statements) {
            statements.add(create(TpccTable.ITEM, "") + " LOCALITY GLOBAL");
            warehouseTables()
                    .forEach(table -> statements.add(
                            create(table, region(table, cuts, names)) + " LOCALITY REGIONAL BY ROW AS region"));
        }

        /** Returns the definition of the region column. The region follows from the warehouse, so that no client needs to know it. */
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
                parts.add(
                        "UNIQUE INDEX order_idx (o_w_id, o_d_id, o_c_id, o_id DESC) STORING (o_entry_d, o_carrier_id)");
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

    /**
     * Division of consecutive warehouses into parts of about equal size.
     *
     * @param firsts the first warehouse of each part; the first part's is 1
     */
    record WarehouseCuts(List<Integer> firsts) {
        static WarehouseCuts of(int warehouses, int parts) {
            return new WarehouseCuts(IntStream.range(0, parts)
                    .mapToObj(part -> 1 + Math.toIntExact((long) warehouses * part / parts))
                    .toList());
        }

        int parts() {
            return firsts.size();
        }

        /** Returns the lower bound of a part, open for the first: warehouses that belong to no part are refused. @param part from 0 */
        String from(int part) {
            return part == 0 ? "MINVALUE" : firsts.get(part).toString();
        }

        /** Returns the upper bound of a part, which is not in it. */
        String to(int part) {
            return part + 1 == parts() ? "MAXVALUE" : firsts.get(part + 1).toString();
        }
    }

    /** Definition of the tables on YugabyteDB: a district's rows hash to one tablet, as in yugabyte/tpcc. */
    static final class YugabyteDdl {
        private YugabyteDdl() {}

        static TpccDdl of(SchemaSettings settings) {
            // PostgreSQL, and so YugabyteDB, cannot leave out the check on partitioned tables.
            Checked checked =
                    settings.placement() instanceof WarehousePlacement.Partitions ? Checked.NOW : Checked.FROM_NOW_ON;
            return new TpccDdl(
                    beforeData(settings), foreignKeys(settings, checked).toList());
        }

        private static List<String> beforeData(SchemaSettings settings) {
            return switch (settings.placement()) {
                case WarehousePlacement.ByServer unused -> split("");
                case WarehousePlacement.Pieces(int count) -> split(" SPLIT INTO " + count + " TABLETS");
                case WarehousePlacement.Partitions(int count, List<String> zones)
                when zones.isEmpty() ->
                    indexed(
                            PostgresDdl.partitioned(YugabyteDdl::table, WarehouseCuts.of(settings.warehouses(), count)),
                            "");
                case WarehousePlacement.Partitions unused ->
                    throw PostgresDdl.refused("yugabytedb", "partitions led by zones");
                case WarehousePlacement.Regions unused ->
                    throw PostgresDdl.refused("yugabytedb", "partitions by region");
            };
        }

        private static List<String> split(String split) {
            return indexed(
                    Stream.of(TpccTable.values())
                            .map(table -> table(table) + split)
                            .toList(),
                    split);
        }

        private static String table(TpccTable table) {
            return PostgresDdl.create(table, TpccColumn::sql, key(table));
        }

        /** Adds the indexes: built later, one is backfilled online, which takes longer than keeping it up during the load. */
        private static List<String> indexed(List<String> tables, String split) {
            List<String> statements = new ArrayList<>(tables);
            statements.add(
                    "CREATE INDEX idx_customer_name ON customer ((c_w_id, c_d_id) HASH, c_last, c_first)" + split);
            statements.add(
                    "CREATE UNIQUE INDEX idx_order ON oorder ((o_w_id, o_d_id) HASH, o_c_id, o_id DESC)" + split);
            return statements;
        }

        private static String key(TpccTable table) {
            return switch (table) {
                case ITEM -> "i_id HASH";
                case WAREHOUSE -> "w_id HASH";
                case STOCK -> "s_w_id HASH, s_i_id ASC";
                case DISTRICT -> "(d_w_id, d_id) HASH";
                case CUSTOMER -> "(c_w_id, c_d_id) HASH, c_id";
                case HISTORY -> "";
                case OORDER -> "(o_w_id, o_d_id) HASH, o_id";
                case NEW_ORDER -> "(no_w_id, no_d_id) HASH, no_o_id";
                case ORDER_LINE -> "(ol_w_id, ol_d_id) HASH, ol_o_id, ol_number";
            };
        }
    }

    /** Definition of the tables on MariaDB, TiDB and MySQL. */
    static final class MySqlDdl {
        private MySqlDdl() {}

        static TpccDdl of(SqlDialect dialect, SchemaSettings settings) {
            if (!(settings.placement() instanceof WarehousePlacement.ByServer)) {
                throw PostgresDdl.refused(dialect.product(), "tables that are partitioned, split or placed by zone");
            }
            return new TpccDdl(
                    Stream.of(TpccTable.values())
                            .map(table -> PostgresDdl.create(table, MySqlDdl::column, String.join(", ", table.key()))
                                    + dialect.tableOptions())
                            .toList(),
                    PostgresDdl.additions(settings));
        }

        /**
         * Returns a column's definition. A timestamp of MySQL's may change by itself when its row is updated, has no fractions of a second,
         * and ends in 2038, so it becomes a datetime.
         */
        private static String column(TpccColumn column) {
            String type = column.type() instanceof TpccColumn.Type.Moment
                    ? "datetime(6)"
                    : column.type().sql();
            return column.name() + " " + type + (column.nullable() ? "" : " NOT NULL");
        }
    }
}
