package squall.tpcc;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import squall.spi.Operation;

/** The operations of a run: the five types in their order, then the deferred part of Delivery where there is one. */
final class Operations {
    private final List<Operation> all;

    Operations(boolean deferred) {
        Stream<Operation> types = Arrays.stream(TransactionType.values())
                .map(type -> new Operation(type.ordinal(), type.label(), false));
        Operation part =
                new Operation(TransactionType.values().length, TransactionType.DELIVERY.label() + "Deferred", true);
        this.all = Stream.concat(types, deferred ? Stream.of(part) : Stream.empty())
                .toList();
    }

    List<Operation> all() {
        return all;
    }

    /** The whole transaction; of a deferred Delivery, its queueing (2.7.2). */
    Operation of(TransactionType type) {
        return all.get(type.ordinal());
    }

    /** What is done about a queued Delivery, due when it was queued. */
    Operation deferred() {
        return all.getLast();
    }
}
