package squall.tpcc.population;

final class NewOrderRows implements Rows {
    private final int warehouse;
    private final Walk walk = new Walk(Population.FIRST_NEW_ORDER, Population.ORDERS);

    NewOrderRows(int warehouse) {
        this.warehouse = warehouse;
    }

    @Override
    public boolean next(RowSink sink) {
        if (!walk.next()) {
            return false;
        }
        sink.whole(warehouse);
        sink.whole(walk.district());
        sink.whole(walk.number());
        sink.endRow();
        return true;
    }
}
