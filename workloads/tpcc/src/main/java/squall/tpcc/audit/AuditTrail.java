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
 * Record of what the auditor of clause 9.2 asks for. Each completed transaction is counted once, however many attempts it took; those of
 * the warm-up count too, since the random draws are the same there. Any thread, without a lock.
 */
public final class AuditTrail {
    static final int FEWEST_LINES = 5;
    static final int MOST_LINES = 15;

    final WarehouseScale scale;
    final int terminals;
    final DrawCounts rollbacks = new DrawCounts();
    final DrawCounts remoteLines = new DrawCounts();
    final DrawCounts remotePayments = new DrawCounts();
    final DrawCounts paymentsByLastName = new DrawCounts();
    final DrawCounts statusesByLastName = new DrawCounts();
    final DrawCounts skippingDeliveries = new DrawCounts();
    private final List<LongAdder> ordersByLines = Stream.generate(LongAdder::new)
            .limit(MOST_LINES - FEWEST_LINES + 1L)
            .toList();
    final WarehouseSet homes;
    final WarehouseSet suppliers;
    final WarehouseSet payers;
    private final Map<TransactionType, MeasuredWaits> waits = new EnumMap<>(TransactionType.class);

    /** @param terminals number of this client's terminals that ask for one transaction at a time */
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
     * Counts a New-Order.
     *
     * @param rolledBack whether it was rolled back because of an unused item number, as 1 % must be
     * @param lines number of lines of the order, 5 to 15
     * @param remote number of lines that another warehouse supplied; the caller reports each of them to {@link #supplier} too
     * @param warehouse the terminal's own
     */
    public void order(boolean rolledBack, int lines, int remote, int warehouse) {
        rollbacks.add(rolledBack);
        ordersByLines.get(lines - FEWEST_LINES).increment();
        remoteLines.add(lines, remote);
        homes.add(warehouse);
    }

    /** Records that a warehouse other than the terminal's own supplied a line. */
    public void supplier(int warehouse) {
        suppliers.add(warehouse);
    }

    /**
     * Counts a Payment.
     *
     * @param remote whether the customer belongs to another warehouse; the caller reports that warehouse to {@link #payer} too
     * @param warehouse the terminal's own
     */
    public void payment(boolean remote, boolean byLastName, int warehouse) {
        remotePayments.add(remote);
        paymentsByLastName.add(byLastName);
        homes.add(warehouse);
    }

    /** Records that the paying customer belongs to a warehouse other than the terminal's own. */
    public void payer(int warehouse) {
        payers.add(warehouse);
    }

    /** Counts an Order-Status. */
    public void orderStatus(boolean byLastName) {
        statusesByLastName.add(byLastName);
    }

    /** Counts a Delivery. @param skipped number of districts that had no order to deliver */
    public void delivery(int skipped) {
        skippingDeliveries.add(skipped > 0);
    }

    /** Adds the keying time and the think time of one transaction, in nanoseconds. */
    public void waited(TransactionType type, long keyingNs, long thinkNs) {
        waitsOf(type).add(keyingNs, thinkNs);
    }

    /** Returns the auditor's checks. @param measured the window whose mix is judged; everything else is judged over the whole run */
    public List<AuditLine> judge(WindowSummary measured) {
        return new TpccAudit(this).lines(measured);
    }

    /** Returns the number of orders for each number of lines, the fewest lines first. */
    List<Long> ordersByLines() {
        return ordersByLines.stream().map(LongAdder::sum).toList();
    }

    MeasuredWaits waitsOf(TransactionType type) {
        return waits.computeIfAbsent(type, t -> new MeasuredWaits());
    }

    /** Counter of random decisions, and of those that went one of the two ways. Any thread, without a lock. */
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

    /** Totals of the keying and think times around the transactions of one type. Any thread, without a lock. */
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

    /** Set of warehouses that were recorded at least once. Any thread, without a lock. */
    static final class WarehouseSet {
        private final AtomicIntegerArray seen;

        /** @param total number of warehouses, which are numbered from 1 */
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
     * Check of the auditor, with its verdict.
     *
     * @param clause clause of the specification
     * @param detail the value found and the value required, in one line
     */
    public record AuditLine(String clause, AuditVerdict verdict, String detail) {
        /** Verdict of the auditor. No verdict concerns the data, so none of them is a failed check of the data. */
        public enum AuditVerdict {
            PASS,
            /** The run does not comply with this clause. */
            FAIL,
            /** Too little was counted to tell a wrong run from chance. */
            SKIP,
            /** The clause requires nothing of a run of this scale. */
            NOT_APPLICABLE
        }

        /** Returns the check as one line, such as {@code Audit check 9.2.2.5.1: PASS: …}. */
        public String text() {
            String word = verdict == AuditVerdict.NOT_APPLICABLE ? "not applicable" : verdict.name();
            return "Audit check " + clause + ": " + word + ": " + detail;
        }
    }
}
