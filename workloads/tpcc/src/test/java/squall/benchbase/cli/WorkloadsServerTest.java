package squall.benchbase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
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
import squall.spi.CheckResult.Verdict;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;

/** Test of TPC-C and the sample applications on a real server, driven through the interface of workloads alone. */
@Tag("server")
@Tag("extended")
class WorkloadsServerTest {
    private static final Target NOWHERE = new Target("postgres", "jdbc:postgresql://localhost:1/no", "", "", Map.of());
    private static final String CONFIG = "../../benchbase-configs/postgres/sample_tpcc_config.xml";
    private static final long SEED = 7;

    private static Bench bench;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        bench = new Bench("offered");
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        bench.remove();
    }

    @Test
    void tpcc_is_filled_once_and_every_acknowledged_order_is_looked_up() throws IOException, InterruptedException {
        Map<String, String> options = Map.of("config", CONFIG, "terminals", "4", "isolation", "read-committed");
        PreparedWorkload prepared = prepare("tpcc", bench.target(), options);
        List<String> said = new ArrayList<>();
        prepared.fill(said::add);
        assertThat(said).isNotEmpty();
        said.clear();
        prepared.fill(said::add);
        assertThat(said).isEmpty();
        assertThat(prepared.sessions()).isEqualTo(4);
        assertThat(prepared.thinking()).isEmpty();
        List<CheckResult> checks = driven(prepared, new LoadPace.Rate(100, LoadPace.Arrival.CONSTANT));
        assertThat(checks)
                .extracting(CheckResult::verdict)
                .contains(Verdict.PASSED)
                .doesNotContain(Verdict.FAILED);
        assertThat(checks.getLast().name()).isEqualTo("acknowledged orders");
    }

    @Test
    void users_of_tpcc_think_as_the_specification_has_it_where_that_is_asked_for() throws IOException {
        Map<String, String> options = Map.of("config", CONFIG, "warehouses", "3", "think", "spec");
        PreparedWorkload prepared = prepare("tpcc", NOWHERE, options);
        assertThat(prepared.sessions()).isEqualTo(30);
        assertThat(prepared.thinking().orElseThrow().delayNs(0, 1))
                .isGreaterThan(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void a_sample_application_finds_all_that_was_acknowledged() throws IOException, InterruptedException {
        PreparedWorkload prepared = prepare(
                "sample-apps",
                bench.target(),
                Map.of("workload", "SqlInserts", "num_threads", "4", "statementTimeout", "3s"));
        prepared.fill(line -> {});
        assertThat(prepared.sessions()).isEqualTo(4);
        List<CheckResult> checks = driven(prepared, new LoadPace.Rate(200, LoadPace.Arrival.CONSTANT));
        assertThat(checks).isNotEmpty().extracting(CheckResult::verdict).containsOnly(Verdict.PASSED);
        assertThat(checks.getLast().detail()).matches("[1-9]\\d+ acknowledged rows, .*");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tpcc        | wharehouses | 2    | load: unknown option 'wharehouses'",
                "tpcc        | isolation   | none | isolation must be read-committed",
                "tpcc        | think       | long | load: option 'think' must be spec or none, not 'long'",
                "tpcc        | config      | no.xml | no.xml",
                "sample-apps | rate        | 5    | load: option 'rate' is set by the command that drives the load",
                "sample-apps | username    | me   | load: option 'username' is set by the command that drives the load",
                "sample-apps | workload    | SqlInsert | did you mean 'SqlInserts'?",
                "sample-apps | workload    | CassandraKeyValue | speaks CQL, the target postgres SQL"
            })
    void what_they_cannot_do_is_refused_before_they_connect(String kind, String option, String value, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> prepare(kind, NOWHERE, Map.of(option, value)))
                .withMessageContaining(problem);
    }

    private static PreparedWorkload prepare(String kind, Target target, Map<String, String> options)
            throws IOException {
        Workload provider = ServiceLoader.load(Workload.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(known -> known.name().equals(kind))
                .findFirst()
                .orElseThrow();
        Map<String, String> usual = Map.of(kind.equals("tpcc") ? "config" : "workload", usual(kind));
        return provider.prepare(new Options("load", usual).with(options), target, SEED);
    }

    private static String usual(String kind) {
        return kind.equals("tpcc") ? CONFIG : "SqlInserts";
    }

    /** Drives a workload for two seconds. @return the results of its checks */
    private static List<CheckResult> driven(PreparedWorkload prepared, LoadPace pace)
            throws IOException, InterruptedException {
        try (Load load = prepared.load()) {
            load.setUp();
            LoadPlan plan = new LoadPlan(
                    prepared.sessions(),
                    pace,
                    OptionalLong.empty(),
                    Optional.of(Duration.ofSeconds(2)),
                    Duration.ZERO,
                    Duration.ofSeconds(5),
                    SEED,
                    LoadPlan.Threads.PLATFORM,
                    List.of());
            RunResult result = new LoadRun(load, plan, List.of()).execute();
            assertThat(result.total().failed()).isZero();
            assertThat(result.total().finished()).isGreaterThan(150);
            return load.check();
        }
    }
}
