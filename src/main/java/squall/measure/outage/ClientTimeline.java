package squall.measure.outage;

import java.util.Comparator;
import java.util.List;
import squall.measure.SuccessGaps.SuccessGap;
import squall.spi.ConnectionStep;

/**
 * Timeline of a run as its load saw it.
 *
 * @param epochMs wall-clock time of second 0
 * @param gaps in which operations were due and none was acknowledged, in order
 * @param steps by which sessions lost connections and got others, in the order of their ends
 * @param omittedSteps number of further steps, which were too many to keep
 */
public record ClientTimeline(long epochMs, List<SuccessGap> gaps, List<SessionStep> steps, long omittedSteps) {
    public ClientTimeline {
        gaps = List.copyOf(gaps);
        steps = steps.stream()
                .sorted(Comparator.comparingLong(step -> step.step().toNs()))
                .toList();
    }

    /** Lists the steps of one session that are not over before an interval begins, and begin before it ends. */
    List<ConnectionStep> stepsOf(int session, long fromNs, long toNs) {
        return steps.stream()
                .filter(each -> each.session() == session
                        && each.step().toNs() >= fromNs
                        && each.step().fromNs() < toNs)
                .map(SessionStep::step)
                .sorted(Comparator.comparingLong(ConnectionStep::fromNs))
                .toList();
    }

    /** Step of a session. @param session its number, from 0 */
    public record SessionStep(int session, ConnectionStep step) {
        boolean is(ConnectionStep.Kind kind) {
            return step.kind() == kind;
        }
    }
}
