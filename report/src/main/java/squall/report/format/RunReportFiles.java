package squall.report.format;

import java.io.IOException;
import java.nio.file.Path;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.results.file.AtomicFile;
import squall.results.recorded.RecordedRun;
import squall.system.OutputScreen;

/** Writer of the files of a run directory at the end of a run: {@code report.html}, and {@code junit.xml} for pipelines. */
public final class RunReportFiles {
    public static final String NAME = "report.html";
    public static final String JUNIT = "junit.xml";

    /** Screen for which files are written; they are read on other screens than this one. */
    private static final OutputScreen ANY = new OutputScreen(false, false, true, OutputScreen.WIDEST);

    private RunReportFiles() {}

    /** Writes both into the directory of a run. */
    public static void write(Path directory) throws IOException {
        RunReport report = RunReportBuilder.of(RecordedRun.read(directory));
        AtomicFile.write(directory.resolve(NAME), ReportFormat.HTML.of(report, ANY));
        AtomicFile.write(directory.resolve(JUNIT), ReportFormat.JUNIT.of(report, ANY));
    }
}
