package squall.tpcc.terminal;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import squall.tpcc.Scale;
import squall.tpcc.TransactionType;
import squall.tpcc.population.Chance;
import squall.tpcc.population.Constants;
import squall.tpcc.population.LastNames;
import squall.tpcc.population.NuRand;

/** What users enter: a function of seed, terminal and step, by the rules of 2.4.1, 2.5.1, 2.6.1, 2.7.1 and 2.8.1. One thread. */
public final class Inputs {
    /** Nobody loads an item of this number; only the database knows (2.4.1.5). */
    static final int UNUSED_ITEM = Scale.ITEMS + 1;

    private final long seed;
    private final Homes homes;
    private final NuRand lastNames;
    private final NuRand customers;
    private final NuRand items;
    private final Chance chance;

    /** @param seed the run's */
    public Inputs(long seed, Homes homes, Constants constants) {
        this.seed = homes.seed(seed);
        this.homes = homes;
        this.lastNames = constants.lastNames();
        this.customers = constants.customers();
        this.items = constants.items();
        this.chance = Chance.at(this.seed, 0, 0);
    }

    public Input at(TransactionType type, int terminal, long step) {
        Draw.INPUT.restart(chance, seed, terminal, step);
        int home = homes.warehouse(terminal);
        return switch (type) {
            case NEW_ORDER -> newOrder(home);
            case PAYMENT -> payment(home);
            case ORDER_STATUS -> new Input.OrderStatus(customer(home, district()));
            case DELIVERY -> new Input.Delivery(home, chance.between(1, 10));
            case STOCK_LEVEL -> new Input.StockLevel(home, homes.district(terminal), chance.between(10, 20));
        };
    }

    private Input.NewOrder newOrder(int home) {
        int district = district();
        int customer = customers.draw(chance);
        int count = chance.between(5, 15);
        boolean unused = chance.percent(1);
        List<OrderLine> lines = IntStream.rangeClosed(1, count)
                .mapToObj(number -> line(home, number, unused && number == count))
                .toList();
        return new Input.NewOrder(home, district, customer, lines);
    }

    private OrderLine line(int home, int number, boolean unused) {
        int item = items.draw(chance);
        int supplier = chance.percent(1) ? other(home) : home;
        return new OrderLine(number, unused ? UNUSED_ITEM : item, supplier, chance.between(1, 10));
    }

    private Input.Payment payment(int home) {
        int district = district();
        boolean remote = chance.percent(15) && homes.scale().total() > 1;
        Customer payer = remote ? customer(other(home), district()) : customer(home, district);
        return new Input.Payment(home, district, payer, BigDecimal.valueOf(chance.between(1_00, 5_000_00), 2));
    }

    private Customer customer(int warehouse, int district) {
        return chance.percent(60)
                ? new Customer.ByLastName(warehouse, district, LastNames.of(lastNames.draw(chance)))
                : new Customer.ById(warehouse, district, customers.draw(chance));
    }

    private int district() {
        return chance.between(1, Scale.DISTRICTS);
    }

    /** Any warehouse of the database but this one; this one where there is no other. */
    private int other(int warehouse) {
        int total = homes.scale().total();
        if (total == 1) {
            return warehouse;
        }
        int drawn = chance.between(1, total - 1);
        return drawn < warehouse ? drawn : drawn + 1;
    }
}
