package squall.tpcc.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.measure.OperationSummary;
import squall.measure.WindowSummary;
import squall.spi.Operation;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.audit.AuditTrail.AuditLine;
import squall.tpcc.audit.AuditTrail.AuditLine.AuditVerdict;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.terminal.TerminalHomes;
import squall.tpcc.terminal.TransactionInput;
import squall.tpcc.terminal.TransactionInputs;

class TpccAuditTest {
    private static final WindowSummary DECK = Figuring.window(476, 10_000, 10_000, 1_000, 1_000, 1_000);
    private static final List<String> OF_CHANCE =
            List.of("9.2.2.5.1", "9.2.2.5.2", "9.2.2.5.3", "9.2.2.5.4", "9.2.2.5.5", "9.2.2.5.6");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void what_our_terminals_enter_passes_every_check_of_chance(long seed) {
        AuditTrail trail = entered(seed, WarehouseScale.of(2), 100_000);
        assertThat(trail.judge(DECK))
                .filteredOn(line -> OF_CHANCE.contains(line.clause()))
                .hasSize(OF_CHANCE.size())
                .allMatch(line -> line.verdict() == AuditVerdict.PASS);
    }

    @Test
    void one_warehouse_has_no_other_to_be_remote() {
        AuditTrail trail = entered(1, WarehouseScale.of(1), 1_000);
        assertThat(verdict(trail, "9.2.2.5.3")).isEqualTo(AuditVerdict.NOT_APPLICABLE);
        assertThat(verdict(trail, "9.2.2.5.4")).isEqualTo(AuditVerdict.NOT_APPLICABLE);
    }

    @Test
    void few_transactions_prove_nothing() {
        AuditTrail trail = entered(1, WarehouseScale.of(2), 1_000);
        assertThat(trail.judge(DECK))
                .filteredOn(line -> OF_CHANCE.contains(line.clause()))
                .allMatch(line -> line.verdict() == AuditVerdict.SKIP);
    }

    @Test
    void the_reason_of_a_skip_is_how_many_are_missing() {
        AuditTrail trail = trail(WarehouseScale.of(1));
        for (int i = 0; i < 1_000; i++) {
            trail.order(i % 100 == 0, 10, 0, 1);
        }
        assertThat(line(trail, "9.2.2.5.1").text())
                .isEqualTo("Audit check 9.2.2.5.1: SKIP: 1.00 % of 1,000 New-Orders rolled back for an unused item,"
                        + " required 0.90 to 1.10 %; too few, at least 89,100");
    }

    @Test
    void what_chance_cannot_explain_fails_however_few_there_are() {
        AuditTrail trail = trail(WarehouseScale.of(1));
        for (int i = 0; i < 5_000; i++) {
            trail.order(false, 10, 0, 1);
            trail.payment(false, true, 1);
        }
        assertThat(verdict(trail, "9.2.2.5.1")).isEqualTo(AuditVerdict.FAIL);
        assertThat(verdict(trail, "9.2.2.5.5")).isEqualTo(AuditVerdict.FAIL);
    }

    @Test
    void orders_of_ten_lines_each_have_the_right_average_and_fail() {
        AuditTrail trail = trail(WarehouseScale.of(1));
        for (int i = 0; i < 10_000; i++) {
            trail.order(false, 10, 0, 1);
        }
        assertThat(verdict(trail, "9.2.2.5.2")).isEqualTo(AuditVerdict.FAIL);
    }

    @Test
    void a_warehouse_that_never_supplies_fails_though_the_share_is_right() {
        AuditTrail trail = trail(WarehouseScale.of(3));
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            boolean remote = random.nextInt(10) == 0;
            trail.order(false, 10, remote ? 1 : 0, 1 + i % 3);
            if (remote) {
                trail.supplier(1 + i % 2);
            }
        }
        assertThat(line(trail, "9.2.2.5.3").verdict()).isEqualTo(AuditVerdict.FAIL);
        assertThat(line(trail, "9.2.2.5.3").detail()).endsWith("; 2 of 3 warehouses were reached");
    }

    @Test
    void one_delivery_in_a_hundred_may_skip_a_district() {
        AuditTrail trail = trail(WarehouseScale.of(1));
        for (int i = 0; i < 200; i++) {
            trail.delivery(i < 2 ? 3 : 0);
        }
        assertThat(verdict(trail, "9.2.1.7")).isEqualTo(AuditVerdict.PASS);
        trail.delivery(10);
        assertThat(line(trail, "9.2.1.7").text())
                .isEqualTo("Audit check 9.2.1.7: FAIL: 3 of 201 Deliveries skipped a district; at most 2 are allowed");
    }

    @Test
    void a_payment_share_below_its_minimum_fails() {
        List<AuditLine> lines = trail(WarehouseScale.of(1)).judge(Figuring.window(60, 460, 420, 40, 40, 40));
        assertThat(lines)
                .filteredOn(line -> line.clause().equals("5.2.3"))
                .extracting(AuditLine::text)
                .containsExactly(
                        "Audit check 5.2.3: FAIL: Payment is 42.00 % of 1,000 completed transactions, required at least 43.00 %",
                        "Audit check 5.2.3: PASS: OrderStatus is 4.00 % of 1,000 completed transactions, required at least 4.00 %",
                        "Audit check 5.2.3: PASS: Delivery is 4.00 % of 1,000 completed transactions, required at least 4.00 %",
                        "Audit check 5.2.3: PASS: StockLevel is 4.00 % of 1,000 completed transactions, required at least 4.00 %");
    }

    /** Covers an old error: the queueing counted as the Delivery, even if none was executed. */
    @Test
    void a_queued_delivery_is_completed_when_its_deferred_part_is() {
        WindowSummary window = Figuring.window(60, 450, 430, 40, 40, 40);
        List<OperationSummary> operations = new ArrayList<>(window.operations());
        operations.add(Figuring.summary(
                new Operation(5, TransactionType.DELIVERY.deferredLabel(), false), new Histogram(3), 40));
        assertThat(trail(WarehouseScale.of(1)).judge(new WindowSummary(window.window(), window.seconds(), operations)))
                .extracting(AuditLine::text)
                .contains(
                        "Audit check 5.2.3: FAIL: Delivery is 0.00 % of 960 completed transactions, required at least 4.00 %");
    }

    @Test
    void terminals_that_do_not_wait_fail() {
        AuditTrail trail = trail(WarehouseScale.of(1));
        assertThat(verdict(trail, "5.2.5.2")).isEqualTo(AuditVerdict.FAIL);
        for (TransactionType type : TransactionType.values()) {
            trail.waited(type, type.keying().toNanos(), type.meanThink().toNanos());
        }
        assertThat(trail.judge(DECK))
                .filteredOn(line -> line.clause().startsWith("5.2.5"))
                .hasSize(10)
                .allMatch(line -> line.verdict() == AuditVerdict.PASS);
    }

    @Test
    void a_warehouse_without_terminals_is_missed() {
        AuditTrail trail = trail(new WarehouseScale(10, 3, 2));
        trail.payment(false, true, 3);
        assertThat(line(trail, "4.2.2").text())
                .isEqualTo("Audit check 4.2.2: FAIL: 1 of 2 warehouses were used by their own terminals");
    }

    @Test
    void ten_terminals_to_a_warehouse_are_wanted_and_not_one_more() {
        assertThat(new AuditTrail(WarehouseScale.of(2), 20).judge(DECK))
                .extracting(AuditLine::text)
                .contains("Audit check 4.2.2: PASS: 20 terminals for 2 warehouses, required ten each, 20");
        assertThat(new AuditTrail(WarehouseScale.of(2), 1_600).judge(DECK))
                .extracting(AuditLine::text)
                .contains("Audit check 4.2.2: FAIL: 1,600 terminals for 2 warehouses, required ten each, 20");
    }

    private static AuditTrail trail(WarehouseScale scale) {
        return new AuditTrail(scale, 10 * scale.warehouses());
    }

    private static AuditTrail entered(long seed, WarehouseScale scale, int each) {
        AuditTrail trail = trail(scale);
        TerminalHomes homes = TerminalHomes.specified(scale);
        TransactionInputs inputs = new TransactionInputs(seed, homes, NuRandConstants.BENCHBASE);
        for (int i = 0; i < each; i++) {
            int terminal = i % homes.terminals();
            long step = i / homes.terminals();
            order(trail, (TransactionInput.NewOrder) inputs.at(TransactionType.NEW_ORDER, terminal, step));
            payment(trail, (TransactionInput.Payment) inputs.at(TransactionType.PAYMENT, terminal, step));
            TransactionInput.OrderStatus status =
                    (TransactionInput.OrderStatus) inputs.at(TransactionType.ORDER_STATUS, terminal, step);
            trail.orderStatus(status.customer() instanceof TransactionInput.CustomerSelector.ByLastName);
        }
        return trail;
    }

    private static void order(AuditTrail trail, TransactionInput.NewOrder order) {
        boolean unused = order.lines().getLast().item() > WarehouseScale.ITEMS;
        trail.order(unused, order.lines().size(), order.remoteLines(), order.warehouse());
        order.lines().stream()
                .mapToInt(TransactionInput.OrderLine::supplier)
                .filter(supplier -> supplier != order.warehouse())
                .forEach(trail::supplier);
    }

    private static void payment(AuditTrail trail, TransactionInput.Payment payment) {
        trail.payment(
                payment.remote(),
                payment.payer() instanceof TransactionInput.CustomerSelector.ByLastName,
                payment.warehouse());
        if (payment.remote()) {
            trail.payer(payment.payer().warehouse());
        }
    }

    private static AuditVerdict verdict(AuditTrail trail, String clause) {
        return line(trail, clause).verdict();
    }

    private static AuditLine line(AuditTrail trail, String clause) {
        return trail.judge(DECK).stream()
                .filter(line -> line.clause().equals(clause))
                .findFirst()
                .orElseThrow();
    }
}
