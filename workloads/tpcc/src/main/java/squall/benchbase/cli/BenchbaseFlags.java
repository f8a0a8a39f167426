package squall.benchbase.cli;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of BenchBase, with its names and its defaults; picocli fills in the fields before the command is called. */
final class BenchbaseFlags {
    @Option(
            names = {"-b", "--bench"},
            split = ",",
            paramLabel = "NAME",
            description = "Benchmark; Squall's own engine runs tpcc, your own BenchBase runs all of its benchmarks.")
    List<String> benchmarks = List.of();

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Configuration file in BenchBase's XML format.")
    String config = "";

    @Option(
            names = "--create",
            arity = "1",
            paramLabel = "true",
            description = "Create the tables, dropping existing ones.")
    private boolean create;

    @Option(names = "--clear", arity = "1", paramLabel = "true", description = "Empty the tables.")
    private boolean clear;

    @Option(
            names = "--load",
            arity = "1",
            paramLabel = "true",
            description = "Load the data, or the missing part of it.")
    private boolean load;

    @Option(names = "--execute", arity = "1", paramLabel = "true", description = "Run the work phases of the file.")
    private boolean execute;

    @Option(
            names = "--anonymize",
            arity = "1",
            paramLabel = "true",
            description = "Supported by BenchBase itself only.")
    boolean anonymize;

    @Option(
            names = "--dialects-export",
            arity = "1",
            paramLabel = "true",
            description = "Supported by BenchBase itself only.")
    boolean dialectsExport;

    @Option(
            names = {"-d", "--directory"},
            paramLabel = "DIR",
            description = "Folder for BenchBase's files (default: results).")
    String directory = "results";

    @Option(
            names = {"-s", "--sample"},
            paramLabel = "SECONDS",
            description = "Window of the .results.csv files (default: ${DEFAULT-VALUE}).")
    int sampleSeconds = 5;

    @Option(
            names = {"-im", "--interval-monitor"},
            paramLabel = "MS",
            description = "Interval of throughput lines in milliseconds (default: none).")
    int monitorMs;

    @Option(
            names = {"-mt", "--monitor-type"},
            paramLabel = "TYPE",
            description = "throughput, or advanced (supported by BenchBase itself only).")
    String monitorType = "throughput";

    @Option(
            names = {"-jh", "--json-histograms"},
            paramLabel = "FILE",
            description = "File for counts by outcome as JSON.")
    Optional<String> histograms = Optional.empty();

    RequestedSteps steps() {
        return new RequestedSteps(create, clear, load, execute);
    }

    /** Selection of the steps of a command, in the order of their execution. */
    record RequestedSteps(boolean create, boolean clear, boolean load, boolean execute) {
        boolean none() {
            return !create && !clear && !load && !execute;
        }
    }
}
