package squall.tpcc.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import squall.sql.Dialects;

class DeliveryTransactionTest {
    @Test
    void the_oldest_of_each_district_are_found_by_a_correlated_subquery() {
        assertThat(DeliveryTransaction.text(Dialects.POSTGRES))
                .isEqualTo(DeliveryTransaction.text(Dialects.YUGABYTEDB))
                .startsWith("""
                        WITH oldest (d_id, order_id) AS (
                          SELECT pending.no_d_id, pending.no_o_id
                          FROM (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10)) AS district (number)
                            CROSS JOIN LATERAL (SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = district.number \
                        ORDER BY no_o_id LIMIT 1 FOR UPDATE) AS pending
                        ), taken AS (
                          DELETE FROM new_order USING oldest
                        """);
    }

    @Test
    void cockroachdb_is_asked_for_each_district_by_itself() {
        assertThat(DeliveryTransaction.text(Dialects.COCKROACHDB))
                .startsWith("""
                        WITH oldest (d_id, order_id) AS (
                          SELECT * FROM (SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = 1 \
                        ORDER BY no_o_id LIMIT 1 FOR UPDATE) AS of_1 UNION ALL
                          SELECT * FROM (SELECT no_d_id, no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = 2 \
                        ORDER BY no_o_id LIMIT 1 FOR UPDATE) AS of_2 UNION ALL
                        """)
                .contains("AS of_10\n), taken AS (\n  DELETE FROM new_order USING oldest\n")
                .doesNotContain("LATERAL");
    }
}
