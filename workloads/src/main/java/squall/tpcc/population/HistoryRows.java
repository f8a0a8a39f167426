package squall.tpcc.population;

import java.time.LocalDateTime;
import squall.tpcc.Scale;

final class HistoryRows implements Rows {
    private final Words words;
    private final int warehouse;
    private final LocalDateTime moment;
    private final Walk walk = new Walk(1, Scale.CUSTOMERS_PER_DISTRICT);

    HistoryRows(Chance chance, int warehouse, LocalDateTime moment) {
        this.words = new Words(chance);
        this.warehouse = warehouse;
        this.moment = moment;
    }

    @Override
    public boolean next(RowSink sink) {
        if (!walk.next()) {
            return false;
        }
        sink.whole(walk.number());
        sink.whole(walk.district());
        sink.whole(warehouse);
        sink.whole(walk.district());
        sink.whole(warehouse);
        sink.moment(moment);
        sink.decimal(10_00, 2);
        words.word(sink, 12, 24);
        sink.endRow();
        return true;
    }
}
