package squall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmarks at several numbers of threads, which JMH alone does not, and writes one table of them. */
public final class HotPath {
    private static final List<Integer> THREADS = List.of(1, 2, 8, 64);

    private final Effort effort;
    private final String pattern;

    /** How long it may take. */
    private enum Effort {
        SHORT(1, 2, 3),
        FULL(3, 5, 10);

        private final int forks;
        private final int warmUps;
        private final int measurements;

        Effort(int forks, int warmUps, int measurements) {
            this.forks = forks;
            this.warmUps = warmUps;
            this.measurements = measurements;
        }
    }

    private HotPath(Effort effort, String pattern) {
        this.effort = effort;
        this.pattern = pattern;
    }

    /** Arguments: file to write, then optionally {@code --full}, then optionally a regular expression that picks benchmarks. */
    public static void main(String[] arguments) throws IOException, RunnerException {
        var rest = new ArrayList<>(List.of(arguments));
        Path file = Path.of(rest.removeFirst());
        Effort effort = rest.remove("--full") ? Effort.FULL : Effort.SHORT;
        String pattern = rest.isEmpty() ? ".*" : rest.getFirst();
        Files.writeString(file, HotPathTable.of(new HotPath(effort, pattern).results()));
    }

    private List<RunResult> results() throws RunnerException {
        var results = new ArrayList<RunResult>();
        for (int threads : THREADS) {
            results.addAll(new Runner(options(threads)).run());
        }
        return results;
    }

    private Options options(int threads) {
        return new OptionsBuilder()
                .include(pattern)
                .threads(threads)
                .forks(effort.forks)
                .warmupIterations(effort.warmUps)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(effort.measurements)
                .measurementTime(TimeValue.seconds(1))
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .build();
    }
}
