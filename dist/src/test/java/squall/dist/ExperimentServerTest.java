package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.dist.Installation.Result;
import squall.experiment.ExperimentState;
import squall.experiment.ExperimentState.StepOutcome;

/** Two experiments at toy scale by the launchers of the assembled folder, on an embedded PostgreSQL of the test's own. */
@Tag("server")
class ExperimentServerTest {
    @TempDir
    static Path temp;

    private static Map<String, String> environment() {
        return Map.of("SQUALL_HOME", temp.resolve("home").toString(), "JAVA_HOME", System.getProperty("java.home"));
    }

    private static Result run(String script, String... words) throws Exception {
        return Installation.real()
                .run(environment(), Installation.assembled().resolve("bin").resolve(script), words);
    }

    @AfterAll
    static void remove() throws Exception {
        assertThat(run("testbed", "reset", "postgres").exit()).isZero();
    }

    private static ExperimentState experiment(String name) throws Exception {
        Path results = temp.resolve(name);
        Result result = run("experiment", "run", name, "--results", results.toString());

        // 3 and 6: on a busy machine a toy run may miss what is expected of its client
        assertThat(result.exit()).describedAs(result.err()).isIn(0, 3, 6);
        assertThat(result.out()).contains("page       ");
        return ExperimentState.read(only(results));
    }

    private static Path only(Path results) throws IOException {
        try (Stream<Path> all = Files.list(results)) {
            List<Path> folders = all.toList();
            assertThat(folders).hasSize(1);
            return folders.getFirst();
        }
    }

    @Test
    void loads_by_range_and_by_hash_stand_next_to_the_published_ones() throws Exception {
        ExperimentState state = experiment("ycsb-load");

        assertThat(state.complete()).isTrue();
        assertThat(state.steps())
                .extracting(ExperimentState.StepRecord::key)
                .containsExactly("load,sharding=range", "load,sharding=hash");
        assertThat(Files.readString(only(temp.resolve("ycsb-load")).resolve("index.html")))
                .contains("postgres-range", "postgres-hash", "25h 45m 14s");
    }

    @Test
    void the_mixes_of_the_literature_are_loaded_and_run() throws Exception {
        ExperimentState state = experiment("thesis-mixes");

        assertThat(state.steps()).hasSize(6).noneMatch(step -> step.outcome() == StepOutcome.FAILED);
        assertThat(Files.readAllLines(only(temp.resolve("thesis-mixes")).resolve("thesis-mixes.csv")))
                .hasSize(4)
                .anyMatch(line -> line.startsWith("rs,"));
    }
}
