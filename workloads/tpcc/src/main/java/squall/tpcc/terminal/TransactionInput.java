package squall.tpcc.terminal;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Input of a user for one transaction (2.4.1, 2.5.1, 2.6.1, 2.7.1, 2.8.1); the same on every attempt. */
public sealed interface TransactionInput {
    /** Returns the warehouse of the transaction: the terminal's home. */
    int warehouse();

    /** @param lines as they were typed, numbered from 1 */
    record NewOrder(int warehouse, int district, int customer, List<OrderLine> lines) implements TransactionInput {
        public NewOrder {
            lines = List.copyOf(lines);
        }

        /** Returns the number of lines that another warehouse supplies. */
        public int remoteLines() {
            return (int)
                    lines.stream().filter(line -> line.supplier() != warehouse).count();
        }
    }

    /** @param payer may be a customer of another warehouse */
    record Payment(int warehouse, int district, CustomerSelector payer, BigDecimal amount) implements TransactionInput {
        public boolean remote() {
            return payer.warehouse() != warehouse;
        }
    }

    record OrderStatus(CustomerSelector customer) implements TransactionInput {
        @Override
        public int warehouse() {
            return customer.warehouse();
        }
    }

    record Delivery(int warehouse, int carrier) implements TransactionInput {}

    record StockLevel(int warehouse, int district, int threshold) implements TransactionInput {}

    /** Reference of a user to a customer: by number, or by last name, which several may share. */
    sealed interface CustomerSelector {
        int warehouse();

        int district();

        record ById(int warehouse, int district, int id) implements CustomerSelector {}

        /** Reference to the middle one, rounded up, of all who share the name, by first name (2.5.2.2, 2.6.2.2). */
        record ByLastName(int warehouse, int district, String last) implements CustomerSelector {}
    }

    /**
     * Line of a New-Order.
     *
     * @param number from 1
     * @param item number of the item; only the database knows whether it is valid
     * @param supplier the warehouse whose stock it is taken from
     */
    record OrderLine(int number, int item, int supplier, int quantity) {
        private static final Comparator<OrderLine> BY_STOCK = Comparator.comparingInt(OrderLine::supplier)
                .thenComparingInt(OrderLine::item)
                .thenComparingInt(OrderLine::number);

        /**
         * Returns the lines in the order in which all orders lock rows of stock, so that no two wait for each other; a row that is asked
         * for again waits for the next round, since one statement changes a row once only.
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
}
