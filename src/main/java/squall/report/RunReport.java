package squall.report;

import java.io.IOException;
import java.nio.file.Path;
import squall.report.html.Page;
import squall.report.model.Reports;
import squall.results.RecordedRun;
import squall.results.WholeFile;

/** {@code report.html} of a run directory. */
public final class RunReport {
    public static final String NAME = "report.html";

    private RunReport() {}

    /** Writes the page of a run into its directory. */
    public static void write(Path directory) throws IOException {
        WholeFile.write(directory.resolve(NAME), Page.of(Reports.of(RecordedRun.read(directory))));
    }
}
