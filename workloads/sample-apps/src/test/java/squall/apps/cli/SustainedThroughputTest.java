package squall.apps.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import squall.apps.AppOperations;
import squall.engine.RunResult;
import squall.engine.schedule.RunEnding;
import squall.measure.LiveSecond;
import squall.measure.OperationSummary;
import squall.measure.OperationTick;
import squall.measure.Window;
import squall.measure.WindowSummary;
import squall.results.file.FiguresFile.WorkloadFigure;
import squall.spi.Operation;

class SustainedThroughputTest {
    private static final Histogram NONE = new Histogram(3);

    @Test
    void the_first_minute_is_told_apart_from_what_was_sustained() {
        SustainedThroughput rates = after(120, 100, 40);

        assertThat(rates.figures())
                .containsExactly(
                        WorkloadFigure.sum("Write initial", "ops/s", 100),
                        WorkloadFigure.sum("Write sustained", "ops/s", 40));
        assertThat(rates.lines()).containsExactly("Write: 100.0/s in the first 60 s, 40.0/s sustained after");
    }

    @Test
    void of_a_run_of_a_minute_nothing_is_sustained() {
        assertThat(after(60, 100, 40).figures()).isEmpty();
    }

    /** Writes only. @param first a second in the first minute @param later a second after it */
    private static SustainedThroughput after(int seconds, int first, int later) {
        SustainedThroughput rates = new SustainedThroughput();
        long all = 0;
        for (int second = 0; second < seconds; second++) {
            int written = second < 60 ? first : later;
            rates.liveSecond(new LiveSecond(
                    second, List.of(tick(AppOperations.READ, 0), tick(AppOperations.WRITE, written)), 0, 0, 0));
            all += written;
        }
        WindowSummary total = new WindowSummary(
                new Window("measured", Window.Kind.STEADY, 0, seconds),
                seconds,
                List.of(summary(AppOperations.READ, 0), summary(AppOperations.WRITE, all)));
        rates.finished(new RunResult(
                new RunEnding.Complete(),
                seconds * 1_000_000_000L,
                RunResult.TurnCount.allFinished(all),
                RunResult.RunMeasurement.of(total, total),
                0,
                RunResult.ClientHealth.GOOD));
        return rates;
    }

    private static OperationTick tick(Operation operation, int count) {
        return new OperationTick(operation, 0, 0, 0, 0, count, count, NONE, NONE, Map.of());
    }

    private static OperationSummary summary(Operation operation, long count) {
        return new OperationSummary(operation, count, 0, 0, 0, 0, NONE, NONE, NONE, NONE, Map.of());
    }
}
