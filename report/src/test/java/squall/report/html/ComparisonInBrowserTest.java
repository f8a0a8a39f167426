package squall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.report.compare.ComparedRun;
import squall.report.compare.Comparison;
import squall.report.compare.ComparisonReport;
import squall.report.compare.ComparisonSettings;
import squall.report.model.ReportData;
import squall.results.recorded.RecordedRun;
import squall.system.CommandException;

/** Test of a comparison of two sides in a reader's browser. */
class ComparisonInBrowserTest {
    private static final String BLANK = "[...document.querySelectorAll('.plot')].filter(plot => {"
            + " const c = plot.querySelector('canvas');"
            + " const data = new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer);"
            + " return data.every(pixel => pixel === data[0]); }).map(plot => plot.ariaLabel).join()";

    private static final String BEYOND_THE_EDGE = "[...document.querySelectorAll('#comparison .scroll :is(th, td)')]"
            + ".filter(cell => cell.getBoundingClientRect().right >"
            + " cell.closest('.scroll').getBoundingClientRect().right + 1 || cell.scrollWidth > cell.clientWidth + 1)"
            + ".map(cell => cell.outerHTML).join('\\n')";

    @TempDir
    private Path folder;

    @Test
    void every_chart_is_drawn_and_nothing_is_complained_of() throws IOException, CommandException {
        assumeTrue(
                Chromium.installed().isPresent(),
                "NOT TESTED: what a comparison looks like in a browser, because there is none: apt-get install chromium");
        Path page = folder.resolve("comparison.html");
        Files.writeString(page, ReportPage.of(report()));
        try (Chromium browser = Chromium.start(Chromium.installed().get())) {
            browser.size(1280, 900);
            browser.open(page.toUri().toString());
            browser.settle();
            assertThat(browser.complaints()).isEmpty();
            assertThat(browser.evaluate("document.querySelectorAll('figure canvas').length"))
                    .isEqualTo("6");
            assertThat(browser.evaluate(BLANK)).isEmpty();
            assertThat(browser.evaluate(
                            "document.querySelectorAll('figure')[1].querySelectorAll('.legend button').length"))
                    .isEqualTo("4");

            browser.size(420, 900);
            browser.settle();
            assertThat(browser.evaluate("document.querySelectorAll('#comparison td').length"))
                    .isNotEqualTo("0");
            assertThat(browser.evaluate(BEYOND_THE_EDGE))
                    .as("cells that a small window cuts off")
                    .isEmpty();
        }
    }

    private ComparisonReport report() throws IOException, CommandException {
        List<ComparedRun> first = side(30, 100);
        List<ComparedRun> second = side(24, 200);
        return new ComparisonReport(
                Comparison.of(first, second, ComparisonSettings.USUAL), drawn(first), drawn(second));
    }

    private List<ComparedRun> side(int perSecond, int seed) throws IOException {
        List<ComparedRun> side = new ArrayList<>();
        for (int n = 0; n < 2; n++) {
            Path run = Synthetic.disturbed(40, List.of("READ"), perSecond).write(folder, seed + n);
            side.add(ComparedRun.read(RecordedRun.read(run)));
        }
        return side;
    }

    private static List<ReportData> drawn(List<ComparedRun> side) throws IOException {
        List<ReportData> drawn = new ArrayList<>();
        for (ComparedRun run : side) {
            drawn.add(ReportData.read(run.run()));
        }
        return drawn;
    }
}
