package squall.tpcc;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import squall.spi.Operation;

/**
 * The operations of a run: the five types in their order, then what is done about a Delivery that was deferred. That is no part of the
 * Delivery, which is over when it is queued: if it fails, only it does.
 */
final class Operations {
    private final Map<TransactionType, Operation> whole = new EnumMap<>(TransactionType.class);
    private final Operation deferred;

    Operations() {
        for (TransactionType type : TransactionType.values()) {
            whole.put(type, new Operation(whole.size(), type.label(), false));
        }
        deferred = new Operation(whole.size(), TransactionType.DELIVERY.label() + "Deferred", false);
    }

    /** @param deferring whether deliveries are deferred */
    List<Operation> all(boolean deferring) {
        List<Operation> all = new ArrayList<>(whole.values());
        if (deferring) {
            all.add(deferred);
        }
        return all;
    }

    /** The whole transaction; of a Delivery that is deferred, its queueing (2.7.2). */
    Operation of(TransactionType type) {
        return Objects.requireNonNull(whole.get(type));
    }

    /** What is done about a Delivery that was queued; due when it was. */
    Operation deferred() {
        return deferred;
    }
}
