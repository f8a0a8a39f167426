package squall.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Figures of a run that a real {@code bin/adversity} left. */
class StepFiguresTest {
    private static final Path GOLDEN = Path.of("../src/test/resources/squall/golden/adversity")
            .toAbsolutePath()
            .normalize();

    @Test
    void a_phase_tells_how_long_its_fault_and_its_healing_took_and_what_was_lost() throws Exception {
        StepFigures figures = StepFigures.read(GOLDEN);

        assertThat(figures.find("kill.until_healing_s").orElseThrow()).isEqualTo(4.206, offset(0.001));
        assertThat(figures.find("kill.healing_s").orElseThrow()).isEqualTo(0.900, offset(0.001));
        assertThat(figures.find("kill.outage_s")).hasValue(0);
        assertThat(figures.find("kill.lost_writes")).hasValue(0);
        assertThat(figures.find("pause.lost_writes")).isEmpty();
    }
}
