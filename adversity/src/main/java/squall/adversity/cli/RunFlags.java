package squall.adversity.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.cli.command.RunOption;
import squall.cli.command.RunOptions;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.system.CommandException;

/** Options for the execution and the output of a run. */
final class RunFlags {

    /** Options of every run that a scenario does not determine. */
    static final List<RunOption<?>> OF_EVERY_RUN = Stream.concat(
                    Stream.of(RunOptions.RESULTS, RunOptions.TAG, RunOptions.PROGRESS), RunOptions.MONITORING.stream())
            .toList();

    @Option(
            names = "--quiet",
            description = "Print only the verdict, and the reason if the exit code is not 0; same as --progress none.")
    private boolean quiet;

    @Option(
            names = "--verbose",
            description =
                    "Print every step of every fault, the first message of each error, and every figure at the end.")
    private boolean verbose;

    @Option(names = "--heal-first", description = "Heal faults left by an earlier run, instead of refusing to start.")
    private boolean healFirst;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Number of runs, each with the next seed; the spread is reported (default: ${DEFAULT-VALUE}).")
    private int repeat = 1;

    /** @throws IllegalArgumentException if it is not a number of runs */
    int repeat() {
        if (repeat < 1) {
            throw new IllegalArgumentException("--repeat must be at least 1, not " + repeat);
        }
        return repeat;
    }

    boolean healFirst() {
        return healFirst;
    }

    /** @throws IllegalArgumentException if two forms of output are requested */
    ProgressConsole console(RunOptions options, CommandEnvironment environment) throws CommandException {
        if (quiet && verbose) {
            throw new IllegalArgumentException("--quiet and --verbose exclude each other: give only one");
        }
        if (quiet && options.read(RunOptions.PROGRESS).isPresent()) {
            throw new IllegalArgumentException("--quiet and --progress exclude each other: give only one");
        }
        return new ProgressConsole(
                environment.err(),
                environment.streams().err(),
                quiet ? ProgressMode.NONE : options.get(RunOptions.PROGRESS),
                verbose);
    }
}
