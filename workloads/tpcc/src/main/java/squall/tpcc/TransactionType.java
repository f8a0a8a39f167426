package squall.tpcc;

import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** Transaction of TPC-C (clauses 2.4 to 2.8) with the limits that clause 5.2 sets for it, in the order of BenchBase's weights. */
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

    /** Finds the type with a label; empty for any other operation, such as a deferred Delivery. */
    public static Optional<TransactionType> labelled(String label) {
        return Arrays.stream(values()).filter(type -> type.label.equals(label)).findFirst();
    }

    /** Returns the name in BenchBase's files and in Squall's. */
    public String label() {
        return label;
    }

    /** Returns the name of its cold executions. */
    public String coldLabel() {
        return label + "Cold";
    }

    /** Returns the name of the part that is executed later, if it is queued (2.7.2): of a Delivery. */
    public String deferredLabel() {
        return label + "Deferred";
    }

    /** Returns the minimum keying time (5.2.5.2). */
    public Duration keying() {
        return keying;
    }

    /** Returns the minimum mean of the think time (5.2.5.4). */
    public Duration meanThink() {
        return meanThink;
    }

    /** Returns the limit of the 90th percentile of the response times (5.2.5.3); for Delivery, of the queueing. */
    public Duration limit() {
        return limit;
    }

    /** Returns the minimum share of all transactions, in percent (5.2.3). */
    public int minimumPercent() {
        return minimumPercent;
    }
}
