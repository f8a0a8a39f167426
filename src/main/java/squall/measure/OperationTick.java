package squall.measure;

import java.util.Map;
import org.HdrHistogram.Histogram;
import squall.measure.OperationSummary.MeasurementSums;
import squall.spi.Operation;
import squall.spi.Outcome;

/**
 * Tick of one operation: its counts and histograms in one second.
 *
 * @param ok acknowledged, by due second
 * @param refused certainly not applied, by due second
 * @param unknown may have been applied, by due second
 * @param retries attempts beyond the first, by due second
 * @param completedOk acknowledged, by second of completion: goodput
 * @param completed ended in any way, by second of completion: throughput as peers define it
 * @param latency from intended start to answer of acknowledged operations, by due second, and the charged wait of unfinished ones;
 *     microseconds
 * @param service from sending to answer of acknowledged operations, by second of completion; microseconds
 * @param outcomes number of operations due in this second that ended with each outcome, including acknowledged ones
 */
public record OperationTick(
        Operation operation,
        long ok,
        long refused,
        long unknown,
        long retries,
        long completedOk,
        long completed,
        Histogram latency,
        Histogram service,
        Map<Outcome, Long> outcomes) {
    public OperationTick {
        outcomes = Map.copyOf(outcomes);
    }

    /** Adds the same operation in the same second of another client. */
    public OperationTick plus(OperationTick other) {
        return new OperationTick(
                operation,
                ok + other.ok,
                refused + other.refused,
                unknown + other.unknown,
                retries + other.retries,
                completedOk + other.completedOk,
                completed + other.completed,
                MeasurementSums.of(latency, other.latency),
                MeasurementSums.of(service, other.service),
                MeasurementSums.of(outcomes, other.outcomes));
    }
}
