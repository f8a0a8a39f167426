package squall.benchbase.cli;

import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.cli.command.ClientSettings;
import squall.cli.command.RunTags;
import squall.cli.progress.ProgressMode;
import squall.system.CommandException;
import squall.tpcc.check.ConsistencyCheck;

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
            description = "squall, upstream (your BenchBase), or auto: upstream if BENCHBASE_JAR or BENCHBASE_HOME"
                    + " is set (default: auto).")
    private Engine engine = Engine.AUTO;

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "JDBC address instead of the one in the file or its testbed.")
    private Optional<String> url = Optional.empty();

    @Option(
            names = "--warehouses",
            paramLabel = "N",
            description = "Number of warehouses that this client loads and uses.")
    private Optional<Integer> warehouses = Optional.empty();

    @Option(
            names = "--from-warehouse",
            paramLabel = "N",
            description = "The first warehouse of this client (default: 1).")
    private Optional<Integer> fromWarehouse = Optional.empty();

    @Option(names = "--total-warehouses", paramLabel = "N", description = "Total number of warehouses of all clients.")
    private Optional<Integer> totalWarehouses = Optional.empty();

    @Option(names = "--connections", paramLabel = "N", description = "Number of concurrent connections.")
    private Optional<Integer> connections = Optional.empty();

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Folder for run directories (default: SQUALL_RESULTS, else ./results).")
    private Optional<String> results = Optional.empty();

    @Mixin
    private RunTags tags = new RunTags();

    @Option(names = "--no-verify", description = "Skip the data checks after load and run.")
    private boolean noVerify;

    @Option(
            names = "--all-conditions",
            description =
                    "Check all TPC-C consistency conditions, for any number of warehouses, however long it takes.")
    private boolean allConditions;

    @Option(
            names = "--error-budget",
            paramLabel = "SHARE",
            description = "Share of transactions that may fail after retries: 0, 0.001 or 0.1%% (default: 0).")
    private String errorBudget = "0";

    @Option(
            names = "--abort-on",
            paramLabel = "RULES",
            description = "Conditions that end a run early: no-success:30s,error-share:0.5,errors:1000.")
    private Optional<String> abortOn = Optional.empty();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of all random choices (default: random; printed and recorded).")
    private Optional<Long> seed = Optional.empty();

    @Option(names = "--progress", paramLabel = "FORM", description = "Progress format: auto, tty, plain, json or none.")
    private ProgressMode progress = ProgressMode.AUTO;

    @Mixin
    private ClientSettings.ClientFlags clients = new ClientSettings.ClientFlags();

    /** @throws CommandException if the options of several clients are wrong */
    ClientSettings clients(CommandEnvironment surroundings) throws CommandException {
        return clients.settings(surroundings.environment());
    }

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

    RunTags tags() {
        return tags;
    }

    boolean verify() {
        return !noVerify;
    }

    boolean allConditions() {
        return allConditions;
    }

    /** What is checked, where anything is. */
    ConsistencyCheck conditions() {
        return allConditions ? new ConsistencyCheck(ConsistencyCheck.Extent.ALL) : ConsistencyCheck.BY_DEFAULT;
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

    ProgressMode progress() {
        return progress;
    }
}
