package squall.apps.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.cli.ExitCode;

class SeriesTest {
    @TempDir
    private Path folder;

    private final List<Boolean> interruptedWhileKeeping = new ArrayList<>();

    /** The workload ends as if it had heard nothing: it was past the last place where it waits. */
    @Test
    void a_signal_begins_no_other_experiment_and_does_not_disturb_what_is_written() throws Exception {
        Interruption interruption = new Interruption();
        Apps asking = new Apps() {
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
        List<Config> configs =
                new Selection(ConfigTest.SHIPPED, List.of("wp-index-inserts", "wp-index-reads")).configs();

        Series.Ended ended = new Series(asking, configs, List.of())
                .run(
                        Map.of(Api.SQL, new Place(Api.SQL, List.of())),
                        new PaperFolder(folder),
                        interruption,
                        new Keeping());

        assertThat(ended.codes()).containsExactly(ExitCode.OK);
        assertThat(ended.findings())
                .containsEntry("wp-index-reads-sql", new Finding.NotRun("not reached"))
                .containsEntry("wp-index-reads-ycql", new Finding.NotRun("no target speaks ycql"));
        assertThat(interruptedWhileKeeping).containsExactly(false);
    }

    private final class Keeping implements Series.Listener {
        @Override
        public void begins(Config config) {
            assertThat(config.name()).isEqualTo("wp-index-inserts-sql");
        }

        @Override
        public void ended(Map<String, Finding> findings) {
            interruptedWhileKeeping.add(Thread.currentThread().isInterrupted());
        }
    }
}
