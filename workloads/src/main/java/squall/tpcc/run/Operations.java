package squall.tpcc.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import squall.spi.Operation;
import squall.spi.Place;
import squall.tpcc.TransactionType;

/**
 * The operations of a run: the five types in their order; then, where deliveries are deferred, those that were queued; or else, where each
 * transaction is done cold before it counts, those executions by type.
 *
 * <p>A deferred Delivery is one business transaction (2.7.2), complete when the last of its orders is delivered. So it counts there, as done
 * or as failed; its queueing, for which the terminal waited, is a part with a response time of its own (5.2.5.3).
 */
final class Operations {
    private final TpccSettings settings;
    private final Map<TransactionType, Operation> ofTerminals = new EnumMap<>(TransactionType.class);
    private final Map<TransactionType, Operation> cold = new EnumMap<>(TransactionType.class);
    private final Operation deferred;

    Operations(TpccSettings settings) {
        this.settings = settings;
        int types = TransactionType.values().length;
        for (TransactionType type : TransactionType.values()) {
            boolean part = settings.deferred() && type == TransactionType.DELIVERY;
            ofTerminals.put(type, new Operation(ofTerminals.size(), type.label(), part));
            cold.put(type, new Operation(types + cold.size(), type.coldLabel(), false));
        }
        deferred = new Operation(types, TransactionType.DELIVERY.label() + "Deferred", false);
    }

    List<Operation> all() {
        List<Operation> all = new ArrayList<>(ofTerminals.values());
        if (settings.deferred()) {
            all.add(deferred);
        } else if (settings.mix().cold(0)) {
            all.addAll(cold.values());
        }
        return all;
    }

    /** What is performed in this turn. @param type what is asked for in it */
    Operation of(Place place, TransactionType type) {
        if (place.deferred()) {
            return deferred;
        }
        return Objects.requireNonNull((settings.cold(place) ? cold : ofTerminals).get(type));
    }
}
