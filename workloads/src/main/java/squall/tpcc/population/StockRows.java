package squall.tpcc.population;

import squall.tpcc.Scale;

final class StockRows implements Rows {
    private final Chance chance;
    private final Words words;
    private final int warehouse;
    private int item;

    StockRows(Chance chance, int warehouse) {
        this.chance = chance;
        this.words = new Words(chance);
        this.warehouse = warehouse;
    }

    @Override
    public boolean next(RowSink sink) {
        if (item == Scale.ITEMS) {
            return false;
        }
        sink.whole(warehouse);
        sink.whole(++item);
        sink.whole(chance.between(10, 100));
        sink.whole(0);
        sink.whole(0);
        sink.whole(0);
        words.data(sink, 26, 50);
        for (int district = 1; district <= Scale.DISTRICTS; district++) {
            words.word(sink, 24, 24);
        }
        sink.endRow();
        return true;
    }
}
