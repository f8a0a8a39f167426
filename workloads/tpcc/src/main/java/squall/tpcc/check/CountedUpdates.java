package squall.tpcc.check;

import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import squall.check.DataCheck;
import squall.check.isolation.Anomaly;
import squall.check.isolation.JudgeRequest;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.system.HumanNumbers;
import squall.tpcc.WarehouseScale;

/**
 * Record of acknowledged updates of rows that count their updates: a stock its orders, a district its order numbers, a customer its
 * payments. Each update leaves one more than it found, so two that leave the same count replaced the same version of the row, and one that
 * leaves no more than was acknowledged before it began has not seen that update: one of the two is lost (P4 of Berenson et al. 1995). That
 * must not happen at any level of isolation, as the statements add to what is there.
 *
 * <p>Updates whose answer was lost are left out, and of transactions that ran at the same time only those with the highest count of a row are
 * compared. All sessions share it, without a lock; it takes 8 bytes a row, 1 MB a warehouse.
 */
public final class CountedUpdates {
    /** Name of the check. */
    public static final String CHECK = JudgeRequest.ISOLATION;

    /** Maximum number of warehouses whose rows are judged, which bounds the memory. */
    private static final int MOST_WAREHOUSES = 100;

    private static final int FIRST_DISTRICT = WarehouseScale.ITEMS;
    private static final int FIRST_CUSTOMER = FIRST_DISTRICT + WarehouseScale.DISTRICTS;
    private static final int ROWS = FIRST_CUSTOMER + WarehouseScale.DISTRICTS * WarehouseScale.CUSTOMERS_PER_DISTRICT;

    // A row's highest count, and when it was acknowledged, in one number: counts above 2^27 are not judged.
    private static final int TIME_BITS = 36;
    private static final long TIME_MASK = (1L << TIME_BITS) - 1;
    private static final long MOST_COUNT = (1L << (Long.SIZE - 1 - TIME_BITS)) - 1;
    private static final long NS_PER_TICK = 100_000;

    private final AtomicReferenceArray<@Nullable AtomicLongArray> warehouses;
    private final AtomicInteger known = new AtomicInteger();
    private final LongAdder judged = new LongAdder();
    private final LongAdder unjudged = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final AtomicReference<String> first = new AtomicReference<>("");
    private final AtomicReference<Load.@Nullable EventSink> sink = new AtomicReference<>();

    public CountedUpdates(WarehouseScale scale) {
        this.warehouses = new AtomicReferenceArray<>(scale.total() + 1);
    }

    /**
     * Span of a transaction, ns since the beginning of the run.
     *
     * @param begunNs before its first attempt
     * @param endedNs after it was acknowledged
     */
    public record Span(long begunNs, long endedNs) {}

    /** Receives the sink to which the first lost update is reported as soon as it is found. */
    public void reportTo(Load.EventSink found) {
        sink.set(found);
    }

    /** Records an acknowledged order from this stock. @param orders that were taken from it, with this one */
    public void stock(int warehouse, int item, long orders, Span span) {
        record(warehouse, item - 1, orders, span);
    }

    /** Records an acknowledged order of this district. @param next number of the next order, after this one */
    public void district(int warehouse, int district, long next, Span span) {
        record(warehouse, FIRST_DISTRICT + district - 1, next, span);
    }

    /** Records an acknowledged payment of this customer. @param payments that were made, with this one */
    public void customer(int warehouse, int district, int customer, long payments, Span span) {
        int row = FIRST_CUSTOMER + (district - 1) * WarehouseScale.CUSTOMERS_PER_DISTRICT + customer - 1;
        record(warehouse, row, payments, span);
    }

    private void record(int warehouse, int row, long count, Span span) {
        AtomicLongArray rows = row < ROWS && count > 0 && count <= MOST_COUNT ? rows(warehouse) : null;
        if (rows == null) {
            unjudged.increment();
            return;
        }
        judged.increment();
        long newest = (count << TIME_BITS) | Math.min(TIME_MASK, span.endedNs() / NS_PER_TICK + 1);
        long before = rows.get(row);
        while (count > before >>> TIME_BITS) {
            long found = rows.compareAndExchange(row, before, newest);
            if (found == before) {
                return;
            }
            before = found;
        }
        boolean same = count == before >>> TIME_BITS;
        if (same || span.begunNs() / NS_PER_TICK > (before & TIME_MASK)) {
            lost.increment();
            found(example(name(warehouse, row), count, before >>> TIME_BITS, same, span));
        }
    }

    private void found(String example) {
        Load.EventSink events = sink.get();
        if (first.compareAndSet("", example) && events != null) {
            String title = Anomaly.LOST_UPDATE.title();
            events.report(JudgeRequest.EVENT, title + ": " + example, Map.of(JudgeRequest.ANOMALY, title));
        }
    }

    private static String name(int warehouse, int row) {
        if (row < FIRST_DISTRICT) {
            return "stock of item " + (row + 1) + " in warehouse " + warehouse;
        }
        if (row < FIRST_CUSTOMER) {
            return "district " + (row - FIRST_DISTRICT + 1) + " of warehouse " + warehouse;
        }
        int place = row - FIRST_CUSTOMER;
        return "customer " + (place % WarehouseScale.CUSTOMERS_PER_DISTRICT + 1) + " of district "
                + (place / WarehouseScale.CUSTOMERS_PER_DISTRICT + 1) + " in warehouse " + warehouse;
    }

    private static String example(String row, long count, long highest, boolean same, Span span) {
        return String.format(
                Locale.ROOT,
                "%s after %s: a transaction left its count at %d, %s",
                row,
                HumanNumbers.length(Duration.ofNanos(span.endedNs())),
                count,
                same
                        ? "as another one had, so both replaced the same version"
                        : "although " + highest + " was acknowledged before it began");
    }

    /** Returns the rows of a warehouse; null if too many have been judged already, or there is no such warehouse. */
    private @Nullable AtomicLongArray rows(int warehouse) {
        if (warehouse < 1 || warehouse >= warehouses.length()) {
            return null;
        }
        AtomicLongArray rows = warehouses.get(warehouse);
        if (rows != null || known.get() >= MOST_WAREHOUSES) {
            return rows;
        }
        if (warehouses.compareAndSet(warehouse, null, new AtomicLongArray(ROWS))) {
            known.incrementAndGet();
        }
        return warehouses.get(warehouse);
    }

    /** Returns the verdict. The load must have stopped. */
    public CheckResult check() {
        return DataCheck.recorded(CHECK, "acknowledged updates of counted rows", check -> {
            check.examined(judged.sum());
            if (lost.sum() > 0) {
                check.wrong(HumanNumbers.count(lost.sum())
                        + (lost.sum() == 1 ? " lost update, " : " lost updates, the first: ")
                        + first.get());
            }
            return "judged: lost updates, of " + HumanNumbers.count(judged.sum())
                    + " updates of stock, districts and customers, which count them"
                    + (unjudged.sum() == 0
                            ? ""
                            : "; " + HumanNumbers.count(unjudged.sum()) + " of others were not judged")
                    + "; reads were not judged";
        });
    }
}
