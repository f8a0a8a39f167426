package squall.tpcc.population;

import squall.tpcc.Scale;

final class DistrictRows implements Rows {
    private final Chance chance;
    private final Words words;
    private final int warehouse;
    private int district;

    DistrictRows(Chance chance, int warehouse) {
        this.chance = chance;
        this.words = new Words(chance);
        this.warehouse = warehouse;
    }

    @Override
    public boolean next(RowSink sink) {
        if (district == Scale.DISTRICTS) {
            return false;
        }
        sink.whole(warehouse);
        sink.whole(++district);
        sink.decimal(30_000_00, 2);
        sink.decimal(chance.between(0, 2000), 4);
        sink.whole(Population.ORDERS + 1);
        words.word(sink, 6, 10);
        words.address(sink);
        sink.endRow();
        return true;
    }
}
