package squall.apps.paper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import squall.report.table.Stretch;
import squall.results.RecordedRun;

/** The figures of a run, read from its directory. */
final class Stretches {
    private Stretches() {}

    /** Those of the newest run under {@code results}; none if there is no run there, or it did not come to its end. */
    static List<Stretch> read(Path results) throws IOException {
        Path latest = results.resolve("latest");
        return Files.exists(latest) ? Stretch.of(RecordedRun.read(latest.toRealPath())) : List.of();
    }
}
