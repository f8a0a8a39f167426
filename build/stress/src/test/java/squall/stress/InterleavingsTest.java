package squall.stress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test that runs jcstress in JVMs of its own, for about a minute. It gives each actor a processor, so it needs two. */
class InterleavingsTest {
    @Test
    void no_interleaving_loses_or_misplaces_a_sample(@TempDir Path folder) throws IOException, InterruptedException {
        assumeTrue(
                Runtime.getRuntime().availableProcessors() >= 2,
                "NOT TESTED HERE: interleavings; this machine has one processor");
        Path printed = folder.resolve("printed");
        Process stress = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "org.openjdk.jcstress.Main",
                        "-f",
                        "1",
                        "-fsm",
                        "1",
                        "-iters",
                        "2",
                        "-time",
                        "300",
                        "-sc",
                        "false",
                        "-r",
                        folder.resolve("results").toString()))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            assertThat(stress.waitFor(10, TimeUnit.MINUTES)).isTrue();
            String output = Files.readString(printed);
            assertThat(stress.exitValue()).as(output).isZero();
            assertThat(output).contains("All remaining tests: 3 matching test results");
            // Configurations that could not start count as neither passed nor failed.
            assertThat(output)
                    .containsPattern("\\(Results: (\\d+) planned; \\1 passed, 0 failed, 0 soft errs, 0 hard errs\\)");
        } finally {
            stress.destroyForcibly();
        }
    }
}
