package squall.cli.report;

import java.nio.file.Path;
import squall.cli.CommandEnvironment;

/** Where results go by default. */
final class ResultLocations {
    private ResultLocations() {}

    static Path results() {
        return Path.of(CommandEnvironment.ofProcess().environment().getOrDefault("SQUALL_RESULTS", "results"));
    }
}
