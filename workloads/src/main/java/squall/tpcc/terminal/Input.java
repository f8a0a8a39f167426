package squall.tpcc.terminal;

import java.math.BigDecimal;
import java.util.List;

/** What a user enters for one transaction (2.4.1, 2.5.1, 2.6.1, 2.7.1, 2.8.1); the same on every attempt. */
public sealed interface Input {
    /** The warehouse it is about: the terminal's home. */
    int warehouse();

    /** @param lines as they were typed, numbered from 1 */
    record NewOrder(int warehouse, int district, int customer, List<OrderLine> lines) implements Input {
        public NewOrder {
            lines = List.copyOf(lines);
        }

        /** How many lines another warehouse supplies. */
        public int remoteLines() {
            return (int)
                    lines.stream().filter(line -> line.supplier() != warehouse).count();
        }
    }

    /** @param payer may be a customer of another warehouse */
    record Payment(int warehouse, int district, Customer payer, BigDecimal amount) implements Input {
        public boolean remote() {
            return payer.warehouse() != warehouse;
        }
    }

    record OrderStatus(Customer customer) implements Input {
        @Override
        public int warehouse() {
            return customer.warehouse();
        }
    }

    record Delivery(int warehouse, int carrier) implements Input {}

    record StockLevel(int warehouse, int district, int threshold) implements Input {}
}
