package squall.benchbase.cli;

import java.util.Optional;
import picocli.CommandLine.Option;
import squall.tpcc.check.ConsistencyCheck;

/** Options of Squall that BenchBase does not have; picocli fills in the fields before the command is called. */
final class SquallFlags {
    /** Engine that runs the file. */
    enum Engine {
        /** {@link #UPSTREAM} if BENCHBASE_JAR or BENCHBASE_HOME names a BenchBase, else {@link #SQUALL}. */
        AUTO,
        SQUALL,
        UPSTREAM
    }

    /** Property of the transactions that is judged. */
    enum Judged {
        ISOLATION
    }

    @Option(
            names = "--engine",
            paramLabel = "WHO",
            description = "squall, upstream (your BenchBase), or auto: upstream if BENCHBASE_JAR or BENCHBASE_HOME"
                    + " is set (default: auto).")
    Engine engine = Engine.AUTO;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "JDBC address instead of the one in the file or its testbed.")
    Optional<String> url = Optional.empty();

    @Option(
            names = "--testbed",
            paramLabel = "KIND[:K=V,...]",
            description =
                    "Database of the testbed instead of the file's, started if it does not run, with options as in"
                            + " postgres:name=small,node-cpus=0.3.")
    Optional<String> testbed = Optional.empty();

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            description = "Number of warehouses that this client loads and uses; with --clients that all use.")
    Optional<Integer> warehouses = Optional.empty();

    @Option(
            names = "--from-warehouse",
            paramLabel = "N",
            description = "The first warehouse of this client (default: 1).")
    Optional<Integer> fromWarehouse = Optional.empty();

    @Option(names = "--total-warehouses", paramLabel = "N", description = "Total number of warehouses of all clients.")
    Optional<Integer> totalWarehouses = Optional.empty();

    @Option(names = "--connections", paramLabel = "N", description = "Number of concurrent connections.")
    Optional<Integer> connections = Optional.empty();

    @Option(
            names = "--all-conditions",
            description =
                    "Check all TPC-C consistency conditions, for any number of warehouses, however long it takes.")
    boolean allConditions;

    @Option(
            names = "--judge",
            paramLabel = "WHAT",
            description =
                    "isolation: judge whether an update was lost of the rows that count theirs: stock, districts, customers.")
    private Optional<Judged> judge = Optional.empty();

    boolean judgesIsolation() {
        return judge.isPresent();
    }

    /** Returns the consistency conditions to check, for steps that check any. */
    ConsistencyCheck conditions() {
        return allConditions ? new ConsistencyCheck(ConsistencyCheck.Extent.ALL) : ConsistencyCheck.BY_DEFAULT;
    }
}
