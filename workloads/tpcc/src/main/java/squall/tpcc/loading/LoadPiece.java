package squall.tpcc.loading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import squall.tpcc.schema.TpccTable;

/**
 * What one connection brings without a pause: tables of one warehouse, one after another.
 *
 * @param warehouse {@link LoadNotes#ITEMS} for the items
 */
record LoadPiece(int warehouse, List<TpccTable> tables) {
    /** The items belong to no warehouse. */
    static final LoadPiece ITEMS = new LoadPiece(LoadNotes.ITEMS, List.of(TpccTable.ITEM));

    /** The largest first, so that what is under way at the end is small. */
    private static final List<List<TpccTable>> BY_SIZE = List.of(
            List.of(TpccTable.ORDER_LINE),
            List.of(TpccTable.STOCK),
            List.of(TpccTable.CUSTOMER),
            List.of(TpccTable.OORDER, TpccTable.NEW_ORDER),
            List.of(TpccTable.HISTORY),
            List.of(TpccTable.WAREHOUSE, TpccTable.DISTRICT));

    LoadPiece {
        tables = List.copyOf(tables);
    }

    /** Tables side by side, warehouse after warehouse: where nothing says which row must come first. */
    static List<LoadPiece> sideBySide(SortedSet<Integer> warehouses) {
        List<LoadPiece> pieces = new ArrayList<>();
        for (int warehouse : warehouses) {
            BY_SIZE.forEach(tables -> pieces.add(new LoadPiece(warehouse, tables)));
        }
        return pieces;
    }

    /** Warehouses side by side, the tables of each in the order that foreign keys want. */
    static List<LoadPiece> inOrder(SortedSet<Integer> warehouses) {
        List<TpccTable> tables = Arrays.stream(TpccTable.values())
                .filter(TpccTable::perWarehouse)
                .toList();
        return warehouses.stream()
                .map(warehouse -> new LoadPiece(warehouse, tables))
                .toList();
    }
}
