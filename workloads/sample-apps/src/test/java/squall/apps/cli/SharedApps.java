package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.function.Function;
import squall.results.RecordedRun;
import squall.results.RunSummary;
import squall.results.merge.MergedRun;
import squall.results.merge.RunMerge;
import squall.system.ExitCode;

/**
 * Clients that share runs, each a command within this process.
 *
 * @param command takes words from the name of the workload on
 */
record SharedApps(int clients, Path folder, Function<String, Site.Ended> command) {
    /** A small run of this workload, of which nothing may be missing. @param words its name and options */
    void requireWhole(String run, String words) throws Exception {
        together(words + " --num_unique_keys 90 --num_writes 600 --num_reads 301 --num_threads 3", run)
                .forEach(ended -> assertThat(ended.code()).as(ended.err()).isZero());
        MergedRun merged = merged(run);
        assertThat(merged.run().codes().worst()).isEqualTo(ExitCode.OK);
        assertThat(counts(merged.path())).containsExactly("Read 301", "Write 600");
    }

    /** All at once; they sign in under the name of the run. */
    List<Site.Ended> together(String words, String run) {
        try (var threads = Executors.newFixedThreadPool(clients)) {
            List<CompletableFuture<Site.Ended>> all = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                String line = words + as(client, run);
                all.add(CompletableFuture.supplyAsync(() -> command.apply(line), threads));
            }
            return all.stream().map(CompletableFuture::join).toList();
        }
    }

    /** The options of one client. */
    String as(int client, String run) {
        return " --clients " + clients + " --client " + client + " --client-run " + run + " --results "
                + folder.resolve(run);
    }

    /** What {@code bin/report merge FOLDER} makes of a run. */
    MergedRun merged(String run) throws Exception {
        return RunMerge.of(List.of(folder.resolve(run)), Duration.ofSeconds(10))
                .write(folder.resolve(run + "-merged"), List.of("bin/report", "merge"));
    }

    /** Acknowledged operations by name. */
    static List<String> counts(Path run) throws Exception {
        return RecordedRun.read(run).summary().orElseThrow().total().orElseThrow().operations().stream()
                .map((RunSummary.OperationTotals operation) -> operation.operation() + " " + operation.ok())
                .toList();
    }
}
