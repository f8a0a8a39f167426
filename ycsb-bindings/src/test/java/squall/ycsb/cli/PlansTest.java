package squall.ycsb.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import squall.cli.CommandException;
import squall.results.RunInfo.Setting;
import squall.run.Pace;
import squall.run.Plan;
import squall.run.StopRule;
import squall.ycsb.YcsbProperties;

class PlansTest {
    @Test
    void a_counted_run_ends_when_the_database_is_gone_for_a_minute() throws CommandException {
        assertThat(plan(Map.of("operationcount", "3000000000", "threadcount", "8", "squall.seed", "5")))
                .isEqualTo(new Plan(
                        8,
                        new Pace.Closed(),
                        OptionalLong.of(3_000_000_000L),
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofSeconds(10),
                        5,
                        Plan.Threads.PLATFORM,
                        List.of(new StopRule.NoSuccess(Duration.ofSeconds(60)))));
    }

    @Test
    void a_run_by_time_alone_has_no_count() throws CommandException {
        Plan plan = plan(Map.of("operationcount", "0", "maxexecutiontime", "5"));
        assertThat(plan.turns()).isEmpty();
        assertThat(plan.length()).contains(Duration.ofSeconds(5));
        assertThat(plan.stopRules()).isEmpty();
    }

    @Test
    void a_run_without_end_is_refused() {
        assertThatThrownBy(() -> plan(Map.of()))
                .hasMessage("the run has no end: set operationcount, or maxexecutiontime in seconds, for example -p "
                        + "operationcount=1000");
    }

    @Test
    void a_share_of_the_maximum_needs_a_run_by_time() {
        assertThatThrownBy(() -> plan(Map.of("squall.rate", "70%max", "operationcount", "1000")))
                .hasMessage("a rate in %max needs a run by time, as measuring the maximum would use up the 1000 "
                        + "operations: set for example -p operationcount=0 -p maxexecutiontime=60");
    }

    @Test
    void speeds_become_paces() throws CommandException {
        assertThat(pace(Map.of("target", "500"))).isEqualTo(new Pace.Rate(500, Pace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.rate", "100", "squall.arrival", "poisson")))
                .isEqualTo(new Pace.Rate(100, Pace.Arrival.POISSON));
        assertThat(pace(Map.of("squall.rate", "70%max")))
                .isEqualTo(new Pace.ShareOfMaximum(0.7, Duration.ofSeconds(20), Pace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.ramp", "10..100/30s")))
                .isEqualTo(new Pace.Ramp(10, 100, Duration.ofSeconds(30), Pace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.rate", "100", "squall.terminals", "200")))
                .isEqualTo(new Pace.Terminals(200, 0.5, Pace.Arrival.CONSTANT));
    }

    @Test
    void two_speeds_contradict_each_other() {
        assertThatThrownBy(() -> pace(Map.of("target", "5", "squall.rate", "5")))
                .hasMessage("target and squall.rate contradict each other; keep one");
    }

    @Test
    void many_sessions_are_carried_by_virtual_threads() throws CommandException {
        Plan plan = plan(Map.of("operationcount", "5000", "threadcount", "1000"));
        assertThat(plan.threads()).isEqualTo(Plan.Threads.VIRTUAL);
    }

    @Test
    void no_more_sessions_than_operations() throws CommandException {
        assertThat(plan(Map.of("operationcount", "3", "threadcount", "8")).sessions())
                .isEqualTo(3);
    }

    private static Pace pace(Map<String, String> properties) throws CommandException {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("maxexecutiontime", "60");
        return plan(all).pace();
    }

    private static Plan plan(Map<String, String> properties) throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        properties.forEach((name, value) -> settings.put(name, new Setting(value, "-p")));
        return new Plans(YcsbProperties.of(settings)).run(false);
    }
}
