package squall.report.cli;

import java.nio.file.Path;
import squall.cli.Surroundings;

/** Where results go if nobody names a place. */
final class Places {
    private Places() {}

    static Path results() {
        return Path.of(Surroundings.ofProcess().environment().getOrDefault("SQUALL_RESULTS", "results"));
    }
}
