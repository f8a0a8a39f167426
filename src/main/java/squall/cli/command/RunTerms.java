package squall.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.system.FileErrors;
import squall.verdict.ErrorBudget;

/**
 * The settings of a run on the command line, other than its load.
 *
 * @param results where the run directory is made
 * @param tags by which the list of runs finds it: {@link RunTags}
 * @param reproduce the command line that does the same again, a drawn seed included; secrets are taken out where it is shown
 */
public record RunTerms(Path results, ErrorBudget budget, List<String> tags, List<String> reproduce) {
    /** Room for the results of a short run. */
    private static final long LEAST_BYTES = 1 << 20;

    public RunTerms {
        tags = List.copyOf(tags);
        reproduce = List.copyOf(reproduce);
    }

    /**
     * Makes the folder of results; called before a database is touched, as a run that cannot be kept must not begin.
     *
     * @throws CommandException if it cannot be made or written to, or its disk is full
     */
    public void makeResults() throws CommandException {
        try {
            Files.createDirectories(results);
            if (!Files.isWritable(results)) {
                throw unusable("is not writable");
            }
            long left = Files.getFileStore(results).getUsableSpace();
            if (left < LEAST_BYTES) {
                throw unusable("has " + left / 1024 + " KiB free, but needs at least " + LEAST_BYTES / 1024);
            }
        } catch (IOException e) {
            throw unusable("cannot be created: " + FileErrors.reason(e));
        }
    }

    private CommandException unusable(String why) {
        return new CommandException(
                ExitCode.UNREACHABLE,
                "the folder of results " + results + " " + why + "; use --results for another folder");
    }
}
