package squall.ycsb.upstream;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import squall.spi.Operation;

/** Catalog of the operations that a third party's workload can be seen doing. */
final class UpstreamOperations {
    static final Operation READ = new Operation(0, "READ", true);
    static final Operation UPDATE = new Operation(1, "UPDATE", true);
    static final Operation INSERT = new Operation(2, "INSERT", true);
    static final Operation SCAN = new Operation(3, "SCAN", true);
    static final Operation DELETE = new Operation(4, "DELETE", true);
    /** Operation for a whole turn, however many calls it makes: throughput, goodput and failures are counted by it. */
    static final Operation TRANSACTION = new Operation(5, "TRANSACTION", false);
    /** Measured by the workload itself. */
    static final Operation READ_MODIFY_WRITE = new Operation(6, "READ-MODIFY-WRITE", true);

    static final Operation VERIFY = new Operation(7, "VERIFY", true);
    static final Operation CLEANUP = new Operation(8, "CLEANUP", true);

    static final List<Operation> ALL =
            List.of(READ, UPDATE, INSERT, SCAN, DELETE, TRANSACTION, READ_MODIFY_WRITE, VERIFY, CLEANUP);

    private static final Map<String, Operation> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Operation::name, Function.identity()));

    private UpstreamOperations() {}

    /** Returns the operation of this name; null for a name that some workload made up. */
    static @Nullable Operation named(String name) {
        return BY_NAME.get(name);
    }
}
