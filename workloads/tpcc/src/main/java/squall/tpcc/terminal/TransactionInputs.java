package squall.tpcc.terminal;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;
import squall.tpcc.population.LastNames;
import squall.tpcc.population.NuRandConstants;
import squall.tpcc.population.NuRandConstants.NuRand;
import squall.tpcc.population.SeededRandom;
import squall.tpcc.terminal.TransactionInput.CustomerSelector;
import squall.tpcc.terminal.TransactionInput.OrderLine;

/** Generator of users' inputs: a function of seed, terminal and step, by the rules of 2.4.1, 2.5.1, 2.6.1, 2.7.1 and 2.8.1. One thread. */
public final class TransactionInputs {
    /** Number of an item that no load has; only the database detects this (2.4.1.5). */
    static final int UNUSED_ITEM = WarehouseScale.ITEMS + 1;

    private final long seed;
    private final TerminalHomes homes;
    private final NuRand lastNames;
    private final NuRand customers;
    private final NuRand items;
    private final SeededRandom chance;

    /** @param seed the run's */
    public TransactionInputs(long seed, TerminalHomes homes, NuRandConstants constants) {
        this.seed = homes.seed(seed);
        this.homes = homes;
        this.lastNames = constants.lastNames();
        this.customers = constants.customers();
        this.items = constants.items();
        this.chance = SeededRandom.at(this.seed, 0, 0);
    }

    public TransactionInput at(TransactionType type, int terminal, long step) {
        RandomDraw.INPUT.restart(chance, seed, terminal, step);
        int home = homes.warehouse(terminal);
        return switch (type) {
            case NEW_ORDER -> newOrder(home);
            case PAYMENT -> payment(home);
            case ORDER_STATUS -> new TransactionInput.OrderStatus(customer(home, district()));
            case DELIVERY -> new TransactionInput.Delivery(home, chance.between(1, 10));
            case STOCK_LEVEL -> new TransactionInput.StockLevel(home, homes.district(terminal), chance.between(10, 20));
        };
    }

    private TransactionInput.NewOrder newOrder(int home) {
        int district = district();
        int customer = customers.draw(chance);
        int count = chance.between(5, 15);
        boolean unused = chance.percent(1);
        List<OrderLine> lines = IntStream.rangeClosed(1, count)
                .mapToObj(number -> line(home, number, unused && number == count))
                .toList();
        return new TransactionInput.NewOrder(home, district, customer, lines);
    }

    private OrderLine line(int home, int number, boolean unused) {
        int item = items.draw(chance);
        int supplier = chance.percent(1) ? other(home) : home;
        return new OrderLine(number, unused ? UNUSED_ITEM : item, supplier, chance.between(1, 10));
    }

    private TransactionInput.Payment payment(int home) {
        int district = district();
        boolean remote = chance.percent(15) && homes.scale().total() > 1;
        CustomerSelector payer = remote ? customer(other(home), district()) : customer(home, district);
        return new TransactionInput.Payment(
                home, district, payer, BigDecimal.valueOf(chance.between(1_00, 5_000_00), 2));
    }

    private CustomerSelector customer(int warehouse, int district) {
        return chance.percent(60)
                ? new CustomerSelector.ByLastName(warehouse, district, LastNames.of(lastNames.draw(chance)))
                : new CustomerSelector.ById(warehouse, district, customers.draw(chance));
    }

    private int district() {
        return chance.between(1, WarehouseScale.DISTRICTS);
    }

    /** Draws any warehouse of the database but this one; returns this one if there is no other. */
    private int other(int warehouse) {
        int total = homes.scale().total();
        if (total == 1) {
            return warehouse;
        }
        int drawn = chance.between(1, total - 1);
        return drawn < warehouse ? drawn : drawn + 1;
    }
}
