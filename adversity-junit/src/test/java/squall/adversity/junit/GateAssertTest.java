package squall.adversity.junit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.adversity.junit.AdversityAssertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Gates on copies of a recorded run of a kill, each with another outage. */
class GateAssertTest {
    private static final Path RECORDED = Path.of("..", "src", "test", "resources", "squall", "golden", "adversity");

    @TempDir
    Path folder;

    @Test
    void runs_that_are_no_worse_pass_and_slower_ones_fail_with_the_figure() throws IOException {
        List<Path> baseline = directories("a", 20, 5);
        assertThat(runs(directories("same", 4, 5))).areNoWorseThan(baseline);

        List<AdversityRun> slow = runs(directories("slow", 5, 9));
        assertThatThrownBy(() -> assertThat(slow).areNoWorseThan(baseline))
                .hasMessage("sure: worse in kill.outage_s\n"
                        + "kill.outage_s: worse: 5 of 5 new runs beyond the limit of 5.50 s, a shift above 0.50 s is"
                        + " found");
    }

    @Test
    void too_few_runs_fail_with_how_many_are_wanted() throws IOException {
        List<Path> baseline = directories("a", 20, 5);
        List<AdversityRun> few = runs(directories("few", 2, 5));
        assertThatThrownBy(() -> assertThat(few).areNoWorseThan(baseline))
                .hasMessageStartingWith("not sure: 2 to 6 more runs\n");
        assertThatThrownBy(() -> assertThat(few).areNoWorseThan(baseline.subList(0, 3)))
                .hasMessageStartingWith("the runs cannot be judged: 3 baseline runs are too few for 4 figures");
    }

    private static List<AdversityRun> runs(List<Path> directories) throws IOException {
        List<AdversityRun> runs = new ArrayList<>();
        for (Path directory : directories) {
            runs.add(AdversityRun.read(directory));
        }
        return runs;
    }

    private List<Path> directories(String name, int count, int outageSeconds) throws IOException {
        List<Path> directories = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            Path run = folder.resolve(name + n);
            try (Stream<Path> all = Files.walk(RECORDED)) {
                for (Path file : all.toList()) {
                    Files.copy(file, run.resolve(RECORDED.relativize(file).toString()));
                }
            }
            for (String record : List.of("manifest.json", "summary.json")) {
                Path file = run.resolve(record);
                Files.writeString(
                        file,
                        Files.readString(file)
                                .replaceFirst("(\"run_id\" ?: ?\")[^\"]+", "$1" + name + n)
                                .replace("\"outage_s\" : 0", "\"outage_s\" : " + outageSeconds));
            }
            directories.add(run);
        }
        return directories;
    }
}
