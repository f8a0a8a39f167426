package squall.tpcc.loading;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import squall.tpcc.schema.Table;

/**
 * What one connection brings without a pause: tables of one warehouse, one after another.
 *
 * @param warehouse {@link Notes#ITEMS} for the items
 */
record Piece(int warehouse, List<Table> tables) {
    /** The items belong to no warehouse. */
    static final Piece ITEMS = new Piece(Notes.ITEMS, List.of(Table.ITEM));

    /** The largest first, so that what is under way at the end is small. */
    private static final List<List<Table>> BY_SIZE = List.of(
            List.of(Table.ORDER_LINE),
            List.of(Table.STOCK),
            List.of(Table.CUSTOMER),
            List.of(Table.OORDER, Table.NEW_ORDER),
            List.of(Table.HISTORY),
            List.of(Table.WAREHOUSE, Table.DISTRICT));

    Piece {
        tables = List.copyOf(tables);
    }

    /** Tables side by side, warehouse after warehouse: where nothing says which row must come first. */
    static List<Piece> sideBySide(SortedSet<Integer> warehouses) {
        List<Piece> pieces = new ArrayList<>();
        for (int warehouse : warehouses) {
            BY_SIZE.forEach(tables -> pieces.add(new Piece(warehouse, tables)));
        }
        return pieces;
    }

    /** Warehouses side by side, the tables of each in the order that foreign keys want. */
    static List<Piece> inOrder(SortedSet<Integer> warehouses) {
        List<Table> tables =
                Arrays.stream(Table.values()).filter(Table::perWarehouse).toList();
        return warehouses.stream()
                .map(warehouse -> new Piece(warehouse, tables))
                .toList();
    }
}
