package squall.tpcc;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** The five transactions (clause 2.4 to 2.8) with what clause 5.2.5 demands of each. In the order of their weights in BenchBase's files. */
public enum TransactionType {
    NEW_ORDER("NewOrder", 18, 12, 5, 0),
    PAYMENT("Payment", 3, 12, 5, 43),
    ORDER_STATUS("OrderStatus", 2, 10, 5, 4),
    DELIVERY("Delivery", 2, 5, 5, 4),
    STOCK_LEVEL("StockLevel", 2, 5, 20, 4);

    private final String label;
    private final Duration keying;
    private final Duration meanThink;
    private final Duration limit;
    private final int minimumPercent;

    TransactionType(String label, int keyingSeconds, int thinkSeconds, int limitSeconds, int minimumPercent) {
        this.label = label;
        this.keying = Duration.ofSeconds(keyingSeconds);
        this.meanThink = Duration.ofSeconds(thinkSeconds);
        this.limit = Duration.ofSeconds(limitSeconds);
        this.minimumPercent = minimumPercent;
    }

    /** Empty if it is none of the five, as a Delivery that was deferred. */
    public static Optional<TransactionType> labelled(String label) {
        return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
    }

    /** The name in BenchBase's files and in Squall's. */
    public String label() {
        return label;
    }

    /** The name of its executions that only come before those that count. */
    public String coldLabel() {
        return label + "Cold";
    }

    /** How long the terminal's user types, at least (5.2.5.2). */
    public Duration keying() {
        return keying;
    }

    /** Mean of the think time after the answer, at least (5.2.5.4). */
    public Duration meanThink() {
        return meanThink;
    }

    /** 90 % of the response times must be below (5.2.5.3); for Delivery, of the queueing. */
    public Duration limit() {
        return limit;
    }

    /** Least share of all transactions, in percent (5.2.3). */
    public int minimumPercent() {
        return minimumPercent;
    }
}
