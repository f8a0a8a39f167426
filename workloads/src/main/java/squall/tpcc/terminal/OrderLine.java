package squall.tpcc.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One line of a New-Order.
 *
 * @param number from 1
 * @param item its number, which only the database knows to be valid
 * @param supplier the warehouse whose stock it is taken from
 */
public record OrderLine(int number, int item, int supplier, int quantity) {
    private static final Comparator<OrderLine> BY_STOCK = Comparator.comparingInt(OrderLine::supplier)
            .thenComparingInt(OrderLine::item)
            .thenComparingInt(OrderLine::number);

    /**
     * Lines in the order in which all orders lock rows of stock, so that no two wait for each other; a row that is asked for again waits
     * for the next round, since one statement changes a row once only.
     */
    public static List<List<OrderLine>> rounds(List<OrderLine> lines) {
        List<List<OrderLine>> rounds = new ArrayList<>();
        int round = 0;
        OrderLine previous = null;
        for (OrderLine line : lines.stream().sorted(BY_STOCK).toList()) {
            round = previous != null && line.sameStock(previous) ? round + 1 : 0;
            if (round == rounds.size()) {
                rounds.add(new ArrayList<>());
            }
            rounds.get(round).add(line);
            previous = line;
        }
        return rounds;
    }

    private boolean sameStock(OrderLine other) {
        return item == other.item && supplier == other.supplier;
    }
}
