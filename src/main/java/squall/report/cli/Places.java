package squall.report.cli;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import squall.cli.Surroundings;

/** Where results go if nobody names a place, and how a place that is none is told. */
final class Places {
    private Places() {}

    static Path results() {
        return Path.of(Surroundings.ofProcess().environment().getOrDefault("SQUALL_RESULTS", "results"));
    }

    static String said(IOException failure) {
        return failure instanceof NoSuchFileException missing
                ? "there is no " + missing.getFile()
                : String.valueOf(failure.getMessage());
    }
}
