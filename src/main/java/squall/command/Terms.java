package squall.command;

import java.nio.file.Path;
import java.util.List;
import squall.cli.ErrorBudget;

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
}
