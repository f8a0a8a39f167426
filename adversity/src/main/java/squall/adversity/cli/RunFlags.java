package squall.adversity.cli;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import squall.cli.CommandException;
import squall.cli.Surroundings;
import squall.cli.Terminal;
import squall.cli.progress.Console;
import squall.cli.progress.Mode;
import squall.command.WatchFlags;
import squall.command.Watching;

/** How a run is kept and shown. */
final class RunFlags {
    private static final String RESULTS = "results";

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where run directories go; else SQUALL_RESULTS, else ./results.")
    private Optional<String> results = Optional.empty();

    @Option(
            names = "--progress",
            paramLabel = "FORM",
            description = "auto, tty, plain (figures every ten seconds), json or none (the verdict alone).")
    private Mode progress = Mode.AUTO;

    @Option(
            names = "--quiet",
            description = "Print the verdict alone, and why the exit code is not 0; the same as --progress none.")
    private boolean quiet;

    @Option(
            names = "--verbose",
            description =
                    "Print every step of every fault, the first message of each error, and every figure at the end.")
    private boolean verbose;

    @Option(names = "--heal-first", description = "Heal what an earlier run left, instead of refusing to begin.")
    private boolean healFirst;

    @Mixin
    private WatchFlags watch = new WatchFlags();

    Watching watching() throws CommandException {
        return watch.watching();
    }

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Run it so often, each time with the next seed, and tell the spread (default: ${DEFAULT-VALUE}).")
    private int repeat = 1;

    /** @throws IllegalArgumentException if it is no number of runs */
    int repeat() {
        if (repeat < 1) {
            throw new IllegalArgumentException("--repeat must be at least 1, not " + repeat);
        }
        return repeat;
    }

    Path results(Surroundings surroundings) {
        String inherited = surroundings.environment().getOrDefault("SQUALL_RESULTS", "");
        return surroundings.folder().resolve(results.orElse(inherited.isEmpty() ? RESULTS : inherited));
    }

    boolean healFirst() {
        return healFirst;
    }

    /** @throws IllegalArgumentException if both less and more than usual is wanted */
    Console console(Surroundings surroundings) {
        if (quiet && verbose) {
            throw new IllegalArgumentException("--quiet and --verbose exclude each other: give one of them");
        }
        return new Console(
                surroundings.err(),
                Terminal.of(System.getProperties(), surroundings.environment(), Terminal.Color.AUTO)
                        .err(),
                quiet ? Mode.NONE : progress,
                verbose);
    }
}
