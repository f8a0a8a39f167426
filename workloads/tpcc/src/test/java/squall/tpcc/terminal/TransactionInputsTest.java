package squall.tpcc.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.population.NuRandConstants;

class TransactionInputsTest {
    private static final int STEPS = 10_000;

    private final TerminalHomes homes = TerminalHomes.specified(new WarehouseScale(3, 2, 1));

    @Test
    void the_same_seed_terminal_and_step_give_the_same_inputs() {
        for (TransactionType type : TransactionType.values()) {
            assertThat(inputs(7).at(type, 4, 11)).isEqualTo(inputs(7).at(type, 4, 11));
        }
        assertThat(Stream.of(order(7, 4, 11), order(8, 4, 11), order(7, 5, 11), order(7, 4, 12)))
                .doesNotHaveDuplicates();
    }

    @Test
    void an_order_has_5_to_15_lines_of_1_to_10_pieces() {
        List<TransactionInput.NewOrder> orders = orders();

        assertThat(orders).allMatch(order -> order.warehouse() == 2);
        assertThat(seen(orders, TransactionInput.NewOrder::district)).isEqualTo(range(1, 10));
        assertThat(seen(orders, order -> order.lines().size())).isEqualTo(range(5, 15));
        assertThat(seen(lines(orders), TransactionInput.OrderLine::quantity)).isEqualTo(range(1, 10));
        assertThat(orders).allMatch(order -> order.customer() >= 1 && order.customer() <= 3000);
        assertThat(orders.getFirst().lines().getFirst().number()).isEqualTo(1);
    }

    @Test
    void one_order_in_a_hundred_ends_with_an_unused_item() {
        List<TransactionInput.NewOrder> orders = orders();

        assertThat(share(orders, order -> order.lines().getLast().item() == TransactionInputs.UNUSED_ITEM))
                .isCloseTo(0.01, within(0.004));
        assertThat(orders)
                .allMatch(order -> order.lines().stream()
                        .limit(order.lines().size() - 1L)
                        .allMatch(line -> line.item() >= 1 && line.item() <= 100_000));
    }

    @Test
    void one_line_in_a_hundred_comes_from_any_other_warehouse() {
        List<TransactionInput.OrderLine> lines = lines(orders());

        assertThat(share(lines, line -> line.supplier() != 2)).isCloseTo(0.01, within(0.0013));
        assertThat(seen(lines, TransactionInput.OrderLine::supplier)).isEqualTo(range(1, 3));
    }

    @Test
    void fifteen_payments_in_a_hundred_are_those_of_another_warehouses_customers() {
        List<TransactionInput.Payment> payments = all(TransactionType.PAYMENT, TransactionInput.Payment.class);

        assertThat(share(payments, TransactionInput.Payment::remote)).isCloseTo(0.15, within(0.015));
        assertThat(share(payments, payment -> byLastName(payment.payer()))).isCloseTo(0.60, within(0.02));
        assertThat(payments)
                .filteredOn(payment -> !payment.remote())
                .allMatch(payment -> payment.payer().district() == payment.district());
        assertThat(payments)
                .allMatch(payment -> payment.amount().scale() == 2
                        && payment.amount().doubleValue() >= 1
                        && payment.amount().doubleValue() <= 5000);
    }

    @Test
    void with_one_warehouse_nothing_is_remote() {
        TransactionInputs inputs =
                new TransactionInputs(7, TerminalHomes.specified(WarehouseScale.of(1)), NuRandConstants.BENCHBASE);

        for (int step = 0; step < 1000; step++) {
            assertThat(((TransactionInput.NewOrder) inputs.at(TransactionType.NEW_ORDER, 0, step)).remoteLines())
                    .isZero();
            assertThat(((TransactionInput.Payment) inputs.at(TransactionType.PAYMENT, 0, step)).remote())
                    .isFalse();
        }
    }

    @Test
    void statuses_ask_for_six_customers_in_ten_by_name() {
        assertThat(share(
                        all(TransactionType.ORDER_STATUS, TransactionInput.OrderStatus.class),
                        status -> byLastName(status.customer())))
                .isCloseTo(0.60, within(0.02));
    }

    @Test
    void the_stock_level_is_that_of_the_terminals_district() {
        assertThat(IntStream.range(0, 10).mapToObj(terminal -> (TransactionInput.StockLevel)
                        inputs(7).at(TransactionType.STOCK_LEVEL, terminal, 3L * terminal)))
                .extracting(TransactionInput.StockLevel::district)
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertThat(seen(
                        all(TransactionType.STOCK_LEVEL, TransactionInput.StockLevel.class),
                        TransactionInput.StockLevel::threshold))
                .isEqualTo(range(10, 20));
    }

    @Test
    void any_of_ten_carriers_delivers() {
        assertThat(seen(
                        all(TransactionType.DELIVERY, TransactionInput.Delivery.class),
                        TransactionInput.Delivery::carrier))
                .isEqualTo(range(1, 10));
    }

    private TransactionInputs inputs(long seed) {
        return new TransactionInputs(seed, homes, NuRandConstants.BENCHBASE);
    }

    private TransactionInput order(long seed, int terminal, long step) {
        return inputs(seed).at(TransactionType.NEW_ORDER, terminal, step);
    }

    private List<TransactionInput.NewOrder> orders() {
        return all(TransactionType.NEW_ORDER, TransactionInput.NewOrder.class);
    }

    private <T> List<T> all(TransactionType type, Class<T> kind) {
        TransactionInputs inputs = inputs(7);
        return IntStream.range(0, STEPS)
                .mapToObj(step -> kind.cast(inputs.at(type, step % 10, step)))
                .toList();
    }

    private static List<TransactionInput.OrderLine> lines(List<TransactionInput.NewOrder> orders) {
        return orders.stream().flatMap(order -> order.lines().stream()).toList();
    }

    private static boolean byLastName(TransactionInput.CustomerSelector customer) {
        return customer instanceof TransactionInput.CustomerSelector.ByLastName;
    }

    private static <T> double share(List<T> all, Predicate<T> wanted) {
        return (double) all.stream().filter(wanted).count() / all.size();
    }

    private static <T> List<Integer> seen(List<T> all, Function<T, Integer> value) {
        return all.stream().map(value).distinct().sorted().collect(Collectors.toList());
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }
}
