package squall.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import squall.cli.CommandException;
import squall.cli.ErrorBudget;
import squall.cli.ExitCode;

/**
 * What a command line says of a run beside what runs.
 *
 * @param results where the run directory is made
 * @param reproduce the command line that does the same again, a drawn seed included; secrets are taken out where it is shown
 */
public record Terms(Path results, ErrorBudget budget, List<String> reproduce) {
    /** Room for the results of a short run. */
    private static final long LEAST_BYTES = 1 << 20;

    public Terms {
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
                throw unusable("cannot be written to");
            }
            long left = Files.getFileStore(results).getUsableSpace();
            if (left < LEAST_BYTES) {
                throw unusable("has " + left / 1024 + " KiB of room, at least " + LEAST_BYTES / 1024 + " are wanted");
            }
        } catch (IOException e) {
            throw unusable("cannot be made: " + e);
        }
    }

    private CommandException unusable(String why) {
        return new CommandException(
                ExitCode.UNREACHABLE,
                "the folder of results " + results + " " + why + "; --results names another place");
    }
}
