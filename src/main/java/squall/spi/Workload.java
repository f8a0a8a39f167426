package squall.spi;

import java.io.IOException;

/** Workload by name: options and a target become a load with its data; found by {@link java.util.ServiceLoader}. */
public interface Workload {
    /** Name of the option that every workload has: how long a statement may take on the server. */
    String STATEMENT_TIMEOUT = "statementTimeout";

    /** Returns the name that users write, for example {@code tpcc}. */
    String name();

    /** Describes the workload and its most important options, one line. */
    String summary();

    /**
     * Reads and checks the options; touches no database.
     *
     * @param options the kind, size and connection of the load, without those of pacing, which belong to the driver
     * @param target the database
     * @param seed seed of all random choices
     * @throws IllegalArgumentException if an option is unknown or has no such value
     * @throws IOException if a file that an option names cannot be read
     */
    PreparedWorkload prepare(Options options, Target target, long seed) throws IOException;
}
