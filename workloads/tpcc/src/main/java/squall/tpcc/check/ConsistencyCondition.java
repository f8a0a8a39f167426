package squall.tpcc.check;

import java.util.regex.Pattern;
import squall.sql.SqlDialect.Language;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.ConsistencyCheck.CheckTime;

/**
 * Condition that the data of TPC-C must meet: those of clause 3.3.2, and four of Squall's own.
 *
 * <p>Each is a query for violations: it holds if no row is found. In the queries <code>{column}</code> is replaced by a range of
 * warehouses, <code>{n}</code> by their number, <code>{tolerance}</code> by the allowed difference of two sums of money, which is 0 unless
 * columns are floating point. Order lines are added up by order before they are joined, so that fewer rows are joined.
 */
enum ConsistencyCondition {
    POPULATION("E0", "every warehouse has its districts, customers and stock", Reach.ORDERS, """
            SELECT * FROM (
              SELECT 'warehouse' AS of_table, count(*) AS found, {n} * 1 AS wanted FROM warehouse WHERE {w_id}
              UNION ALL SELECT 'district', count(*), {n} * 10 FROM district WHERE {d_w_id}
              UNION ALL SELECT 'customer', count(*), {n} * 30000 FROM customer WHERE {c_w_id}
              UNION ALL SELECT 'stock', count(*), {n} * 100000 FROM stock WHERE {s_w_id}) counted
            WHERE found <> wanted"""),
    C1("1", "W_YTD = sum(D_YTD)", Reach.ORDERS, """
            SELECT w_id, w_ytd, sum_d_ytd FROM warehouse
            LEFT JOIN (SELECT d_w_id, sum(d_ytd) AS sum_d_ytd FROM district WHERE {d_w_id} GROUP BY d_w_id) d
              ON d_w_id = w_id
            WHERE {w_id} AND w_ytd IS DISTINCT FROM sum_d_ytd"""),
    C2("2", "D_NEXT_O_ID - 1 = max(O_ID) = max(NO_O_ID)", Reach.ORDERS, """
            SELECT d_w_id, d_id, d_next_o_id, max_o_id, max_no_o_id FROM district
            LEFT JOIN (SELECT o_w_id, o_d_id, max(o_id) AS max_o_id FROM oorder WHERE {o_w_id}
                       GROUP BY o_w_id, o_d_id) o ON o_w_id = d_w_id AND o_d_id = d_id
            LEFT JOIN (SELECT no_w_id, no_d_id, max(no_o_id) AS max_no_o_id FROM new_order WHERE {no_w_id}
                       GROUP BY no_w_id, no_d_id) n ON no_w_id = d_w_id AND no_d_id = d_id
            WHERE {d_w_id} AND (d_next_o_id - 1 IS DISTINCT FROM max_o_id OR max_no_o_id <> d_next_o_id - 1)"""),
    C3("3", "the orders of NEW-ORDER have no gaps", Reach.ORDERS, """
            SELECT no_w_id, no_d_id, min(no_o_id) AS min_no_o_id, max(no_o_id) AS max_no_o_id, count(*) AS found
            FROM new_order WHERE {no_w_id} GROUP BY no_w_id, no_d_id
            HAVING max(no_o_id) - min(no_o_id) + 1 <> count(*)"""),
    C4("4", "sum(O_OL_CNT) = count(ORDER-LINE) of a district", Reach.LINES, """
            SELECT coalesce(o_w_id, ol_w_id) AS w_id, coalesce(o_d_id, ol_d_id) AS d_id, sum_o_ol_cnt, order_lines FROM
              (SELECT o_w_id, o_d_id, sum(o_ol_cnt) AS sum_o_ol_cnt FROM oorder WHERE {o_w_id}
               GROUP BY o_w_id, o_d_id) o
            FULL JOIN (SELECT ol_w_id, ol_d_id, count(*) AS order_lines FROM order_line WHERE {ol_w_id}
               GROUP BY ol_w_id, ol_d_id) l ON ol_w_id = o_w_id AND ol_d_id = o_d_id
            WHERE sum_o_ol_cnt IS DISTINCT FROM order_lines"""),
    C5("5", "O_CARRIER_ID is null where NEW-ORDER has the order", Reach.ORDERS, """
            SELECT coalesce(o_w_id, no_w_id) AS w_id, coalesce(o_d_id, no_d_id) AS d_id, o_id, no_o_id, o_carrier_id FROM
              (SELECT o_w_id, o_d_id, o_id, o_carrier_id FROM oorder WHERE {o_w_id}) o
            FULL JOIN (SELECT no_w_id, no_d_id, no_o_id FROM new_order WHERE {no_w_id}) n
              ON no_w_id = o_w_id AND no_d_id = o_d_id AND no_o_id = o_id
            WHERE o_id IS NULL OR (o_carrier_id IS NULL) <> (no_o_id IS NOT NULL)"""),
    C6("6", "O_OL_CNT = count(ORDER-LINE) of the order", Reach.LINES, """
            SELECT coalesce(o_w_id, ol_w_id) AS w_id, coalesce(o_d_id, ol_d_id) AS d_id, o_id, o_ol_cnt, ol_o_id,
              order_lines FROM
              (SELECT o_w_id, o_d_id, o_id, o_ol_cnt FROM oorder WHERE {o_w_id}) o
            FULL JOIN (SELECT ol_w_id, ol_d_id, ol_o_id, count(*) AS order_lines FROM order_line WHERE {ol_w_id}
               GROUP BY ol_w_id, ol_d_id, ol_o_id) l ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
            WHERE o_ol_cnt IS DISTINCT FROM order_lines"""),
    C7("7", "OL_DELIVERY_D is null where O_CARRIER_ID is", Reach.LINES, """
            SELECT ol_w_id, ol_d_id, ol_o_id, order_lines, delivered_lines, o_carrier_id FROM
              (SELECT ol_w_id, ol_d_id, ol_o_id, count(*) AS order_lines, count(ol_delivery_d) AS delivered_lines
               FROM order_line WHERE {ol_w_id} GROUP BY ol_w_id, ol_d_id, ol_o_id) l
            LEFT JOIN (SELECT o_w_id, o_d_id, o_id, o_carrier_id FROM oorder WHERE {o_w_id}) o
              ON o_w_id = ol_w_id AND o_d_id = ol_d_id AND o_id = ol_o_id
            WHERE o_id IS NULL OR delivered_lines <> CASE WHEN o_carrier_id IS NULL THEN 0 ELSE order_lines END"""),
    C8("8", "W_YTD = sum(H_AMOUNT)", Reach.HISTORY, """
            SELECT w_id, w_ytd, sum_h_amount FROM warehouse
            LEFT JOIN (SELECT h_w_id, sum(h_amount) AS sum_h_amount FROM history WHERE {h_w_id} GROUP BY h_w_id) h
              ON h_w_id = w_id
            WHERE {w_id} AND w_ytd IS DISTINCT FROM sum_h_amount"""),
    C9("9", "D_YTD = sum(H_AMOUNT)", Reach.HISTORY, """
            SELECT d_w_id, d_id, d_ytd, sum_h_amount FROM district
            LEFT JOIN (SELECT h_w_id, h_d_id, sum(h_amount) AS sum_h_amount FROM history WHERE {h_w_id}
                       GROUP BY h_w_id, h_d_id) h ON h_w_id = d_w_id AND h_d_id = d_id
            WHERE {d_w_id} AND d_ytd IS DISTINCT FROM sum_h_amount"""),
    C10("10", "C_BALANCE = sum(delivered OL_AMOUNT) - sum(H_AMOUNT)", Reach.WHOLE, """
            SELECT c_w_id, c_d_id, c_id, c_balance, delivered, paid FROM customer
            LEFT JOIN (SELECT o_w_id, o_d_id, o_c_id, sum(amount) AS delivered FROM oorder
                       JOIN (SELECT ol_w_id, ol_d_id, ol_o_id, sum(ol_amount) AS amount FROM order_line
                             WHERE {ol_w_id} AND ol_delivery_d IS NOT NULL GROUP BY ol_w_id, ol_d_id, ol_o_id) l
                         ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
                       WHERE {o_w_id}
                       GROUP BY o_w_id, o_d_id, o_c_id) o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
            LEFT JOIN (SELECT h_c_w_id, h_c_d_id, h_c_id, sum(h_amount) AS paid FROM history WHERE {h_c_w_id}
                       GROUP BY h_c_w_id, h_c_d_id, h_c_id) h
              ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id
            WHERE {c_w_id} AND coalesce(abs(c_balance - coalesce(delivered, 0) + coalesce(paid, 0)), 1) > {tolerance}"""),
    C11("11", "count(ORDER) - count(NEW-ORDER) = 2100 of a district", Reach.ORDERS, """
            SELECT o_w_id, o_d_id, orders, new_orders FROM
              (SELECT o_w_id, o_d_id, count(*) AS orders FROM oorder WHERE {o_w_id} GROUP BY o_w_id, o_d_id) o
            LEFT JOIN (SELECT no_w_id, no_d_id, count(*) AS new_orders FROM new_order WHERE {no_w_id}
                       GROUP BY no_w_id, no_d_id) n ON no_w_id = o_w_id AND no_d_id = o_d_id
            WHERE orders - coalesce(new_orders, 0) <> 2100"""),
    C12("12", "C_BALANCE + C_YTD_PAYMENT = sum(delivered OL_AMOUNT)", Reach.LINES, """
            SELECT c_w_id, c_d_id, c_id, c_balance, c_ytd_payment, delivered FROM customer
            LEFT JOIN (SELECT o_w_id, o_d_id, o_c_id, sum(amount) AS delivered FROM oorder
                       JOIN (SELECT ol_w_id, ol_d_id, ol_o_id, sum(ol_amount) AS amount FROM order_line
                             WHERE {ol_w_id} AND ol_delivery_d IS NOT NULL GROUP BY ol_w_id, ol_d_id, ol_o_id) l
                         ON ol_w_id = o_w_id AND ol_d_id = o_d_id AND ol_o_id = o_id
                       WHERE {o_w_id}
                       GROUP BY o_w_id, o_d_id, o_c_id) o ON o_w_id = c_w_id AND o_d_id = c_d_id AND o_c_id = c_id
            WHERE {c_w_id} AND coalesce(abs(c_balance + c_ytd_payment - coalesce(delivered, 0)), 1) > {tolerance}"""),
    E1("E1", "C_PAYMENT_CNT = count(HISTORY) of the customer", Reach.HISTORY, """
            SELECT c_w_id, c_d_id, c_id, c_payment_cnt, payments FROM customer
            LEFT JOIN (SELECT h_c_w_id, h_c_d_id, h_c_id, count(*) AS payments FROM history WHERE {h_c_w_id}
                       GROUP BY h_c_w_id, h_c_d_id, h_c_id) h
              ON h_c_w_id = c_w_id AND h_c_d_id = c_d_id AND h_c_id = c_id
            WHERE {c_w_id} AND c_payment_cnt IS DISTINCT FROM payments"""),
    E2("E2", "S_YTD, S_ORDER_CNT and S_REMOTE_CNT agree with the lines ordered", Reach.WHOLE, """
            SELECT s_w_id, s_i_id, s_ytd, quantity, s_order_cnt, line_count, s_remote_cnt, remote_lines FROM stock
            LEFT JOIN (SELECT ol_supply_w_id, ol_i_id, sum(ol_quantity) AS quantity, count(*) AS line_count,
                         sum(CASE WHEN ol_supply_w_id <> ol_w_id THEN 1 ELSE 0 END) AS remote_lines
                       FROM order_line WHERE {ol_supply_w_id} AND ol_o_id > 3000
                       GROUP BY ol_supply_w_id, ol_i_id) l ON ol_supply_w_id = s_w_id AND ol_i_id = s_i_id
            WHERE {s_w_id} AND (s_ytd <> coalesce(quantity, 0) OR s_order_cnt <> coalesce(line_count, 0)
              OR s_remote_cnt <> coalesce(remote_lines, 0))"""),
    E3("E3", "sum(C_DELIVERY_CNT) = count(O_CARRIER_ID) - 2100 of a district", Reach.ORDERS, """
            SELECT d_w_id, d_id, deliveries, delivered FROM district
            LEFT JOIN (SELECT c_w_id, c_d_id, sum(c_delivery_cnt) AS deliveries FROM customer WHERE {c_w_id}
                       GROUP BY c_w_id, c_d_id) c ON c_w_id = d_w_id AND c_d_id = d_id
            LEFT JOIN (SELECT o_w_id, o_d_id, count(o_carrier_id) AS delivered FROM oorder WHERE {o_w_id}
                       GROUP BY o_w_id, o_d_id) o ON o_w_id = d_w_id AND o_d_id = d_id
            WHERE {d_w_id} AND deliveries IS DISTINCT FROM delivered - 2100""");

    /** Reach of a condition: the tables that it has to read, which decide its batches and up to which scale it is affordable. */
    enum Reach {
        /** Tables whose keys begin with the warehouse, without the order lines. */
        ORDERS,
        /** The order lines too, which are three quarters of the rows. */
        LINES,
        /** All of HISTORY: it has no key, so every batch would read it as a whole. */
        HISTORY,
        /** HISTORY as well as order lines, or order lines by the warehouse that supplied them: all of it at once. */
        WHOLE;

        boolean batched() {
            return this == ORDERS || this == LINES;
        }
    }

    private final String number;
    private final String rule;
    private final Reach reach;
    private final String offenders;

    ConsistencyCondition(String number, String rule, Reach reach, String offenders) {
        this.number = number;
        this.rule = rule;
        this.reach = reach;
        this.offenders = offenders;
    }

    /** Returns the condition as printed, such as {@code condition 1: W_YTD = sum(D_YTD)}. */
    String title() {
        return "condition " + number + " (" + rule + ")";
    }

    Reach reach() {
        return reach;
    }

    /** Returns whether the condition must hold at this time; only a freshly loaded database meets condition 11. */
    boolean holds(CheckTime moment) {
        return this != C11 || moment == CheckTime.AFTER_LOAD;
    }

    /** Returns the condition without its rule, such as {@code condition 1}. */
    String shortTitle() {
        return "condition " + number;
    }

    /** Returns the query for violations in these warehouses, in PostgreSQL's language. */
    Query query(WarehouseScale warehouses, String tolerance) {
        String range = "$1 BETWEEN " + warehouses.from() + " AND " + warehouses.last();
        return new Query(offenders
                .replace("{n}", Integer.toString(warehouses.warehouses()))
                .replace("{tolerance}", tolerance)
                .replaceAll("\\{(\\w+)}", range));
    }

    /** Query for the violations of a condition. @param offenders SQL text that returns the offending rows */
    record Query(String offenders) {
        private static final Pattern DISTINCT =
                Pattern.compile("((?:\\w+ - 1)|\\w+) IS DISTINCT FROM (\\w+(?: - \\d+)?)");

        /** Parts of a query that joins orders, called o, with the rows that refer to them. */
        private static final Pattern FULL_JOIN =
                Pattern.compile("(?s)(SELECT .*?) FROM\\n(.*)\\nFULL JOIN (.*)\\s+ON (.*?)\\nWHERE (.*)");

        /**
         * Returns a query for the number of offenders. It does nothing but count: a LIMIT around a join lets a planner bet on ending early,
         * and compare every row of one table with every row of the other.
         */
        String count() {
            return "SELECT count(*) AS offenders FROM (" + offenders + ") x";
        }

        /**
         * Translates the query into this language. MySQL has neither IS DISTINCT FROM nor FULL JOIN; the rows that each side lacks replace
         * the join.
         */
        Query in(Language language) {
            return switch (language) {
                case POSTGRESQL, COCKROACHDB, YUGABYTEDB, STANDARD -> this;
                case MYSQL ->
                    new Query(FULL_JOIN
                            .matcher(DISTINCT.matcher(offenders).replaceAll("NOT ($1 <=> $2)"))
                            .replaceAll("$1 FROM\n$2\nLEFT JOIN $3 ON $4\nWHERE $5\nUNION ALL "
                                    + "$1 FROM\n$3\nLEFT JOIN $2 ON $4\nWHERE o_w_id IS NULL AND ($5)"));
            };
        }
    }
}
