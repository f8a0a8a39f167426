package squall.measure;

import java.util.List;

/**
 * Live figures of one second: its completions, delivered as soon as the second is over: for live display, never for reports.
 *
 * @param second since the run began, from 0
 * @param operations one entry for each operation of the load, in the order of their ordinals; only the members by second of completion are
 *     filled
 * @param inFlight operations sent and not answered
 * @param lagNs how far sending is behind the schedule; 0 in a closed loop
 * @param finishedTurns turns ended since the run began
 */
public record LiveSecond(long second, List<OperationTick> operations, int inFlight, long lagNs, long finishedTurns) {
    public LiveSecond {
        operations = List.copyOf(operations);
    }
}
