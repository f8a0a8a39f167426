package squall.sysbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import squall.engine.LoadRun;
import squall.engine.RunResult;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.spi.CheckResult;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Workload;

/** Test of both loads as adversity finds them, by name, and drives them. */
@Tag("server")
@Tag("extended")
class WorkloadsServerTest {
    private static SysbenchServer server;

    @BeforeAll
    static void start() throws Exception {
        server = new SysbenchServer("offered");
    }

    @AfterAll
    static void remove() throws Exception {
        server.remove();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sysbench | test=oltp_read_write,tables=2,table-size=1000,threads=3 | 3",
                "sysbench | test=oltp_insert,tables=2,table_size=1000 | 1",
                "kv | read-percent=95,concurrency=5,insert-count=500 | 5",
            })
    void an_offer_fills_the_database_and_its_load_runs_on_a_schedule(String kind, String options, int sessions)
            throws Exception {
        PreparedWorkload prepared = prepare(kind, options);
        prepared.fill(line -> {});
        prepared.fill(line -> {}); // what is there stays
        assertThat(prepared.sessions()).isEqualTo(sessions);
        try (Load load = prepared.load()) {
            load.setUp();
            LoadPlan plan = new LoadPlan(
                    prepared.sessions(),
                    new LoadPace.Rate(200, LoadPace.Arrival.CONSTANT),
                    OptionalLong.of(200),
                    Optional.empty(),
                    Duration.ZERO,
                    Duration.ofSeconds(20),
                    7,
                    LoadPlan.Threads.PLATFORM,
                    List.of());
            RunResult result = new LoadRun(load, plan, List.of()).execute();

            assertThat(result.total().finished()).isEqualTo(200);
            assertThat(result.total().failed()).isZero();
            assertThat(load.check()).isNotEmpty().allMatch(check -> check.verdict() == CheckResult.Verdict.PASSED);
        }
    }

    @Test
    void options_that_are_the_drivers_or_unknown_are_refused() {
        assertThatThrownBy(() -> prepare("sysbench", "rate=5"))
                .hasMessage("load: option 'rate' is set by the command that drives the load: omit it");
        assertThatThrownBy(() -> prepare("sysbench", "tabels=5"))
                .hasMessage("load: unknown option 'tabels'; did you mean 'tables'?");
        assertThatThrownBy(() -> prepare("sysbench", "test=oltp_delet"))
                .hasMessageContaining("did you mean 'oltp_delete'?");
        assertThatThrownBy(() -> prepare("kv", "max-rate=5"))
                .hasMessage("load: option 'max-rate' is set by the command that drives the load: omit it");
    }

    private static PreparedWorkload prepare(String kind, String options) throws Exception {
        Workload provider = ServiceLoader.load(Workload.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(each -> each.name().equals(kind))
                .findFirst()
                .orElseThrow();
        Map<String, String> values = new java.util.TreeMap<>();
        for (String option : options.split(",", -1)) {
            values.put(option.replaceFirst("=.*", ""), option.replaceFirst(".*=", ""));
        }
        return provider.prepare(new Options("load", values), server.target(), 7);
    }
}
