package squall.report.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.report.Small;
import squall.results.Directories;
import squall.results.file.FiguresFile;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.recorded.RecordedRun;

class RunReadingsTest {
    @Test
    void a_run_without_waits_has_no_efficiency_to_compare() throws IOException {
        assertThat(keys(Path.of("../src/test/resources/squall/golden/tpcc")))
                .contains("tpmC")
                .doesNotContain("efficiency");
    }

    /** With waits, chance alone can exceed the maximum in a short run. */
    @ParameterizedTest
    @CsvSource({"true, 105, true", "true, 80, true", "false, 80, false", "'', 105, false", "'', 80, true"})
    void an_efficiency_is_one_with_waits_or_if_it_is_possible(
            String waits, double percent, boolean compared, @TempDir Path results) throws IOException {
        Path run = Small.complete(results);
        Directories.unlisted(run);
        FiguresFile.write(run, List.of(WorkloadFigure.percent("efficiency", percent, 100)));
        if (!waits.isEmpty()) {
            Path manifest = run.resolve("manifest.json");
            Files.writeString(manifest, Files.readString(manifest).replaceFirst("\\{", "{\"waits\": " + waits + ","));
        }
        assertThat(keys(run).contains("efficiency")).isEqualTo(compared);
    }

    private static Set<String> keys(Path run) throws IOException {
        return RunReadings.of(RecordedRun.read(run)).keySet();
    }
}
