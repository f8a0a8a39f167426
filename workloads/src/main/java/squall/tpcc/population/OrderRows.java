package squall.tpcc.population;

import java.time.LocalDateTime;
import java.util.stream.IntStream;
import squall.tpcc.Scale;

final class OrderRows implements Rows {
    private final Chance chance;
    private final Orders orders;
    private final LocalDateTime moment;
    private final Walk walk = new Walk(1, Population.ORDERS);
    private final int[] customers = IntStream.rangeClosed(1, Scale.CUSTOMERS_PER_DISTRICT).toArray();

    OrderRows(Chance chance, Orders orders, LocalDateTime moment) {
        this.chance = chance;
        this.orders = orders;
        this.moment = moment;
    }

    @Override
    public boolean next(RowSink sink) {
        if (!walk.next()) {
            return false;
        }
        if (walk.begins()) {
            shuffle();
        }
        sink.whole(orders.warehouse());
        sink.whole(walk.district());
        sink.whole(walk.number());
        sink.whole(customers[walk.number() - 1]);
        if (Orders.delivered(walk.number())) {
            sink.whole(chance.between(1, 10));
        } else {
            sink.none();
        }
        sink.whole(orders.lines(walk.district(), walk.number()));
        sink.whole(1);
        sink.moment(moment);
        sink.endRow();
        return true;
    }

    /** Each district's orders come from its customers in an order of their own; a shuffle of any order is as good as of the first. */
    private void shuffle() {
        for (int left = customers.length; left > 1; left--) {
            int other = chance.below(left);
            int customer = customers[left - 1];
            customers[left - 1] = customers[other];
            customers[other] = customer;
        }
    }
}
