package squall.ycsb.output;

import static org.assertj.core.api.Assertions.assertThat;
import static squall.ycsb.output.Runs.run;
import static squall.ycsb.output.Runs.us;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.system.CommandException;
import squall.ycsb.output.JvmMonitor.JvmFacts;

class JvmLinesTest {
    @Test
    void the_jvm_is_told_as_upstream_tells_it() throws Exception {
        var jvm = new JvmFacts(
                List.of(
                        new JvmFacts.Collector("G1_Young_Generation", 3, 10),
                        new JvmFacts.Collector("G1_Old_Generation", 1, 40)),
                Optional.empty());
        assertThat(lines(jvm))
                .containsExactly(
                        "[TOTAL_GCS_G1_Young_Generation], Count, 3",
                        "[TOTAL_GC_TIME_G1_Young_Generation], Time(ms), 10",
                        "[TOTAL_GC_TIME_%_G1_Young_Generation], Time(%), 0.5",
                        "[TOTAL_GCS_G1_Old_Generation], Count, 1",
                        "[TOTAL_GC_TIME_G1_Old_Generation], Time(ms), 40",
                        "[TOTAL_GC_TIME_%_G1_Old_Generation], Time(%), 2.0",
                        "[TOTAL_GCs], Count, 4",
                        "[TOTAL_GC_TIME], Time(ms), 50",
                        "[TOTAL_GC_TIME_%], Time(%), 2.5");
    }

    @Test
    void the_share_of_collections_is_of_the_measured_window_as_every_other_figure() throws Exception {
        var jvm = new JvmFacts(List.of(new JvmFacts.Collector("Copy", 2, 50)), Optional.empty());
        var warm = new WindowSummary(new Window("warm-up", Window.Kind.WARMUP, 0, 1), 1, List.of());
        var steady = new WindowSummary(new Window("steady", Window.Kind.STEADY, 1, 2), 1, List.of());
        var result = new RunResult(
                new RunEnding.Complete(),
                2_500_000_000L,
                RunResult.TurnCount.allFinished(0),
                RunResult.RunMeasurement.of(steady, warm, steady),
                0,
                RunResult.ClientHealth.GOOD);
        assertThat(Runs.report(result, jvm, new MeasurementGroups.FailureTimes()))
                .contains("[TOTAL_GC_TIME_%_Copy], Time(%), 5.0", "[TOTAL_GC_TIME_%], Time(%), 5.0");
    }

    @Test
    void a_watched_jvm_tells_its_extremes_and_its_groups() throws Exception {
        var usage = new JvmFacts.JvmUsage(24, 8, 9, 7, 6.96826171875, 0.5, new TreeMap<>(Map.of("GCS", us(0, 2))));
        assertThat(lines(new JvmFacts(List.of(), Optional.of(usage))))
                .endsWith(
                        "[MAX_MEM_USED], MBs, 24",
                        "[MIN_MEM_USED], MBs, 8",
                        "[MAX_THREADS], Count, 9",
                        "[MIN_THREADS], Count, 7",
                        "[MAX_SYS_LOAD_AVG], Load, 6.96826171875",
                        "[MIN_SYS_LOAD_AVG], Load, 0.5",
                        "[GCS], Operations, 2",
                        "[GCS], AverageLatency(us), 1.0",
                        "[GCS], MinLatency(us), 0",
                        "[GCS], MaxLatency(us), 2",
                        "[GCS], 95thPercentileLatency(us), 2",
                        "[GCS], 99thPercentileLatency(us), 2");
    }

    private static List<String> lines(JvmFacts jvm) throws CommandException {
        return Runs.report(run(), jvm, new MeasurementGroups.FailureTimes()).stream()
                .filter(line -> !line.matches("\\[(OVERALL|GOODPUT|PLAN)].*"))
                .toList();
    }
}
