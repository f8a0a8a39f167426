package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.experiment.ExperimentSpec.AcceptanceRule;
import squall.experiment.StepFigures.StepFigure;
import squall.results.Directories;

/** Figures of a run that a real {@code bin/adversity} left. */
class StepFiguresTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/adversity")
            .toAbsolutePath()
            .normalize();

    @Test
    void a_phase_tells_how_long_its_fault_and_its_healing_took_and_what_was_lost() throws Exception {
        StepFigures figures = StepFigures.read(GOLDEN);

        assertThat(figures.find("kill.until_healing_s").orElseThrow().value()).isEqualTo(4.206, offset(0.001));
        assertThat(figures.find("kill.healing_s").orElseThrow().value()).isEqualTo(0.900, offset(0.001));
        assertThat(figures.find("kill.outage_s")).contains(new StepFigure(0, false));
        assertThat(figures.find("kill.lost_writes")).contains(new StepFigure(0, false));
        assertThat(figures.find("pause.lost_writes")).isEmpty();
    }

    /** Covers an old error: a phase that never came back had the time for which it was watched, which kept every rule. */
    @Test
    void a_time_that_was_not_seen_to_end_is_a_bound_and_keeps_no_upper_limit(@TempDir Path temp) throws Exception {
        StepFigures figures = StepFigures.read(unseen(temp.resolve("run")));

        assertThat(figures.find("kill.back_after_healing_s")).contains(new StepFigure(60, true));
        assertThat(AcceptanceRule.parse("kill.back_after_healing_s <= 90").violation(figures::find))
                .contains("kill.back_after_healing_s is > 60.0, wanted <= 90.0");
        assertThat(AcceptanceRule.parse("kill.back_after_healing_s >= 30").violation(figures::find))
                .isEmpty();
    }

    /** Covers an old error: a run was refused because its efficiency "is 85.0, wanted >= 85.0". */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "efficiency >= 85 | 84.96 | efficiency is 84.96, wanted >= 85.0",
                "efficiency >= 85 | 84.9 | efficiency is 84.9, wanted >= 85.0",
                "p99_ms <= 120.4 | 120.6 | p99_ms is 121, wanted <= 120.4",
                "p99_ms <= 120.4 | 120.45 | p99_ms is 120.45, wanted <= 120.4",
                "errors <= 0.001 | 0.002 | errors is 0.002, wanted <= 0.001",
                "rate >= 1500 | 1234.5 | rate is 1,235, wanted >= 1,500"
            })
    void a_refusal_shows_on_which_side_of_the_limit_the_figure_is(String rule, double value, String refusal) {
        assertThat(AcceptanceRule.parse(rule).violation(key -> Optional.of(new StepFigure(value, false))))
                .contains(refusal);
    }

    /** Returns a run whose fault was watched for a minute after healing without seeing it recover. */
    static Path unseen(Path run) throws IOException {
        Directories.copy(GOLDEN, run);
        Directories.unlisted(run);
        Path summary = run.resolve("summary.json");
        String text = Files.readString(summary);
        String other = text.replaceFirst(
                "(\"from_healing\" : \\{\\s+)\"after_s\" : 2.0,\\s+\"relapses\" : 0", "$1\"longer_than_s\" : 60.0");
        assertThat(other).isNotEqualTo(text);
        Files.writeString(summary, other);
        return run;
    }
}
