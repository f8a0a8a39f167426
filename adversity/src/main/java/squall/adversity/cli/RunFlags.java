package squall.adversity.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.cli.CommandEnvironment;
import squall.cli.command.MonitoringSettings;
import squall.cli.command.MonitoringSettings.MonitoringFlags;
import squall.cli.command.RunTags;
import squall.cli.progress.ProgressConsole;
import squall.cli.progress.ProgressMode;
import squall.system.CommandException;
import squall.system.TerminalStreams;

/** How a run is kept and shown. */
final class RunFlags {

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Folder for run directories (default: SQUALL_RESULTS, else ./results).")
    private Optional<String> results = Optional.empty();

    @Option(
            names = "--progress",
            paramLabel = "FORM",
            description = "auto, tty, plain (figures every ten seconds), json or none (only the verdict).")
    private ProgressMode progress = ProgressMode.AUTO;

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

    @Mixin
    private RunTags tags = new RunTags();

    @Mixin
    private MonitoringFlags watch = new MonitoringFlags();

    MonitoringSettings watching() throws CommandException {
        return watch.watching();
    }

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Number of runs, each with the next seed; the spread is reported (default: ${DEFAULT-VALUE}).")
    private int repeat = 1;

    /** @throws IllegalArgumentException if it is no number of runs */
    int repeat() {
        if (repeat < 1) {
            throw new IllegalArgumentException("--repeat must be at least 1, not " + repeat);
        }
        return repeat;
    }

    Path results(CommandEnvironment surroundings) {
        return surroundings.folder().resolve(surroundings.results(results));
    }

    List<String> tags(CommandEnvironment surroundings) throws CommandException {
        return tags.of(surroundings);
    }

    boolean healFirst() {
        return healFirst;
    }

    /** @throws IllegalArgumentException if both less and more output than usual is requested */
    ProgressConsole console(CommandEnvironment surroundings) {
        if (quiet && verbose) {
            throw new IllegalArgumentException("--quiet and --verbose exclude each other: give only one");
        }
        return new ProgressConsole(
                surroundings.err(),
                TerminalStreams.of(System.getProperties(), surroundings.environment(), TerminalStreams.Color.AUTO)
                        .err(),
                quiet ? ProgressMode.NONE : progress,
                verbose);
    }
}
