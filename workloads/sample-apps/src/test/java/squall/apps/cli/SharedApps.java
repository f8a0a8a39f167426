package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import squall.cli.TestCommand.Ended;
import squall.results.RunSummary;
import squall.results.merge.RunMerge;
import squall.results.merge.RunMerge.MergedRun;
import squall.results.recorded.RecordedRun;
import squall.system.ExitCode;

/**
 * Group of clients that share runs, each a command within this process.
 *
 * @param command takes words from the name of the workload on
 */
record SharedApps(int clients, Path folder, Function<String, Ended> command) {
    private static final AtomicInteger RUNS = new AtomicInteger();

    /** Runs this workload on tables of its own, and requires that nothing is missing. @param words its name and options */
    void requireWhole(String words) throws Exception {
        String run = "shared_" + RUNS.incrementAndGet();
        List<Ended> ended = together(
                words + " --create_table_name " + run
                        + " --num_unique_keys 90 --num_writes 600 --num_reads 301 --num_threads 3",
                run);
        assertThat(ended).allSatisfy(SharedApps::requireWell);
        assertThat(added(ended)).containsExactlyInAnyOrderEntriesOf(Map.of("Read", 301L, "Write", 600L));
        if (ended.stream().allMatch(each -> each.code() == 0)) {
            MergedRun merged = merged(run);
            assertThat(merged.run().codes().worst()).isEqualTo(ExitCode.OK);
            assertThat(counts(merged.path())).isEqualTo(added(ended));
        }
    }

    /** Requires that all was done and found to be right; on a very busy machine a client may say that it was overloaded. */
    static void requireWell(Ended ended) {
        assertThat(ended.code()).as(ended.err()).isIn(0, ExitCode.INVALID.code());
        if (ended.code() != 0) {
            assertThat(ended.err())
                    .contains("exit 6: the client was overloaded")
                    .doesNotContain("exit 4", "exit 3");
        }
    }

    private static Map<String, Long> added(List<Ended> all) throws Exception {
        Map<String, Long> sum = new HashMap<>();
        for (Ended each : all) {
            counts(each.directory()).forEach((operation, ok) -> sum.merge(operation, ok, Long::sum));
        }
        return sum;
    }

    /** Runs all clients at once; they sign in under the name of the run. */
    List<Ended> together(String words, String run) {
        try (var threads = Executors.newFixedThreadPool(clients)) {
            List<CompletableFuture<Ended>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                String line = words + as(client, run);
                all.add(CompletableFuture.supplyAsync(() -> command.apply(line), threads));
            }
            return all.stream().map(CompletableFuture::join).toList();
        }
    }

    /** Returns the options of one client. */
    String as(int client, String run) {
        return " --clients " + clients + " --client " + client + " --client-run " + run + " --results "
                + folder.resolve(run);
    }

    /** Merges a run, as {@code bin/report merge FOLDER} does. */
    MergedRun merged(String run) throws Exception {
        return RunMerge.of(List.of(folder.resolve(run)), Duration.ofSeconds(10))
                .write(folder.resolve(run + "-merged"), List.of("bin/report", "merge"));
    }

    /** Returns the numbers of acknowledged operations by name. */
    static Map<String, Long> counts(Path run) throws Exception {
        return RecordedRun.read(run).summary().orElseThrow().total().orElseThrow().operations().stream()
                .collect(Collectors.toMap(RunSummary.OperationTotals::operation, RunSummary.OperationTotals::ok));
    }
}
