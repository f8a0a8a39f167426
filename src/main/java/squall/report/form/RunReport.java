package squall.report.form;

import java.io.IOException;
import java.nio.file.Path;
import squall.cli.Screen;
import squall.report.model.Report;
import squall.report.model.Reports;
import squall.results.RecordedRun;
import squall.results.WholeFile;

/** What is made of a run directory whenever a run is over: {@code report.html}, and {@code junit.xml} for whoever runs it in a pipeline. */
public final class RunReport {
    public static final String NAME = "report.html";
    public static final String JUNIT = "junit.xml";

    /** Files are looked at on other screens than this one. */
    private static final Screen ANY = new Screen(false, false, true, Screen.WIDEST);

    private RunReport() {}

    /** Writes both into the directory of a run. */
    public static void write(Path directory) throws IOException {
        Report report = Reports.of(RecordedRun.read(directory));
        WholeFile.write(directory.resolve(NAME), Form.HTML.of(report, ANY));
        WholeFile.write(directory.resolve(JUNIT), Form.JUNIT.of(report, ANY));
    }
}
