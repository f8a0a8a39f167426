package squall.tpcc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.Operation;
import squall.tpcc.TransactionType;
import squall.tpcc.audit.Figuring.Made;

class TpccHeadlineTest {
    @Test
    void a_run_at_the_ceiling_of_a_deck() {
        TpccHeadline headline = TpccHeadline.of(10, true, Figuring.window(476, 1000, 1000, 100, 100, 100));

        assertThat(headline.lines())
                .containsExactly(
                        "tpmC 126.1 (unaudited), 10 warehouses, 476.0 s; counts completed New-Orders due in that time",
                        "efficiency 98.0 % of 12.86 per warehouse, 100.0 % of the 12.605 of a card deck",
                        "transaction  count  p50 ms  p90 ms  limit ms  avg ms  max ms  wait ms",
                        "NewOrder     1,000    20.0    20.0     5,000    22.0    40.0      0.0",
                        "Payment      1,000    20.0    20.0     5,000    22.0    40.0      0.0",
                        "OrderStatus    100    20.0    20.0     5,000    22.0    40.0      0.0",
                        "Delivery       100    20.0    20.0     5,000    22.0    40.0      0.0",
                        "StockLevel     100    20.0    20.0    20,000    22.0    40.0      0.0",
                        "PASS by the common rule: efficiency at least 85 %, and each p90 within 5.2.5.3",
                        "_elapsed_______tpmC____efc__avg(ms)__p50(ms)__p90(ms)__p95(ms)__p99(ms)_pMax(ms)",
                        "  476.0s      126.1  98.0%     22.0     20.0     20.0     40.0     40.0     40.0");
    }

    @Test
    void what_the_documents_read_off_is_there_as_values() {
        TpccHeadline headline = TpccHeadline.of(10, true, Figuring.window(60, 120, 120, 12, 12, 12));
        assertThat(headline.tpmC()).isEqualTo(120);
        assertThat(headline.figures())
                .containsExactly(
                        WorkloadFigure.sum("tpmC", "(unaudited)", 120),
                        WorkloadFigure.percent("efficiency", 120, 12.86 * 10));
        assertThat(headline.row().efficiencyPercent()).isEqualTo(headline.efficiencyPercent());
    }

    @Test
    void a_slow_stock_level_is_within_its_limit_where_a_slow_payment_is_not() {
        assertThat(slow(TransactionType.STOCK_LEVEL).passed()).isTrue();
        assertThat(slow(TransactionType.PAYMENT).passed()).isFalse();
        assertThat(slow(TransactionType.PAYMENT).lines())
                .filteredOn(line -> line.endsWith("FAIL"))
                .singleElement()
                .asString()
                .startsWith("Payment ");
    }

    @Test
    void too_few_new_orders_do_not_pass_however_quick_they_are() {
        assertThat(TpccHeadline.of(10, true, Figuring.window(600, 1000, 1000, 100, 100, 100))
                        .passed())
                .isFalse();
    }

    @Test
    void without_waits_there_is_no_efficiency_and_nothing_passes() {
        TpccHeadline headline = TpccHeadline.of(1, false, Figuring.window(60, 2000, 2000, 200, 200, 200));
        assertThat(headline.passed()).isFalse();
        assertThat(headline.lines())
                .contains(
                        "efficiency – (no keying and think times, so not TPC-C's 12.86 tpmC per warehouse)",
                        "not judged by the common rule: efficiency at least 85 %, and each p90 within 5.2.5.3",
                        "   60.0s     2000.0      –     22.0     20.0     20.0     40.0     40.0     40.0");
    }

    /** Covers an old error: a rate or a slow database kept such a run below the ceiling, and it passed. */
    @Test
    void without_waits_nothing_passes_however_few_new_orders_there_are() {
        TpccHeadline headline = TpccHeadline.of(10, false, Figuring.window(476, 1000, 1000, 100, 100, 100));
        assertThat(headline.efficiencyPercent()).isBetween(85.0, 101.0);
        assertThat(headline.passed()).isFalse();
        assertThat(headline.lines())
                .contains(
                        "efficiency – (no keying and think times, so not TPC-C's 12.86 tpmC per warehouse)",
                        "not judged by the common rule: efficiency at least 85 %, and each p90 within 5.2.5.3");
        assertThat(headline.row().csv().getLast()).startsWith("10,126.1,,").endsWith(",,0");
    }

    @Test
    void waits_that_are_too_short_for_the_new_orders_are_not_judged_either() {
        assertThat(TpccHeadline.of(1, true, Figuring.window(60, 2000, 2000, 200, 200, 200))
                        .comparable())
                .isFalse();
    }

    @Test
    void a_queued_delivery_has_eighty_seconds() {
        WindowSummary window = Figuring.window(476, 1000, 1000, 100, 100, 100);
        List<OperationSummary> operations = new ArrayList<>(window.operations());
        operations.add(Figuring.summary(
                new Operation(5, "DeliveryDeferred", false),
                Figuring.latencies(new Made(TransactionType.DELIVERY, 100, 79_000, 90_000)),
                0));
        TpccHeadline headline =
                TpccHeadline.of(10, true, new WindowSummary(window.window(), window.seconds(), operations));
        assertThat(headline.passed()).isTrue();
        assertThat(headline.types().getLast().limit().toSeconds()).isEqualTo(80);
    }

    @Test
    void a_window_without_a_new_order_has_no_latencies_to_print() {
        TpccHeadline headline = TpccHeadline.of(10, true, Figuring.window(60, 0, 0, 0, 0, 0));
        assertThat(headline.passed()).isFalse();
        assertThat(headline.lines()).contains("NewOrder         0       -       -     5,000       -       -        -");
    }

    private static TpccHeadline slow(TransactionType slow) {
        List<Made> types = new ArrayList<>();
        for (TransactionType type : TransactionType.values()) {
            int milliseconds = type == slow ? 6_000 : 20;
            types.add(new Made(type, 1000, milliseconds, milliseconds));
        }
        return TpccHeadline.of(10, true, Figuring.window(476, types.toArray(Made[]::new)));
    }
}
