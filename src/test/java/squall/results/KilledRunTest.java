package squall.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import squall.engine.LoadRun;
import squall.engine.RunListener;
import squall.engine.phases.SwitchedLoad;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.measure.Tick;
import squall.results.file.RunState;
import squall.results.recorded.RecordedRun;
import squall.results.recorded.RecordedSecond;
import squall.spi.DatabaseInfo;

/** Test of a real run in a process of its own that is killed in the middle. */
class KilledRunTest {
    @TempDir
    private Path results;

    @Test
    void a_run_that_was_killed_can_be_read_up_to_its_last_seconds() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        results.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = process.inputReader()) {
            assertThat(out.readLine()).isEqualTo("0");
            assertThat(out.readLine()).isEqualTo("1");
        } finally {
            process.destroyForcibly().waitFor();
        }

        RecordedRun recorded = RecordedRun.read(results.resolve("latest"));
        assertThat(recorded.state()).isEqualTo(RunState.ABORTED);
        assertThat(recorded.manifest().state()).isEqualTo(RunState.RUNNING);
        assertThat(recorded.summary()).isEmpty();
        assertThat(recorded.seconds())
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(second -> assertThat(second.operation()).isEqualTo("READ"));
        assertThat(recorded.seconds().stream().map(RecordedSecond::second).toList())
                .isEqualTo(
                        LongStream.range(0, recorded.seconds().size()).boxed().toList());
        assertThat(recorded.seconds().getFirst().ok()).isPositive();
        assertThat(Files.readString(recorded.path().resolve("latency.hlog"))).contains("Tag=READ,0.000,1.000,");
    }

    /** Process that runs a load without end, and prints each second that is on disk. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            RunInfo info = new RunInfo(
                    "sleep", "none", List.of("victim"), 42, Map.of(), Map.of(), DatabaseInfo.NONE, Map.of());
            LoadPlan plan = new LoadPlan(
                    2,
                    new LoadPace.Rate(100, LoadPace.Arrival.CONSTANT),
                    OptionalLong.empty(),
                    Optional.of(Duration.ofMinutes(1)),
                    Duration.ZERO,
                    Duration.ofSeconds(1),
                    42,
                    LoadPlan.Threads.PLATFORM,
                    List.of());
            try (RunDirectory directory = RunDirectory.create(Path.of(arguments[0]), info, Instant.now())) {
                new LoadRun(new SwitchedLoad(), plan, List.of(directory, new Saying())).execute();
            }
        }
    }

    /** Listener that hears of a second after the directory has. */
    private static final class Saying implements RunListener {
        @Override
        public void closed(Tick tick) {
            try {
                System.out.write((tick.second() + "\n").getBytes(UTF_8));
                System.out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
