package squall.report.browse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.report.Synthetic;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.RecordedSecond;

class RunCurveTest {
    @TempDir
    private Path folder;

    @Test
    void a_run_of_one_second_is_a_level_line() throws Exception {
        List<RecordedSecond> second = run().seconds().subList(0, 1);
        assertThat(RunCurve.svg(second, List.of(), Optional.empty())).contains("points=\"0.0,1.0 60.0,1.0 120.0,1.0\"");
    }

    private RecordedRun run() throws Exception {
        return RecordedRun.read(Synthetic.disturbed(80, List.of("READ"), 10).write(folder));
    }
}
