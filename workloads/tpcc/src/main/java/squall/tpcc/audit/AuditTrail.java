package squall.tpcc.audit;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import squall.measure.WindowSummary;
import squall.tpcc.TransactionType;
import squall.tpcc.WarehouseScale;

/**
 * What the auditor of clause 9.2 wants counted. Fed by the transactions when they are completed, each once, whatever the number of its
 * attempts; warm-up counts too, since chance does not know of it. Any thread, without a lock.
 */
public final class AuditTrail {
    static final int FEWEST_LINES = 5;
    static final int MOST_LINES = 15;

    private final WarehouseScale scale;
    private final int terminals;
    private final DrawCounts rollbacks = new DrawCounts();
    private final DrawCounts remoteLines = new DrawCounts();
    private final DrawCounts remotePayments = new DrawCounts();
    private final DrawCounts paymentsByLastName = new DrawCounts();
    private final DrawCounts statusesByLastName = new DrawCounts();
    private final DrawCounts skippingDeliveries = new DrawCounts();
    private final List<LongAdder> ordersByLines = Stream.generate(LongAdder::new)
            .limit(MOST_LINES - FEWEST_LINES + 1L)
            .toList();
    private final WarehouseSet homes;
    private final WarehouseSet suppliers;
    private final WarehouseSet payers;
    private final Map<TransactionType, MeasuredWaits> waits = new EnumMap<>(TransactionType.class);

    /** @param terminals that really ask, each for one transaction at a time; of this client */
    public AuditTrail(WarehouseScale scale, int terminals) {
        this.scale = scale;
        this.terminals = terminals;
        this.homes = new WarehouseSet(scale.total());
        this.suppliers = new WarehouseSet(scale.total());
        this.payers = new WarehouseSet(scale.total());
        for (TransactionType type : TransactionType.values()) {
            waits.put(type, new MeasuredWaits());
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
        return new TpccAudit(this).lines(measured);
    }

    WarehouseScale scale() {
        return scale;
    }

    int terminals() {
        return terminals;
    }

    DrawCounts rollbacks() {
        return rollbacks;
    }

    DrawCounts remoteLines() {
        return remoteLines;
    }

    DrawCounts remotePayments() {
        return remotePayments;
    }

    DrawCounts paymentsByLastName() {
        return paymentsByLastName;
    }

    DrawCounts statusesByLastName() {
        return statusesByLastName;
    }

    DrawCounts skippingDeliveries() {
        return skippingDeliveries;
    }

    /** By number of lines, the fewest first. */
    List<Long> ordersByLines() {
        return ordersByLines.stream().map(LongAdder::sum).toList();
    }

    WarehouseSet homes() {
        return homes;
    }

    WarehouseSet suppliers() {
        return suppliers;
    }

    WarehouseSet payers() {
        return payers;
    }

    MeasuredWaits waitsOf(TransactionType type) {
        return waits.computeIfAbsent(type, t -> new MeasuredWaits());
    }

    /** How often chance decided something, and how often in one of the two ways. Any thread, without a lock. */
    static final class DrawCounts {
        private final LongAdder all = new LongAdder();
        private final LongAdder hits = new LongAdder();

        void add(boolean hit) {
            add(1, hit ? 1 : 0);
        }

        void add(int more, int moreHits) {
            all.add(more);
            if (moreHits > 0) {
                hits.add(moreHits);
            }
        }

        long all() {
            return all.sum();
        }

        long hits() {
            return hits.sum();
        }

        double share() {
            return (double) hits() / all();
        }
    }

    /** What terminals waited around the transactions of one type. Any thread, without a lock. */
    static final class MeasuredWaits {
        private final LongAdder count = new LongAdder();
        private final LongAdder keyingNs = new LongAdder();
        private final LongAdder thinkNs = new LongAdder();

        void add(long keying, long think) {
            count.increment();
            keyingNs.add(keying);
            thinkNs.add(think);
        }

        long count() {
            return count.sum();
        }

        double meanKeyingSeconds() {
            return keyingNs.sum() / 1e9 / count();
        }

        double meanThinkSeconds() {
            return thinkNs.sum() / 1e9 / count();
        }
    }

    /** Which warehouses something happened to. Any thread, without a lock. */
    static final class WarehouseSet {
        private final AtomicIntegerArray seen;

        /** @param total they are numbered from 1 to this */
        WarehouseSet(int total) {
            seen = new AtomicIntegerArray(total + 1);
        }

        void add(int warehouse) {
            if (seen.getPlain(warehouse) == 0) { // all but the first time nothing is written, so no cache line travels
                seen.set(warehouse, 1);
            }
        }

        int count() {
            int count = 0;
            for (int warehouse = 1; warehouse < seen.length(); warehouse++) {
                count += seen.get(warehouse);
            }
            return count;
        }
    }

    /**
     * One check of the auditor.
     *
     * @param clause of the specification
     * @param detail the value found and the value required, one line
     */
    public record AuditLine(String clause, AuditVerdict verdict, String detail) {
        /** What the auditor says. None of it concerns the data, so none of it is a failed check of the data. */
        public enum AuditVerdict {
            PASS,
            /** The run is no TPC-C by this clause. */
            FAIL,
            /** Too little was counted to tell a wrong run from chance. */
            SKIP,
            /** The clause asks nothing of a run of this scale. */
            NOT_APPLICABLE
        }

        /** {@code Audit check 9.2.2.5.1: PASS: …} */
        public String text() {
            String word = verdict == AuditVerdict.NOT_APPLICABLE ? "not applicable" : verdict.name();
            return "Audit check " + clause + ": " + word + ": " + detail;
        }
    }
}
