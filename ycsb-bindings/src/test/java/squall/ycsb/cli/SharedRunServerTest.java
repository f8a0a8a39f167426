package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;
import squall.results.RunSummary;
import squall.results.merge.RunMerge;
import squall.results.merge.RunMerge.MergedRun;
import squall.results.recorded.ClientFigures;
import squall.results.recorded.RecordedRun;
import squall.system.ExitCode;

/** Test of three clients that share a load and a run, on a real server. */
@Tag("server")
@Tag("extended")
class SharedRunServerTest {
    private static final int CLIENTS = 3;
    private static final String WORKLOAD =
            " jdbc -P workloada -p recordcount=1000 -p readproportion=0.5 -p updateproportion=0.3 -p insertproportion=0.2";
    private static final String RUN = WORKLOAD + " -p operationcount=1001 -threads 2";

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("clients");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void three_clients_do_together_what_one_does_alone() throws Exception {
        assertThat(together("load" + WORKLOAD, "loading"))
                .allSatisfy(ended -> assertThat(ended.code()).as(ended.err()).isZero());
        assertThat(bench.ask("SELECT count(*) FROM usertable")).isEqualTo("1000");
        assertThat(merged("loading").run().result().finished()).isEqualTo(1000);

        assertThat(together("run" + RUN + " --seed 7", "running"))
                .allSatisfy(ended -> assertThat(ended.code()).as(ended.err()).isZero());
        MergedRun merged = merged("running");
        long inserted = Long.parseLong(bench.ask("SELECT count(*) FROM usertable")) - 1000;
        bench.tell("TRUNCATE usertable");
        assertThat(bench.ycsb("load" + WORKLOAD).code()).isZero();
        Ended alone =
                bench.ycsb("run" + RUN + " --seed 7 --results " + bench.folder().resolve("alone"));

        assertThat(merged.run().codes().worst()).isEqualTo(ExitCode.OK);
        assertThat(counts(merged.path())).isEqualTo(counts(onlyRun("alone"))).contains("INSERT " + inserted);
        assertThat(alone.code()).as(alone.err()).isZero();
        assertThat(ClientFigures.of(RecordedRun.read(merged.path()).manifest()))
                .hasSize(CLIENTS)
                .allSatisfy(client -> {
                    assertThat(client.operations()).isBetween(333L, 334L);
                    assertThat(client.clockErrorMs()).isPresent();
                    assertThat(client.cpuCores()).isPresent();
                    assertThat(client.startMs()).isBetween(0.0, 10_000.0);
                });
        a_client_that_comes_again_is_refused_and_one_that_is_missing_is_named();
    }

    private void a_client_that_comes_again_is_refused_and_one_that_is_missing_is_named() throws Exception {
        Ended again = bench.ycsb("run" + RUN + shared(1, "running") + results("again"));
        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.INVALID.code());
        assertThat(again.err()).contains("client 1 of run running has signed in before");

        List<Path> two = runs("running").stream()
                .filter(run -> !run.toString().contains("merged"))
                .limit(2)
                .toList();
        MergedRun merged =
                RunMerge.of(two, Duration.ofSeconds(10)).write(bench.folder().resolve("two"), List.of());
        assertThat(merged.run().codes().worst()).isEqualTo(ExitCode.INVALID);
        assertThat(merged.run().codes().lines())
                .singleElement()
                .asString()
                .matches("exit 6: client \\d of 3 is missing: there is no run directory of it");
    }

    @Test
    void a_client_that_never_comes_is_named_by_those_that_wait() throws SQLException {
        Ended ended = bench.ycsb(
                "load" + WORKLOAD + " -p table=lonely" + shared(2, "lonely") + " --client-wait 1s" + results("lonely"));
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INVALID.code());
        assertThat(ended.err())
                .contains("clients 0, 1 of 3 did not sign in to run lonely within 1.0 s (--client-wait)");
        assertThat(bench.ask("SELECT count(*) FROM lonely")).isEqualTo("0");
    }

    @Test
    void an_instant_that_is_over_is_refused() {
        Ended ended = bench.ycsb("load" + WORKLOAD + " -p table=late --clients 3 --client 0 --start-at "
                + Instant.parse("2026-01-01T00:00:00Z") + results("late"));
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INVALID.code());
        assertThat(ended.err()).contains("--start-at 2026-01-01T00:00:00Z was ");
    }

    @Test
    void what_one_of_several_clients_cannot_do_is_refused_before_anything_is_touched() {
        refused("load" + WORKLOAD + " --existing=truncate", "would delete what the others have loaded");
        refused("run" + RUN + " --values stamped", "squall.values=stamped compares each row");
        refused("run" + RUN + " --rate 1000 --terminals 2", "cannot be divided among 3 clients");
    }

    private static void refused(String command, String why) {
        Ended ended = bench.ycsb(command + shared(0, "refused"));
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.USAGE.code());
        assertThat(ended.err()).contains(why);
    }

    private static List<Ended> together(String command, String run) {
        try (var threads = Executors.newFixedThreadPool(CLIENTS)) {
            List<CompletableFuture<Ended>> clients = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                String words = command + shared(client, run) + results(run);
                clients.add(CompletableFuture.supplyAsync(() -> bench.ycsb(words), threads));
            }
            return clients.stream().map(CompletableFuture::join).toList();
        }
    }

    private static String shared(int client, String run) {
        return " --clients " + CLIENTS + " --client " + client + " --client-run " + run;
    }

    private static String results(String run) {
        return " --results " + bench.folder().resolve(run);
    }

    /** Merges all runs of a folder, as {@code bin/report merge FOLDER} does. */
    private static MergedRun merged(String run) throws Exception {
        return RunMerge.of(List.of(bench.folder().resolve(run)), Duration.ofSeconds(10))
                .write(bench.folder().resolve(run + "-merged"), List.of("bin/report", "merge"));
    }

    private static List<Path> runs(String folder) throws IOException {
        try (Stream<Path> runs = Files.list(bench.folder().resolve(folder))) {
            return runs.filter(run -> !Files.isSymbolicLink(run) && Files.exists(run.resolve("manifest.json")))
                    .sorted()
                    .toList();
        }
    }

    private static Path onlyRun(String folder) throws IOException {
        List<Path> runs = runs(folder);
        assertThat(runs).hasSize(1);
        return runs.getFirst();
    }

    private static List<String> counts(Path run) throws IOException {
        return RecordedRun.read(run).summary().orElseThrow().total().orElseThrow().operations().stream()
                .map((RunSummary.OperationTotals operation) -> operation.operation() + " " + operation.ok())
                .toList();
    }
}
