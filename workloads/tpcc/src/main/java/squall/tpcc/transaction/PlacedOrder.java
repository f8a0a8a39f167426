package squall.tpcc.transaction;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.Outcome;

/**
 * What a New-Order's user is shown (2.4.3).
 *
 * @param id its number within the district
 * @param factor what the customer's discount and the taxes make of an amount
 * @param lines those whose item exists
 */
public record PlacedOrder(int id, BigDecimal factor, List<Line> lines, End end) {
    /** How the transaction ends. */
    public enum End {
        PLACED,
        /** An item does not exist: all was rolled back. */
        ROLLED_BACK,
        /** Warehouse, district or customer do not exist: nothing was done. */
        MISSING
    }

    /** @param generic {@code B} for the brand, {@code G} for a generic item @param stock after the order */
    public record Line(int number, String name, int stock, String generic, BigDecimal price, BigDecimal amount) {
        /** Reads the columns number, name, stock, brand, price and amount, beginning at {@code column}. */
        static Line read(ResultSet row, int column) throws SQLException {
            return new Line(
                    row.getInt(column),
                    row.getString(column + 1),
                    row.getInt(column + 2),
                    row.getString(column + 3),
                    row.getBigDecimal(column + 4),
                    row.getBigDecimal(column + 5));
        }

        /** From the row that the cursor is on; a row without a number stands for no line. */
        static List<Line> rest(ResultSet rows, int column) throws SQLException {
            List<Line> lines = new ArrayList<>();
            do {
                if (rows.getInt(column) > 0) {
                    lines.add(read(rows, column));
                }
            } while (rows.next());
            return lines;
        }
    }

    public static final PlacedOrder MISSING = new PlacedOrder(0, BigDecimal.ONE, List.of(), End.MISSING);

    public PlacedOrder {
        lines = List.copyOf(lines);
    }

    /** What the customer pays (2.4.3.3). */
    public BigDecimal total() {
        return lines.stream()
                .map(Line::amount)
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .multiply(factor)
                .setScale(2, RoundingMode.HALF_UP);
    }

    /** As it is counted. */
    public Outcome outcome() {
        return switch (end) {
            case PLACED -> Outcome.OK;
            case ROLLED_BACK -> TpccOutcomes.ROLLED_BACK;
            case MISSING -> TpccOutcomes.missing("New-Order: no such warehouse, district or customer");
        };
    }

    PlacedOrder with(List<Line> further) {
        return new PlacedOrder(
                id, factor, Stream.concat(lines.stream(), further.stream()).toList(), end);
    }

    PlacedOrder endedBy(End other) {
        return new PlacedOrder(id, factor, lines, other);
    }
}
