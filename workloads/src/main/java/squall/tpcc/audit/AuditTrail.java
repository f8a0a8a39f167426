package squall.tpcc.audit;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import squall.measure.WindowSummary;
import squall.tpcc.Scale;
import squall.tpcc.TransactionType;

/**
 * What the auditor of clause 9.2 wants counted. Fed by the transactions when they are completed, each once, whatever the number of its
 * attempts; warm-up counts too, since chance does not know of it. Any thread, without a lock.
 */
public final class AuditTrail {
    static final int FEWEST_LINES = 5;
    static final int MOST_LINES = 15;

    private final Scale scale;
    private final int terminals;
    private final Draws rollbacks = new Draws();
    private final Draws remoteLines = new Draws();
    private final Draws remotePayments = new Draws();
    private final Draws paymentsByLastName = new Draws();
    private final Draws statusesByLastName = new Draws();
    private final Draws skippingDeliveries = new Draws();
    private final List<LongAdder> ordersByLines = Stream.generate(LongAdder::new)
            .limit(MOST_LINES - FEWEST_LINES + 1L)
            .toList();
    private final Warehouses homes;
    private final Warehouses suppliers;
    private final Warehouses payers;
    private final Map<TransactionType, Waits> waits = new EnumMap<>(TransactionType.class);

    /** @param terminals that really ask, each for one transaction at a time; of this client */
    public AuditTrail(Scale scale, int terminals) {
        this.scale = scale;
        this.terminals = terminals;
        this.homes = new Warehouses(scale.total());
        this.suppliers = new Warehouses(scale.total());
        this.payers = new Warehouses(scale.total());
        for (TransactionType type : TransactionType.values()) {
            waits.put(type, new Waits());
        }
    }

    /**
     * A New-Order.
     *
     * @param rolledBack because of an item number that is not used, as 1 % must be
     * @param lines of the order, 5 to 15
     * @param remote how many of them another warehouse supplied; each of those is told to {@link #supplier}
     * @param warehouse the terminal's own
     */
    public void order(boolean rolledBack, int lines, int remote, int warehouse) {
        rollbacks.add(rolledBack);
        ordersByLines.get(lines - FEWEST_LINES).increment();
        remoteLines.add(lines, remote);
        homes.add(warehouse);
    }

    /** A warehouse other than the terminal's own supplied a line. */
    public void supplier(int warehouse) {
        suppliers.add(warehouse);
    }

    /**
     * A Payment.
     *
     * @param remote whether the customer is another warehouse's, which is told to {@link #payer}
     * @param warehouse the terminal's own
     */
    public void payment(boolean remote, boolean byLastName, int warehouse) {
        remotePayments.add(remote);
        paymentsByLastName.add(byLastName);
        homes.add(warehouse);
    }

    /** A warehouse other than the terminal's own has the paying customer. */
    public void payer(int warehouse) {
        payers.add(warehouse);
    }

    /** An Order-Status. */
    public void orderStatus(boolean byLastName) {
        statusesByLastName.add(byLastName);
    }

    /** A Delivery. @param skipped districts that had no order to deliver */
    public void delivery(int skipped) {
        skippingDeliveries.add(skipped > 0);
    }

    /** What a terminal waited before and after one transaction. */
    public void waited(TransactionType type, long keyingNs, long thinkNs) {
        waitsOf(type).add(keyingNs, thinkNs);
    }

    /** The auditor's opinion. @param measured whose mix is judged; the rest is judged over the whole run */
    public List<AuditLine> judge(WindowSummary measured) {
        return new Audit(this).lines(measured);
    }

    Scale scale() {
        return scale;
    }

    int terminals() {
        return terminals;
    }

    Draws rollbacks() {
        return rollbacks;
    }

    Draws remoteLines() {
        return remoteLines;
    }

    Draws remotePayments() {
        return remotePayments;
    }

    Draws paymentsByLastName() {
        return paymentsByLastName;
    }

    Draws statusesByLastName() {
        return statusesByLastName;
    }

    Draws skippingDeliveries() {
        return skippingDeliveries;
    }

    /** By number of lines, the fewest first. */
    List<Long> ordersByLines() {
        return ordersByLines.stream().map(LongAdder::sum).toList();
    }

    Warehouses homes() {
        return homes;
    }

    Warehouses suppliers() {
        return suppliers;
    }

    Warehouses payers() {
        return payers;
    }

    Waits waitsOf(TransactionType type) {
        return waits.computeIfAbsent(type, t -> new Waits());
    }
}
