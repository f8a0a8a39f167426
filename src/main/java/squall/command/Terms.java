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
    public Terms {
        reproduce = List.copyOf(reproduce);
    }

    /**
     * Makes the folder of results; called before a database is touched, as a run that cannot be kept must not begin.
     *
     * @throws CommandException if it cannot be made or written to
     */
    public void makeResults() throws CommandException {
        try {
            Files.createDirectories(results);
        } catch (IOException e) {
            throw unusable("cannot be made: " + e);
        }
        if (!Files.isWritable(results)) {
            throw unusable("cannot be written to");
        }
    }

    private CommandException unusable(String why) {
        return new CommandException(
                ExitCode.UNREACHABLE, "the folder of results " + results + " " + why + "; --results names another place");
    }
}
