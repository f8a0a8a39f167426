package squall.tpcc.schema;

import static squall.tpcc.schema.TpccColumn.decimal;
import static squall.tpcc.schema.TpccColumn.fixed;
import static squall.tpcc.schema.TpccColumn.moment;
import static squall.tpcc.schema.TpccColumn.text;
import static squall.tpcc.schema.TpccColumn.whole;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Table of clause 1.3, named and with columns as in BenchBase, so that either can run on tables that the other has loaded. The constants
 * are in the order in which rows may be inserted where foreign keys are in place.
 */
@SuppressWarnings("ImmutableEnumChecker") // its lists are made by List.of
public enum TpccTable {
    ITEM(
            List.of("i_id"),
            whole("i_id"),
            text("i_name", 24),
            decimal("i_price", 5, 2),
            text("i_data", 50),
            whole("i_im_id")),
    WAREHOUSE(
            List.of("w_id"),
            whole("w_id"),
            decimal("w_ytd", 12, 2),
            decimal("w_tax", 4, 4),
            text("w_name", 10),
            text("w_street_1", 20),
            text("w_street_2", 20),
            text("w_city", 20),
            fixed("w_state", 2),
            fixed("w_zip", 9)),
    STOCK(List.of("s_w_id", "s_i_id"), stock()),
    DISTRICT(
            List.of("d_w_id", "d_id"),
            whole("d_w_id"),
            whole("d_id"),
            decimal("d_ytd", 12, 2),
            decimal("d_tax", 4, 4),
            whole("d_next_o_id"),
            text("d_name", 10),
            text("d_street_1", 20),
            text("d_street_2", 20),
            text("d_city", 20),
            fixed("d_state", 2),
            fixed("d_zip", 9)),
    CUSTOMER(
            List.of("c_w_id", "c_d_id", "c_id"),
            whole("c_w_id"),
            whole("c_d_id"),
            whole("c_id"),
            decimal("c_discount", 4, 4),
            fixed("c_credit", 2),
            text("c_last", 16),
            text("c_first", 16),
            decimal("c_credit_lim", 12, 2),
            decimal("c_balance", 12, 2),
            decimal("c_ytd_payment", 12, 2),
            whole("c_payment_cnt"),
            whole("c_delivery_cnt"),
            text("c_street_1", 20),
            text("c_street_2", 20),
            text("c_city", 20),
            fixed("c_state", 2),
            fixed("c_zip", 9),
            fixed("c_phone", 16),
            moment("c_since"),
            fixed("c_middle", 2),
            text("c_data", 500)),
    HISTORY(
            List.of(),
            whole("h_c_id"),
            whole("h_c_d_id"),
            whole("h_c_w_id"),
            whole("h_d_id"),
            whole("h_w_id"),
            moment("h_date"),
            decimal("h_amount", 6, 2),
            text("h_data", 24)),
    OORDER(
            List.of("o_w_id", "o_d_id", "o_id"),
            whole("o_w_id"),
            whole("o_d_id"),
            whole("o_id"),
            whole("o_c_id"),
            whole("o_carrier_id").orNull(),
            whole("o_ol_cnt"),
            whole("o_all_local"),
            moment("o_entry_d")),
    NEW_ORDER(List.of("no_w_id", "no_d_id", "no_o_id"), whole("no_w_id"), whole("no_d_id"), whole("no_o_id")),
    ORDER_LINE(
            List.of("ol_w_id", "ol_d_id", "ol_o_id", "ol_number"),
            whole("ol_w_id"),
            whole("ol_d_id"),
            whole("ol_o_id"),
            whole("ol_number"),
            whole("ol_i_id"),
            moment("ol_delivery_d").orNull(),
            decimal("ol_amount", 6, 2),
            whole("ol_supply_w_id"),
            whole("ol_quantity"),
            fixed("ol_dist_info", 24));

    private final List<String> key;
    private final List<TpccColumn> columns;

    TpccTable(List<String> key, TpccColumn... columns) {
        this.key = key;
        this.columns = List.of(columns);
    }

    private static TpccColumn[] stock() {
        return Stream.concat(
                        Stream.of(
                                whole("s_w_id"),
                                whole("s_i_id"),
                                whole("s_quantity"),
                                whole("s_ytd"),
                                whole("s_order_cnt"),
                                whole("s_remote_cnt"),
                                text("s_data", 50)),
                        IntStream.rangeClosed(1, 10).mapToObj(d -> fixed(String.format("s_dist_%02d", d), 24)))
                .toArray(TpccColumn[]::new);
    }

    /** Returns the table's name in SQL. */
    public String sql() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the columns in the order in which rows are loaded. */
    public List<TpccColumn> columns() {
        return columns;
    }

    /** Returns the columns' names, in order. */
    public List<String> columnNames() {
        return columns.stream().map(TpccColumn::name).toList();
    }

    /** Returns the columns' names, separated by commas. */
    public String columnList() {
        return String.join(", ", columnNames());
    }

    /** Returns the columns of the primary key; none for {@link #HISTORY} (1.3.1). */
    public List<String> key() {
        return key;
    }

    /** Returns whether each warehouse has rows of its own here: all tables but {@link #ITEM}. */
    public boolean perWarehouse() {
        return this != ITEM;
    }

    /** Returns the column that tells to which warehouse a row belongs; for {@link #ITEM}, which all share, its key. */
    public String homeColumn() {
        return this == HISTORY ? "h_w_id" : columns.get(0).name();
    }
}
