package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.engine.phases.InjectionRecord;
import squall.engine.phases.InjectionRecord.Status;
import squall.engine.phases.InjectionResult;
import squall.engine.phases.ScenarioResult;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;

/**
 * An injection and its impact.
 *
 * @param faultImpact empty if nothing was injected, or nothing is known of the time after
 * @param lanes likewise, and if there were no lanes
 */
public record InjectionImpact(InjectionResult result, Optional<FaultImpact> faultImpact, Optional<LaneOutages> lanes) {
    static InjectionImpact of(InjectionResult result, ScenarioResult conducted, ProbeEvidence evidence) {
        Optional<FaultImpact> faultImpact = result.span()
                .filter(span -> span.whole(conducted.series()).seconds() > 0)
                .flatMap(span -> conducted
                        .criteria()
                        .map(criteria -> FaultImpact.of(
                                conducted.series(), span, criteria, result.ending() != InjectionResult.End.FOLLOWED)));
        Optional<LaneOutages> lanes = result.span()
                .filter(span -> !evidence.lanes().isEmpty())
                .map(span -> LaneOutages.of(evidence.lanes(), span));
        return new InjectionImpact(result, faultImpact, lanes);
    }

    /** Requested faults that were not verified to be in effect, one per line. */
    List<String> withoutEffect() {
        return result.injections().stream()
                .filter(injected ->
                        injected.status() instanceof Status.WithoutEffect || injected.status() instanceof Status.Failed)
                .map(injected -> injected.fault() + ": " + injected.status().how())
                .toList();
    }

    /** Recovery since the injection, if observed. */
    Stream<Recovery> fromInjection() {
        return faultImpact.flatMap(FaultImpact::back).map(FaultImpact.RecoveryTimes::fromInjection).stream();
    }

    /** Recovery since healing, if healed and observed. */
    Stream<Recovery> fromHealing() {
        return faultImpact.flatMap(FaultImpact::back).flatMap(FaultImpact.RecoveryTimes::fromHealing).stream();
    }

    Stream<Status> statuses() {
        return result.injections().stream().map(InjectionRecord::status);
    }
}
