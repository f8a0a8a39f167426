package squall.benchbase.cli;

import java.util.Optional;
import picocli.CommandLine.Option;
import squall.cli.progress.Mode;
import squall.tpcc.check.Conditions;

/** The options that are Squall's. */
final class SquallFlags {
    /** Who runs the file. */
    enum Engine {
        /** BenchBase where BENCHBASE_JAR or BENCHBASE_HOME names one, else Squall. */
        AUTO,
        SQUALL,
        UPSTREAM
    }

    @Option(
            names = "--engine",
            paramLabel = "WHO",
            description = "squall, upstream (your BenchBase), or auto: upstream where BENCHBASE_JAR or BENCHBASE_HOME"
                    + " names one (default: auto).")
    private Engine engine = Engine.AUTO;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "JDBC address in place of the file's and of its testbed.")
    private Optional<String> url = Optional.empty();

    @Option(names = "--warehouses", paramLabel = "N", description = "Warehouses that this client loads and drives.")
    private Optional<Integer> warehouses = Optional.empty();

    @Option(names = "--from-warehouse", paramLabel = "N", description = "The first of them (default: 1).")
    private Optional<Integer> fromWarehouse = Optional.empty();

    @Option(names = "--total-warehouses", paramLabel = "N", description = "Warehouses of all clients together.")
    private Optional<Integer> totalWarehouses = Optional.empty();

    @Option(names = "--connections", paramLabel = "N", description = "Connections held at once.")
    private Optional<Integer> connections = Optional.empty();

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where run directories go; else SQUALL_RESULTS, else ./results.")
    private Optional<String> results = Optional.empty();

    @Option(names = "--no-verify", description = "Leave out the checks of the data after load and run.")
    private boolean noVerify;

    @Option(
            names = "--all-conditions",
            description = "Check all conditions of TPC-C, of however many warehouses and however long it takes.")
    private boolean allConditions;

    @Option(
            names = "--error-budget",
            paramLabel = "SHARE",
            description = "How many transactions may fail after retries: 0, 0.001 or 0.1%% (default: 0).")
    private String errorBudget = "0";

    @Option(
            names = "--abort-on",
            paramLabel = "RULES",
            description = "End early: no-success:30s,error-share:0.5,errors:1000.")
    private Optional<String> abortOn = Optional.empty();

    @Option(names = "--seed", paramLabel = "N", description = "Of everything random; drawn, printed and kept without.")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--progress", paramLabel = "FORM", description = "auto, tty, plain, json or none.")
    private Mode progress = Mode.AUTO;

    Engine engine() {
        return engine;
    }

    Optional<String> url() {
        return url;
    }

    Optional<Integer> warehouses() {
        return warehouses;
    }

    Optional<Integer> fromWarehouse() {
        return fromWarehouse;
    }

    Optional<Integer> totalWarehouses() {
        return totalWarehouses;
    }

    Optional<Integer> connections() {
        return connections;
    }

    Optional<String> results() {
        return results;
    }

    boolean verify() {
        return !noVerify;
    }

    boolean allConditions() {
        return allConditions;
    }

    /** What is checked, where anything is. */
    Conditions conditions() {
        return allConditions ? new Conditions(Conditions.Extent.ALL) : Conditions.BY_DEFAULT;
    }

    String errorBudget() {
        return errorBudget;
    }

    Optional<String> abortOn() {
        return abortOn;
    }

    Optional<Long> seed() {
        return seed;
    }

    Mode progress() {
        return progress;
    }
}
