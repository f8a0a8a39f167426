package squall.ycsb.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static squall.ycsb.upstream.Loads.PREFIX;
import static squall.ycsb.upstream.Loads.load;
import static squall.ycsb.upstream.Loads.make;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.system.CommandException;
import squall.system.ExitCode;
import squall.ycsb.MemoryDb;

class ThirdPartyClassTest {
    @Test
    void a_database_that_cannot_connect_is_named_with_its_reason() throws Exception {
        try (UpstreamLoad load = load(false, "OnceEach", ThirdParty.ClosedDb.class)) {
            assertThatThrownBy(() -> load.open(0))
                    .isInstanceOf(IOException.class)
                    .hasMessage(PREFIX + "ClosedDb.init threw site.ycsb.DBException: connection refused: 127.0.0.1:1");
        }
    }

    @Test
    void a_workload_that_refuses_its_properties_is_a_usage_error() {
        assertThatThrownBy(() -> load(false, "Picky", MemoryDb.class))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(
                        PREFIX
                                + "Picky.init threw site.ycsb.WorkloadException: picky.level is missing. It reads its own properties; check those it mentions, and that its numbers fit in 32 bits.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "site.ycsb.BasicBD | db=site.ycsb.BasicBD cannot be used: no such class on the class path; "
                        + "did you mean 'site.ycsb.BasicDB'?",
                "com.example.Db | db=com.example.Db cannot be used: no such class on the class path (add it "
                        + "with -cp); known classes: squall.ycsb.binding.JdbcDb, squall.ycsb.binding.YcqlDb, site.ycsb.BasicDB,"
                        + " site.ycsb.BasicTSDB",
                "java.lang.String | db=java.lang.String cannot be used: it is not a site.ycsb.DB",
                "site.ycsb.DBWrapper | db=site.ycsb.DBWrapper cannot be used: it has no public constructor without "
                        + "arguments"
            })
    void a_class_that_cannot_be_used_is_a_usage_error(String db, String message) {
        assertThatThrownBy(() -> make(true, Map.of("workload", PREFIX + "OnceEach", "db", db)))
                .isInstanceOfSatisfying(
                        CommandException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.USAGE))
                .hasMessage(message);
    }

    @Test
    void what_upstream_would_end_the_process_for_is_a_usage_error() {
        assertThatThrownBy(() -> make(
                        true,
                        Map.of(
                                "workload", "site.ycsb.workloads.CoreWorkload",
                                "db", MemoryDb.class.getName(),
                                "recordcount", "10",
                                "insertstart", "5",
                                "insertcount", "6")))
                .isInstanceOf(CommandException.class)
                .hasMessage("recordcount must be at least insertstart + insertcount = 11, not 10");
        assertThatThrownBy(() -> make(
                        true,
                        Map.of(
                                "workload", "site.ycsb.workloads.CoreWorkload",
                                "db", MemoryDb.class.getName(),
                                "dataintegrity", "true",
                                "fieldlengthdistribution", "uniform")))
                .isInstanceOf(CommandException.class)
                .hasMessage(
                        "fieldlengthdistribution must be constant with dataintegrity=true, because the length of a value is also compared, not 'uniform'");
    }
}
