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
import squall.engine.schedule.ClientSplit;
import squall.engine.schedule.LoadPace;
import squall.engine.schedule.LoadPlan;
import squall.engine.schedule.StopRule;
import squall.results.RunInfo.Setting;
import squall.system.CommandException;
import squall.ycsb.YcsbProperties;

class YcsbPlannerTest {
    @Test
    void a_counted_run_ends_when_the_database_is_gone_for_a_minute() throws CommandException {
        assertThat(plan(Map.of("operationcount", "3000000000", "threadcount", "8", "squall.seed", "5")))
                .isEqualTo(new LoadPlan(
                        8,
                        new LoadPace.Closed(),
                        OptionalLong.of(3_000_000_000L),
                        Optional.empty(),
                        Duration.ZERO,
                        Duration.ofSeconds(10),
                        5,
                        LoadPlan.Threads.PLATFORM,
                        List.of(new StopRule.NoSuccess(Duration.ofSeconds(60)))));
    }

    @Test
    void a_run_by_time_alone_has_no_count() throws CommandException {
        LoadPlan plan = plan(Map.of("operationcount", "0", "maxexecutiontime", "5"));
        assertThat(plan.turns()).isEmpty();
        assertThat(plan.length()).contains(Duration.ofSeconds(5));
        assertThat(plan.stopRules()).isEmpty();
    }

    @Test
    void a_run_without_end_is_refused() {
        assertThatThrownBy(() -> plan(Map.of()))
                .hasMessage("the run has no limit: set operationcount, or maxexecutiontime in seconds, for example -p "
                        + "operationcount=1000");
    }

    @Test
    void a_share_of_the_maximum_needs_a_run_by_time() {
        assertThatThrownBy(() -> plan(Map.of("squall.rate", "70%max", "operationcount", "1000")))
                .hasMessage(
                        "a rate in %max needs a run limited by time, because measuring the maximum would use up the 1000 "
                                + "operations: set, for example, -p operationcount=0 -p maxexecutiontime=60");
    }

    @Test
    void speeds_become_paces() throws CommandException {
        assertThat(pace(Map.of("target", "500"))).isEqualTo(new LoadPace.Rate(500, LoadPace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.rate", "100", "squall.arrival", "poisson")))
                .isEqualTo(new LoadPace.Rate(100, LoadPace.Arrival.POISSON));
        assertThat(pace(Map.of("squall.rate", "70%max")))
                .isEqualTo(new LoadPace.ShareOfMaximum(0.7, Duration.ofSeconds(20), LoadPace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.ramp", "10..100/30s")))
                .isEqualTo(new LoadPace.Ramp(10, 100, Duration.ofSeconds(30), LoadPace.Arrival.CONSTANT));
        assertThat(pace(Map.of("squall.rate", "100", "squall.terminals", "200")))
                .isEqualTo(new LoadPace.Terminals(200, 0.5, LoadPace.Arrival.CONSTANT));
    }

    @Test
    void two_speeds_contradict_each_other() {
        assertThatThrownBy(() -> pace(Map.of("target", "5", "squall.rate", "5")))
                .hasMessage("target and squall.rate contradict each other; keep one");
    }

    @Test
    void many_sessions_are_carried_by_virtual_threads() throws CommandException {
        LoadPlan plan = plan(Map.of("operationcount", "5000", "threadcount", "1000"));
        assertThat(plan.threads()).isEqualTo(LoadPlan.Threads.VIRTUAL);
    }

    @Test
    void no_more_sessions_than_operations() throws CommandException {
        assertThat(plan(Map.of("operationcount", "3", "threadcount", "8")).sessions())
                .isEqualTo(3);
    }

    private static LoadPace pace(Map<String, String> properties) throws CommandException {
        Map<String, String> all = new TreeMap<>(properties);
        all.put("maxexecutiontime", "60");
        return plan(all).pace();
    }

    private static LoadPlan plan(Map<String, String> properties) throws CommandException {
        Map<String, Setting> settings = new TreeMap<>();
        properties.forEach((name, value) -> settings.put(name, new Setting(value, "-p")));
        return new YcsbPlanner(YcsbProperties.of(settings), ClientSplit.WHOLE).run(false);
    }
}
