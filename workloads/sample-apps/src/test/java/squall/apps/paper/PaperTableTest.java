package squall.apps.paper;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import squall.apps.paper.ExperimentSeries.ExperimentResult;
import squall.apps.paper.ExperimentSeries.ExperimentResult.NotRun;
import squall.apps.paper.ExperimentSeries.ExperimentResult.Ran;
import squall.apps.paper.PaperExperiment.PaperOperation;
import squall.report.format.TableFormat;
import squall.report.table.OperationWindow;
import squall.report.table.OperationWindow.OperationRate;
import squall.report.table.PublishedFigures;
import squall.system.ExitCode;

class PaperTableTest {
    private static final Map<String, String> THREADS =
            Map.of("workload", "X", "num_threads_write", "32", "num_threads_read", "128");

    @Test
    void ours_stands_under_the_published_figures_with_what_cannot_be_marked() {
        assertThat(csv(Map.of(
                        "wp-distributed-txn-ycql",
                        new NotRun("no target speaks ycql"),
                        "wp-distributed-txn-sql",
                        txns(ExitCode.OK, 16))))
                .containsExactly(
                        "experiment,api,figures,threads,ops_s,mean_ms,p99_ms,in_flight,remark",
                        "transactions,ycql,paper,32,8878,14.42,,128.021,cannot be: 300 % over",
                        "transactions,ycql,here,,,,,,N/A: no target speaks ycql",
                        "transactions,sql,paper,32,1900,16.69,,31.711,",
                        "transactions,sql,here,32,2000,16,40,32,");
    }

    @Test
    void the_warm_up_is_the_initial_phase_and_a_maximum_of_several_runs_has_no_counterpart() {
        assertThat(csv(Map.of(
                        "wp-pure-inserts-sql",
                        ran(
                                PaperExperiment.PURE_INSERTS,
                                ExitCode.OK,
                                new OperationWindow(
                                        true, PaperOperation.WRITE.measured(), new OperationRate(1000, 32), 50),
                                new OperationWindow(
                                        false, PaperOperation.WRITE.measured(), new OperationRate(500, 64), 90)))))
                .filteredOn(line -> line.contains(",here,") || line.contains("sometimes"))
                .containsExactly(
                        "\"pure inserts, initial\",sql,here,32,1000,32,50,32,",
                        "\"pure inserts, sustained\",sql,here,32,500,64,90,32,",
                        "\"pure inserts, sometimes up to\",sql,paper,256,16500,,,,");
    }

    @Test
    void a_run_that_failed_says_so_next_to_its_figures() {
        assertThat(csv(Map.of("wp-distributed-txn-sql", txns(ExitCode.DATA, 16))))
                .last()
                .isEqualTo("transactions,sql,here,32,2000,16,40,32,exit 4");
        assertThat(csv(Map.of("wp-distributed-txn-sql", ran(PaperExperiment.DISTRIBUTED_TXN, ExitCode.USAGE))))
                .last()
                .isEqualTo("transactions,sql,here,32,,,,,N/A: exit 2");
    }

    @Test
    void a_run_too_short_for_its_threads_is_told() {
        assertThat(csv(Map.of("wp-distributed-txn-sql", txns(ExitCode.OK, 4))))
                .last()
                .isEqualTo("transactions,sql,here,32,2000,4,40,8,threads busy for 25 %");
    }

    @Test
    void the_scale_and_all_published_caveats_are_under_the_table() {
        PaperScale scale = new PaperScale(new BigDecimal("0.001"), BigDecimal.ONE);
        var table = new PaperTable(PublishedRow.all(), Map.of("wp-index-reads-ycql", new NotRun("later")), scale);

        assertThat(table.table().notes())
                .startsWith(
                        "Not the paper's size: 0.001 of its keys and operations, 1 of its threads.",
                        "A closed loop has no more operations in flight than threads. Published figures that cannot be, as"
                                + " more would have been: index reads over ycql.")
                .containsAll(PublishedFigures.load()
                        .find("paper-results")
                        .orElseThrow()
                        .caveats());
    }

    @Test
    void rows_with_different_numbers_of_threads_are_named() {
        var table = new PaperTable(
                PublishedRow.all(),
                Map.of("wp-pure-inserts-ycql", new NotRun(""), "wp-pure-inserts-sql", new NotRun("")),
                PaperScale.FULL);

        assertThat(table.table().notes())
                .contains("The two systems had different numbers of threads, so their latencies do not compare: pure"
                        + " inserts 356 and 256.");
    }

    @Test
    void ratios_are_computed_next_to_what_was_claimed() {
        var table = new RatioTable(
                PublishedRow.all(),
                Map.of(
                        "wp-index-reads-ycql",
                        ran(
                                PaperExperiment.INDEX_READS,
                                ExitCode.OK,
                                new OperationWindow(
                                        false, PaperOperation.READ.measured(), new OperationRate(3000, 2), 9)),
                        "wp-index-reads-sql",
                        ran(
                                PaperExperiment.INDEX_READS,
                                ExitCode.OK,
                                new OperationWindow(
                                        false, PaperOperation.READ.measured(), new OperationRate(1500, 5), 9))));

        assertThat(TableFormat.CSV.lines(List.of(table.table())))
                .containsExactly(
                        "experiment,section_throughput,section_latency,conclusion_throughput,conclusion_latency,"
                                + "by_table_throughput,by_table_latency,here_throughput,here_latency",
                        "index reads,1.8,,2.5,,1.79024,0.586118,2,2.5");
    }

    private static List<String> csv(Map<String, ExperimentResult> findings) {
        return TableFormat.CSV.lines(List.of(new PaperTable(PublishedRow.all(), findings, PaperScale.FULL).table()));
    }

    private static Ran txns(ExitCode code, double meanMs) {
        return ran(
                PaperExperiment.DISTRIBUTED_TXN,
                code,
                new OperationWindow(false, PaperOperation.WRITE.measured(), new OperationRate(2000, meanMs), 40));
    }

    private static Ran ran(PaperExperiment experiment, ExitCode code, OperationWindow... stretches) {
        return new Ran(new ExperimentConfig(experiment, PaperApi.SQL, THREADS), code, List.of(stretches));
    }
}
