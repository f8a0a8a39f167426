package squall.apps.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.apps.paper.ExperimentSeries.ExperimentResult;
import squall.apps.paper.PaperCommand.ExperimentSelection;
import squall.apps.paper.PaperCommand.SampleAppRunner;
import squall.system.ExitCode;

class ExperimentSeriesTest {
    @TempDir
    private Path folder;

    private final List<Boolean> interruptedWhileKeeping = new ArrayList<>();

    /** The workload ends as if it had heard nothing: it was past the last place where it waits. */
    @Test
    void a_signal_begins_no_other_experiment_and_does_not_disturb_what_is_written() throws Exception {
        ExperimentSeries.SetupInterruption interruption = new ExperimentSeries.SetupInterruption();
        SampleAppRunner asking = new SampleAppRunner() {
            @Override
            public boolean has(String workload) {
                return true;
            }

            @Override
            public void check(List<String> words) {
                // Nothing is forbidden here.
            }

            @Override
            public ExitCode run(List<String> words) {
                interruption.ask();
                return ExitCode.OK;
            }
        };
        List<ExperimentConfig> configs = new ExperimentSelection(
                        ExperimentConfigTest.SHIPPED, List.of("wp-index-inserts", "wp-index-reads"))
                .configs();

        ExperimentSeries.SeriesEnd ended = new ExperimentSeries(asking, configs, List.of())
                .run(
                        Map.of(PaperApi.SQL, new PaperDatabase(PaperApi.SQL, List.of())),
                        new ExperimentSeries.PaperFolder(folder),
                        interruption,
                        new Keeping());

        assertThat(ended.codes()).containsExactly(ExitCode.OK);
        assertThat(ended.findings())
                .containsEntry("wp-index-reads-sql", new ExperimentResult.NotRun("not reached"))
                .containsEntry("wp-index-reads-ycql", new ExperimentResult.NotRun("no target speaks ycql"));
        assertThat(interruptedWhileKeeping).containsExactly(false);
    }

    private final class Keeping implements ExperimentSeries.Listener {
        @Override
        public void begins(ExperimentConfig config) {
            assertThat(config.name()).isEqualTo("wp-index-inserts-sql");
        }

        @Override
        public void ended(Map<String, ExperimentResult> findings) {
            interruptedWhileKeeping.add(Thread.currentThread().isInterrupted());
        }
    }
}
