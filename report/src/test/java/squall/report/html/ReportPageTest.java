package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Small;
import squall.report.model.RunReport;
import squall.report.model.RunReportBuilder;
import squall.results.recorded.RecordedRun;

class ReportPageTest {
    private static final Pattern FROM_OUTSIDE =
            Pattern.compile("\\ssrc=|href=\"(?!#)|@import|url\\(|https?://|<link|\\bfetch\\(|XMLHttpRequest|WebSocket");

    @TempDir
    private Path results;

    @Test
    void nothing_comes_from_outside() throws IOException {
        assertThat(ReportPage.of(report())).doesNotContainPattern(FROM_OUTSIDE);
    }

    @Test
    void nothing_runs_but_the_programs_own_script() throws IOException {
        PageAssets assets = PageAssets.load(List.of("run.js"));
        assertThat(ReportPage.of(report()))
                .contains(
                        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; script-src"
                                + " &#39;sha256-")
                .contains("<script>" + assets.script() + "</script>")
                .doesNotContainPattern(" on[a-z]+=\"")
                .doesNotContain(" style=\"");
    }

    @Test
    void what_comes_from_data_is_escaped() throws IOException {
        assertThat(ReportPage.of(report()))
                .contains("&#39;label=&lt;b&gt;&amp;&#39;")
                .contains("<h1>workload|a</h1>")
                .doesNotContain("<b>&")
                .doesNotContain("hunter2");
    }

    @Test
    void the_same_run_gives_the_same_bytes() throws IOException {
        Path run = Small.complete(results);
        assertThat(ReportPage.of(RunReportBuilder.of(RecordedRun.read(run))))
                .isEqualTo(ReportPage.of(RunReportBuilder.of(RecordedRun.read(run))));
    }

    private RunReport report() throws IOException {
        return RunReportBuilder.of(RecordedRun.read(Small.complete(results)));
    }
}
