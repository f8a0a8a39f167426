package squall.tpcc.population;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.LocalDateTime;
import squall.tpcc.Scale;

final class CustomerRows implements Rows {
    private static final byte[] GOOD = "GC".getBytes(US_ASCII);
    private static final byte[] BAD = "BC".getBytes(US_ASCII);
    private static final byte[] MIDDLE = "OE".getBytes(US_ASCII);

    private final Chance chance;
    private final Words words;
    private final int warehouse;
    private final LocalDateTime moment;
    private final NuRand lastNames;
    private final Walk walk = new Walk(1, Scale.CUSTOMERS_PER_DISTRICT);

    CustomerRows(Chance chance, int warehouse, LocalDateTime moment, NuRand lastNames) {
        this.chance = chance;
        this.words = new Words(chance);
        this.warehouse = warehouse;
        this.moment = moment;
        this.lastNames = lastNames;
    }

    @Override
    public boolean next(RowSink sink) {
        if (!walk.next()) {
            return false;
        }
        sink.whole(warehouse);
        sink.whole(walk.district());
        sink.whole(walk.number());
        sink.decimal(chance.between(0, 5000), 4);
        sink.text(chance.percent(10) ? BAD : GOOD, 2);
        byte[] last = LastNames.ascii(lastName(walk.number()));
        sink.text(last, last.length);
        words.word(sink, 8, 16);
        account(sink);
        words.address(sink);
        words.digits(sink, 16);
        sink.moment(moment);
        sink.text(MIDDLE, 2);
        words.word(sink, 300, 500);
        sink.endRow();
        return true;
    }

    /** Each name once, then as often as draws have it (4.3.2.3). */
    private int lastName(int customer) {
        return customer <= LastNames.COUNT ? customer - 1 : lastNames.draw(chance);
    }

    private static void account(RowSink sink) {
        sink.decimal(50_000_00, 2);
        sink.decimal(-10_00, 2);
        sink.decimal(10_00, 2);
        sink.whole(1);
        sink.whole(0);
    }
}
