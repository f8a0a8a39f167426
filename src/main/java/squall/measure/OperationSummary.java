package squall.measure;

import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * One operation over a window or a whole run; histograms are merged, never percentiles.
 *
 * @param retries attempts beyond the first
 * @param unfinished due but never sent when the run ended; in {@code latency}, charged with their wait, and in no other count
 * @param latency from intended start to answer of those acknowledged, and the charged wait of the unfinished; microseconds
 * @param service from sending to answer of those acknowledged, in a window by second of completion; microseconds
 * @param failedLatency from intended start to answer of those refused or unknown; microseconds
 * @param failedService from sending to answer of those refused or unknown; microseconds
 * @param outcomes how often each outcome ended an operation; acknowledged ones included
 */
public record OperationSummary(
        Operation operation,
        long ok,
        long refused,
        long unknown,
        long retries,
        long unfinished,
        Histogram latency,
        Histogram service,
        Histogram failedLatency,
        Histogram failedService,
        Map<Outcome, Long> outcomes) {
    public OperationSummary {
        outcomes = Map.copyOf(outcomes);
    }

    /** All attempts that ended, in whatever way. */
    public long ended() {
        return ok + refused + unknown;
    }
}
