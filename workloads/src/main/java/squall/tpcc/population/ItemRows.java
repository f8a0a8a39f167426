package squall.tpcc.population;

import squall.tpcc.Scale;

final class ItemRows implements Rows {
    private final Chance chance;
    private final Words words;
    private int item;

    ItemRows(Chance chance) {
        this.chance = chance;
        this.words = new Words(chance);
    }

    @Override
    public boolean next(RowSink sink) {
        if (item == Scale.ITEMS) {
            return false;
        }
        sink.whole(++item);
        words.word(sink, 14, 24);
        sink.decimal(chance.between(1_00, 100_00), 2);
        words.data(sink, 26, 50);
        sink.whole(chance.between(1, 10_000));
        sink.endRow();
        return true;
    }
}
