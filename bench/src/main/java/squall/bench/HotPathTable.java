package squall.bench;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/** The results of all benchmarks as Markdown: a row for each benchmark and number of threads. */
final class HotPathTable {
    private static final String HEAD = """
            | benchmark | threads | million/s, all threads | ± % | ns, one thread | bytes allocated |
            |---|---:|---:|---:|---:|---:|
            """;

    private HotPathTable() {}

    /** One row. @param error half of JMH's 99.9 % confidence interval @param bytes allocated per operation */
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
