package suite;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import squall.ycsb.cli.YcsbCommand;

/** Suite of YCSB's core workloads: no operation fails, and every row that was written is there. */
@Tag("suite-ycsb")
class YcsbSuiteTest {
    @BeforeAll
    static void load() {
        ycsb("load", "workloada", "--existing", "truncate");
    }

    @ParameterizedTest
    @ValueSource(strings = {"workloada", "workloadb", "workloadc", "workloadd", "workloade", "workloadf"})
    void a_core_workload_runs(String workload) {
        ycsb("run", workload);
    }

    private static void ycsb(String phase, String workload, String... more) {
        List<String> words = new ArrayList<>(List.of(phase, "jdbc", "-P", "workloads/" + workload, "-threads", "4"));
        words.addAll(List.of("-p", "recordcount=10000", "-p", "operationcount=20000"));
        words.addAll(List.of(more));
        Suite.url().ifPresent(url -> words.addAll(List.of("-p", "db.url=" + url)));
        Suite.succeeds(YcsbCommand::execute, words);
    }
}
