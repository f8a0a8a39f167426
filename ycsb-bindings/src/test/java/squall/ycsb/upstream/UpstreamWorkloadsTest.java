package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.upstream.Loads.make;
import static squall.ycsb.upstream.Loads.perform;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.spi.CheckResult;
import squall.ycsb.MemoryDb;

/** The workloads that upstream ships, as they are. */
class UpstreamWorkloadsTest {
    @BeforeEach
    void forget() {
        MemoryDb.SHARED.tables().clear();
    }

    @Test
    void an_unchanged_core_workload_loads_its_keys_and_runs_read_modify_writes_that_verify() throws Exception {
        Map<String, String> core = Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "db", MemoryDb.class.getName(),
                "recordcount", "20",
                "operationcount", "50",
                "dataintegrity", "true",
                "readproportion", "0",
                "updateproportion", "0",
                "readmodifywriteproportion", "1",
                "requestdistribution", "uniform");
        try (UpstreamLoad load = make(true, core)) {
            perform(load, 20);
        }
        assertThat(MemoryDb.SHARED.rows("usertable"))
                .hasSize(20)
                .containsKeys("user6284781860667377211", "user8517097267634966620");
        try (UpstreamLoad run = make(false, core)) {
            assertThat(perform(run, 50))
                    .isEqualTo(Map.of(
                            "READ OK",
                            50L,
                            "UPDATE OK",
                            50L,
                            "READ-MODIFY-WRITE OK",
                            50L,
                            "VERIFY OK",
                            50L,
                            "TRANSACTION OK",
                            50L));
            assertThat(run.check())
                    .containsExactly(new CheckResult(
                            "dataintegrity",
                            CheckResult.Verdict.PASSED,
                            "50 rows as written, 0 with other content, 0 that could not be compared"));
        }
    }

    @Test
    void one_corrupt_row_is_found_by_the_workload_and_fails_the_check() throws Exception {
        Map<String, String> core = Map.of(
                "workload", "site.ycsb.workloads.CoreWorkload",
                "db", MemoryDb.class.getName(),
                "recordcount", "1",
                "operationcount", "3",
                "dataintegrity", "true",
                "readproportion", "1",
                "updateproportion", "0",
                "requestdistribution", "uniform");
        try (UpstreamLoad load = make(true, core)) {
            perform(load, 1);
        }
        MemoryDb.SHARED.rows("usertable").values().forEach(row -> row.put("field3", "corrupt"));
        try (UpstreamLoad run = make(false, core)) {
            assertThat(perform(run, 3))
                    .isEqualTo(Map.of("READ OK", 3L, "VERIFY UNEXPECTED_STATE", 3L, "TRANSACTION OK", 3L));
            assertThat(run.check())
                    .containsExactly(new CheckResult(
                            "dataintegrity",
                            CheckResult.Verdict.FAILED,
                            "0 rows as written, 3 with other content, 0 that could not be compared"));
        }
    }

    @Test
    void zipfian_without_operationcount_loads() throws Exception {
        try (UpstreamLoad load = make(
                true,
                Map.of(
                        "workload", "site.ycsb.workloads.CoreWorkload",
                        "db", MemoryDb.class.getName(),
                        "recordcount", "5",
                        "requestdistribution", "zipfian"))) {
            assertThat(perform(load, 5)).isEqualTo(Map.of("INSERT OK", 5L, "TRANSACTION OK", 5L));
        }
    }

    @ParameterizedTest
    @CsvSource({"site.ycsb.workloads.TimeSeriesWorkload", "site.ycsb.workloads.ConstantOccupancyWorkload"})
    void every_workload_upstream_ships_loads_and_runs(String workload) throws Exception {
        Map<String, String> properties = Map.ofEntries(
                Map.entry("workload", workload),
                Map.entry("db", MemoryDb.class.getName()),
                Map.entry("recordcount", "1000"),
                Map.entry("operationcount", "10"),
                Map.entry("requestdistribution", "uniform"),
                Map.entry("readproportion", "0.5"),
                Map.entry("updateproportion", "0"),
                Map.entry("insertproportion", "0.5"),
                Map.entry("fieldcount", "2"),
                Map.entry("tagcount", "1"),
                Map.entry("tagcardinality", "4"),
                Map.entry("disksize", "100000"),
                Map.entry("storageages", "1"));
        try (UpstreamLoad load = make(true, properties)) {
            assertThat(perform(load, 10)).containsOnlyKeys("INSERT OK", "TRANSACTION OK");
        }
        try (UpstreamLoad run = make(false, properties)) {
            assertThat(perform(run, 10).keySet())
                    .isNotEmpty()
                    .allMatch(told -> told.matches("(READ|UPDATE|INSERT|SCAN|TRANSACTION) (OK|NOT_FOUND)"));
        }
    }
}
