package squall.tpcc.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.tpcc.schema.Ddl.Addition;

/** YugabyteDB: a district's rows hash to one tablet, as in yugabyte/tpcc. */
final class YugabyteDdl {
    private YugabyteDdl() {}

    static Ddl of(SchemaSettings settings) {
        // PostgreSQL, and so YugabyteDB, cannot leave out the check on partitioned tables.
        Ddl.Checked checked =
                settings.placement() instanceof Placement.Partitions ? Ddl.Checked.NOW : Ddl.Checked.FROM_NOW_ON;
        Stream<Addition> foreignKeys = settings.foreignKeys() ? Ddl.foreignKeys(checked) : Stream.<Addition>empty();
        return new Ddl(beforeData(settings), foreignKeys.toList());
    }

    private static List<String> beforeData(SchemaSettings settings) {
        List<String> statements = new ArrayList<>();
        switch (settings.placement()) {
            case Placement.ByServer unused -> plain("", statements);
            case Placement.Pieces(int count) -> plain(" SPLIT INTO " + count + " TABLETS", statements);
            case Placement.Partitions(int count, List<String> zones) when zones.isEmpty() ->
                partitioned(Cuts.of(settings.warehouses(), count), statements);
            case Placement.Partitions unused -> throw PostgresDdl.refused("yugabytedb", "partitions led by zones");
            case Placement.Regions unused -> throw PostgresDdl.refused("yugabytedb", "partitions by region");
        }
        return statements;
    }

    private static void plain(String split, List<String> statements) {
        for (Table table : Table.values()) {
            statements.add(PostgresDdl.create(table, key(table)) + split);
        }
        // Built later, an index is backfilled online, which takes longer than keeping it up during the load.
        indexes(split, statements);
    }

    private static void partitioned(Cuts cuts, List<String> statements) {
        for (Table table : Table.values()) {
            String create = PostgresDdl.create(table, key(table));
            if (table.perWarehouse()) {
                statements.add(create + " PARTITION BY RANGE (" + table.homeColumn() + ")");
                PostgresDdl.partitions(table, cuts, statements);
            } else {
                statements.add(create);
            }
        }
        indexes("", statements);
    }

    private static void indexes(String split, List<String> statements) {
        statements.add(
                "CREATE INDEX idx_customer_name ON customer ((c_w_id, c_d_id) HASH, c_last, c_first)" + split);
        statements.add("CREATE UNIQUE INDEX idx_order ON oorder ((o_w_id, o_d_id) HASH, o_c_id, o_id DESC)" + split);
    }

    private static String key(Table table) {
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
