package squall.tpcc.population;

import java.time.LocalDateTime;
import squall.tpcc.Scale;

final class OrderLineRows implements Rows {
    private final Chance chance;
    private final Words words;
    private final Orders orders;
    private final LocalDateTime moment;
    private final Walk walk = new Walk(1, Population.ORDERS);
    private int line;
    private int lines;

    OrderLineRows(Chance chance, Orders orders, LocalDateTime moment) {
        this.chance = chance;
        this.words = new Words(chance);
        this.orders = orders;
        this.moment = moment;
    }

    @Override
    public boolean next(RowSink sink) {
        if (line == lines && !nextOrder()) {
            return false;
        }
        line++;
        boolean delivered = Orders.delivered(walk.number());
        sink.whole(orders.warehouse());
        sink.whole(walk.district());
        sink.whole(walk.number());
        sink.whole(line);
        sink.whole(chance.between(1, Scale.ITEMS));
        if (delivered) {
            sink.moment(moment);
        } else {
            sink.none();
        }
        sink.decimal(delivered ? 0 : chance.between(1, 9_999_99), 2);
        sink.whole(orders.warehouse());
        sink.whole(5);
        words.word(sink, 24, 24);
        sink.endRow();
        return true;
    }

    private boolean nextOrder() {
        if (!walk.next()) {
            return false;
        }
        line = 0;
        lines = orders.lines(walk.district(), walk.number());
        return true;
    }
}
