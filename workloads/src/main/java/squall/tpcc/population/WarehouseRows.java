package squall.tpcc.population;

final class WarehouseRows implements Rows {
    private final Chance chance;
    private final Words words;
    private final int warehouse;
    private boolean done;

    WarehouseRows(Chance chance, int warehouse) {
        this.chance = chance;
        this.words = new Words(chance);
        this.warehouse = warehouse;
    }

    @Override
    public boolean next(RowSink sink) {
        if (done) {
            return false;
        }
        done = true;
        sink.whole(warehouse);
        sink.decimal(300_000_00, 2);
        sink.decimal(chance.between(0, 2000), 4);
        words.word(sink, 6, 10);
        words.address(sink);
        sink.endRow();
        return true;
    }
}
