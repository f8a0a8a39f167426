package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import squall.cli.TestCommand.Ended;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.results.merge.RunMerge;
import squall.results.merge.RunMerge.MergedRun;
import squall.results.recorded.RecordedRun;

/** Test of clients that each drive one of two warehouses of a real server, and are merged. */
@Tag("server")
@Tag("extended")
class ClientsServerTest {
    /** Time between the clients, which run one after the other, so that the test does not depend on the speed of the machine. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static Bench bench;
    private static Path first;
    private static Path second;

    @BeforeAll
    static void load() throws Exception {
        bench = new Bench("clients");
        Ended ended = bench.benchbase("-b tpcc --create=true --load true --no-verify --warehouses 2 --seed 7 -c "
                + bench.config("postgres/sample_tpcc_config.xml"));
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        first = client(1);
        second = client(2);
    }

    @AfterAll
    static void remove() throws Exception {
        bench.remove();
    }

    @Test
    void the_tpmc_of_two_clients_is_added_and_their_efficiency_is_of_both_warehouses() throws Exception {
        MergedRun merged =
                RunMerge.of(List.of(first, second), SKEW).write(bench.folder().resolve("merged"), List.of("merge"));

        double tpmC =
                figures(first).getFirst().value() + figures(second).getFirst().value();
        assertThat(merged.figures())
                .containsExactly(
                        WorkloadFigure.sum("tpmC", "(unaudited)", tpmC),
                        WorkloadFigure.percent("efficiency", tpmC, 2 * 12.86));
        assertThat(merged.run().checks()).extracting(check -> check.name()).contains("acknowledged orders");
    }

    @Test
    void the_command_adds_them_up_and_prints_what_it_wrote() throws Exception {
        Path merged = bench.folder().resolve("by-command");
        Ended ended = merge(first, second, merged);

        assertThat(ended.code()).describedAs(ended.err()).isZero();
        double tpmC =
                figures(first).getFirst().value() + figures(second).getFirst().value();
        assertThat(ended.out().lines())
                .contains(WorkloadFigure.sum("tpmC", "(unaudited)", tpmC).line())
                .anyMatch(line -> line.startsWith("NewOrder "))
                .contains("results    " + merged.resolve("latest").toRealPath());
        assertThat(figures(merged.resolve("latest")))
                .containsExactly(
                        WorkloadFigure.sum("tpmC", "(unaudited)", tpmC),
                        WorkloadFigure.percent("efficiency", tpmC, 2 * 12.86));
    }

    @Test
    void the_command_refuses_what_is_no_part_of_one_run_and_writes_nothing() throws Exception {
        Path merged = bench.folder().resolve("refused");
        Ended ended = merge(first, first, merged);

        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.err()).startsWith("error: cannot merge: run " + first.getFileName() + " is named twice\n");
        assertThat(merged).doesNotExist();
    }

    @Test
    void clients_of_the_same_warehouse_are_not_merged() throws Exception {
        Path again = client(1);

        assertThatThrownBy(() -> RunMerge.of(List.of(first, again), SKEW))
                .hasMessageStartingWith("cannot merge: warehouse ranges overlap: 1 to 1 in ");
    }

    private static Ended merge(Path one, Path other, Path merged) throws IOException, InterruptedException {
        return new Launchers(bench.folder().resolve("release"))
                .run("report", "merge", one.toString(), other.toString(), "--skew=5m", "--out=" + merged);
    }

    /** Runs one client. @return its run directory */
    private static Path client(int warehouse) throws IOException {
        Ended ended =
                bench.benchbase("-b tpcc --execute=true --all-conditions --seed 11 --warehouses 1 --total-warehouses 2"
                        + " --from-warehouse " + warehouse + " -c "
                        + bench.config("postgres/sample_tpcc_config.xml", "<time>60</time>", "<time>2</time>"));
        assertThat(ended.code()).describedAs(ended.err()).isZero();
        return bench.runs().getLast();
    }

    private static List<WorkloadFigure> figures(Path run) throws IOException {
        return RecordedRun.read(run).figures();
    }
}
