package squall.tpcc.schema;

import java.util.List;
import java.util.stream.Stream;

/**
 * The statements that make the tables in one dialect. Pure.
 *
 * @param beforeData tables with their keys, and indexes where they are cheaper made before the rows
 * @param afterData indexes and foreign keys
 */
record TpccDdl(List<String> beforeData, List<Addition> afterData) {
    /** Something added to a table that is there. @param name of the index or constraint */
    record Addition(TpccTable table, String name, String statement) {}

    TpccDdl {
        beforeData = List.copyOf(beforeData);
        afterData = List.copyOf(afterData);
    }

    /** How a foreign key ends: checked against the rows that are there, or trusted (the load has just verified them). */
    enum Checked {
        NOW(""),
        /** Where checking all rows would take longer than loading them did. */
        FROM_NOW_ON(" NOT VALID");

        private final String suffix;

        Checked(String suffix) {
            this.suffix = suffix;
        }
    }

    /** Foreign keys as in BenchBase, with the names of yugabyte/tpcc: a deleted row takes along what refers to it. */
    static Stream<Addition> foreignKeys(Checked checked) {
        return Stream.of(
                        new ForeignKey("d_fkey_w", TpccTable.DISTRICT, "d_w_id", TpccTable.WAREHOUSE),
                        new ForeignKey("c_fkey_d", TpccTable.CUSTOMER, "c_w_id, c_d_id", TpccTable.DISTRICT),
                        new ForeignKey("s_fkey_w", TpccTable.STOCK, "s_w_id", TpccTable.WAREHOUSE),
                        new ForeignKey("s_fkey_i", TpccTable.STOCK, "s_i_id", TpccTable.ITEM),
                        new ForeignKey("o_fkey_c", TpccTable.OORDER, "o_w_id, o_d_id, o_c_id", TpccTable.CUSTOMER),
                        new ForeignKey("no_fkey_o", TpccTable.NEW_ORDER, "no_w_id, no_d_id, no_o_id", TpccTable.OORDER),
                        new ForeignKey("h_fkey_c", TpccTable.HISTORY, "h_c_w_id, h_c_d_id, h_c_id", TpccTable.CUSTOMER),
                        new ForeignKey("h_fkey_d", TpccTable.HISTORY, "h_w_id, h_d_id", TpccTable.DISTRICT),
                        new ForeignKey(
                                "ol_fkey_o", TpccTable.ORDER_LINE, "ol_w_id, ol_d_id, ol_o_id", TpccTable.OORDER),
                        new ForeignKey("ol_fkey_s", TpccTable.ORDER_LINE, "ol_supply_w_id, ol_i_id", TpccTable.STOCK))
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
}
