package squall.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.cli.CommandEnvironment;
import squall.ycsb.cli.YcsbCommand;

/** Test that a run on the training server does all of its work, from the login to the report: an archive lacks all that it does not do. */
class TrainingServerTest {
    @TempDir
    Path temp;

    @ParameterizedTest
    @ValueSource(strings = {"workloada", "workloade", "workloadf"})
    void a_run_on_it_ends_well(String workload) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true);
        CommandEnvironment environment = new CommandEnvironment(
                InputStream.nullInputStream(),
                both,
                both,
                Map.of(),
                Optional.of(Path.of("../..").toAbsolutePath().normalize()),
                temp);
        try (TrainingServer server = TrainingServer.open()) {
            List<String> words = Stream.concat(
                            Stream.of("run", "jdbc", "-P", workload, "--results", temp.toString()),
                            server.properties().stream())
                    .toList();
            assertThat(YcsbCommand.execute(words, environment))
                    .as(out::toString)
                    .isIn(0, 6); // 6: this machine was too busy for the client
        }
        assertThat(temp.resolve("latest/report.html")).isNotEmptyFile();
    }
}
