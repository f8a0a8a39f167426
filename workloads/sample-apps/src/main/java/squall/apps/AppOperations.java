package squall.apps;

import java.util.List;
import squall.spi.Operation;

/** Operations of every workload, in the order of the status line. */
public final class AppOperations {
    public static final Operation READ = new Operation(0, "Read", false);
    public static final Operation WRITE = new Operation(1, "Write", false);

    public static final List<Operation> ALL = List.of(READ, WRITE);

    private AppOperations() {}
}
