package squall.tpcc.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import squall.spi.CheckResult;
import squall.spi.CheckResult.Verdict;
import squall.tpcc.WarehouseScale;
import squall.tpcc.check.CountedUpdates.Span;

class CountedUpdatesTest {
    private static final long SECOND = 1_000_000_000L;

    private final CountedUpdates updates = new CountedUpdates(WarehouseScale.of(2));

    @Test
    void updates_that_each_leave_one_more_pass() {
        updates.stock(1, 100_000, 1, span(0, 1));
        updates.stock(2, 100_000, 1, span(0, 1));
        updates.stock(1, 100_000, 2, span(1, 2));
        updates.district(2, 10, 3002, span(0, 1));
        updates.customer(2, 10, 3000, 2, span(0, 1));
        assertThat(updates.check())
                .isEqualTo(
                        new CheckResult(
                                "isolation",
                                Verdict.PASSED,
                                "judged: lost updates, of 5 updates of stock, districts and customers, which count them; reads were not judged"));
    }

    @Test
    void two_that_replaced_the_same_version_have_lost_an_update() {
        updates.stock(1, 77, 6, span(0, 10));
        updates.stock(1, 77, 6, span(5, 12.3));
        assertThat(updates.check())
                .isEqualTo(new CheckResult(
                        "isolation",
                        Verdict.FAILED,
                        "1 lost update, stock of item 77 in warehouse 1 after 12.3 s: a transaction left its count at 6, as another one had,"
                                + " so both replaced the same version; judged: lost updates, of 2 updates of stock, districts and"
                                + " customers, which count them; reads were not judged"));
    }

    @Test
    void one_that_leaves_less_than_was_acknowledged_before_it_began_has_lost_an_update() {
        updates.customer(1, 2, 3, 9, span(0, 1));
        updates.customer(1, 2, 3, 7, span(2, 3));
        assertThat(updates.check().detail())
                .startsWith(
                        "1 lost update, customer 3 of district 2 in warehouse 1 after 3.0 s: a transaction left its count at 7,"
                                + " although 9 was acknowledged before it began");
    }

    @Test
    void the_first_lost_update_is_reported_at_once_and_no_other() {
        List<String> events = new ArrayList<>();
        updates.reportTo((type, detail, facts) -> events.add(type + " " + facts + " " + detail));
        updates.stock(1, 77, 6, span(0, 10));
        assertThat(events).isEmpty();
        updates.stock(1, 77, 6, span(5, 12.3));
        updates.stock(1, 77, 6, span(6, 12.4));
        assertThat(events)
                .containsExactly(
                        "judge {anomaly=lost update} lost update: stock of item 77 in warehouse 1 after 12.3 s:"
                                + " a transaction left its count at 6, as another one had, so both replaced the same version");
    }

    /** Answers may come in another order than commits. */
    @Test
    void one_that_ran_at_the_same_time_may_leave_less() {
        updates.customer(1, 2, 3, 9, span(0, 2));
        updates.customer(1, 2, 3, 8, span(1, 3));
        assertThat(updates.check().verdict()).isEqualTo(Verdict.PASSED);
    }

    @Test
    void rows_that_cannot_be_counted_are_counted_as_not_judged() {
        updates.stock(1, 1, 1, span(0, 1));
        updates.stock(3, 1, 1, span(0, 1));
        updates.stock(1, 1, 1L << 40, span(0, 1));
        assertThat(updates.check().detail())
                .isEqualTo("judged: lost updates, of 1 updates of stock, districts and customers, which count them;"
                        + " 2 of others were not judged; reads were not judged");
    }

    @Test
    void a_run_without_updates_has_not_passed() {
        assertThat(updates.check().verdict()).isEqualTo(Verdict.SKIPPED);
    }

    private static Span span(double begun, double ended) {
        return new Span(Math.round(begun * SECOND), Math.round(ended * SECOND));
    }
}
