package squall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Program that runs the benchmarks at several numbers of threads, which JMH alone does not, and writes one table of them. */
public final class HotPathBenchmarks {
    private static final List<Integer> THREADS = List.of(1, 2, 8, 64);

    private final Effort effort;
    private final String pattern;

    /** Effort, which determines the duration. */
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

    private HotPathBenchmarks(Effort effort, String pattern) {
        this.effort = effort;
        this.pattern = pattern;
    }

    /** Arguments: file to write, then optionally {@code --full}, then optionally a regular expression that picks benchmarks. */
    public static void main(String[] arguments) throws IOException, RunnerException {
        var rest = new ArrayList<>(List.of(arguments));
        Path file = Path.of(rest.removeFirst());
        Effort effort = rest.remove("--full") ? Effort.FULL : Effort.SHORT;
        String pattern = rest.isEmpty() ? ".*" : rest.getFirst();
        Files.writeString(file, HotPathTable.of(new HotPathBenchmarks(effort, pattern).results()));
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

    /** Table of all benchmarks as Markdown: a row for each benchmark and number of threads. */
    private static final class HotPathTable {
        private static final String HEAD = """
            | benchmark | threads | million/s, all threads | ± % | ns, one thread | bytes allocated |
            |---|---:|---:|---:|---:|---:|
            """;

        private HotPathTable() {}

        /** Row of the table. @param error half of JMH's 99.9 % confidence interval @param bytes allocated per operation */
        private record Row(String name, int threads, double perSecond, double error, double bytes) {
            private static Row of(RunResult result) {
                Result<?> speed = result.getPrimaryResult();
                Result<?> allocated =
                        Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"));
                return new Row(
                        label(result),
                        result.getParams().getThreads(),
                        speed.getScore(),
                        speed.getScoreError(),
                        allocated.getScore());
            }

            private static String label(RunResult result) {
                String method = result.getParams().getBenchmark().replaceFirst("^squall\\.\\w+\\.", "");
                String parameters = result.getParams().getParamsKeys().stream()
                        .map(result.getParams()::getParam)
                        .collect(Collectors.joining(" "));
                return (method.replace("Benchmark.", " ") + " " + parameters).strip();
            }

            private String markdown() {
                return String.format(
                        Locale.ROOT,
                        "| %s | %d | %.1f | %.0f | %.1f | %.1f |%n",
                        name,
                        threads,
                        perSecond / 1e6,
                        100 * error / perSecond,
                        threads * 1e9 / perSecond,
                        bytes);
            }
        }

        /** @param results in operations per second, with the collector's profile */
        static String of(List<RunResult> results) {
            return results.stream()
                    .map(Row::of)
                    .sorted(Comparator.comparing(Row::name).thenComparingInt(Row::threads))
                    .map(Row::markdown)
                    .collect(Collectors.joining("", HEAD, ""));
        }
    }
}
