package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.outage.OutageAnalysis;
import squall.measure.outage.OutageAnalysis.FaultTimes;
import squall.measure.outage.OutageAnalysis.RunTimelines;
import squall.measure.outage.OutageAnatomy;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;

/**
 * Injection and its impact, from which its phase is judged.
 *
 * @param faultImpact empty if nothing was injected, or nothing is known of the time after
 * @param lanes likewise, and if there were no lanes
 * @param outages the anatomy of each stretch in which the load was not answered at all, and of the recovery from it
 */
record InjectionImpact(
        InjectionResult result,
        Optional<FaultImpact> faultImpact,
        Optional<LaneOutages> lanes,
        List<OutageAnatomy> outages) {
    private static final long SECOND_NS = 1_000_000_000;

    InjectionImpact {
        outages = List.copyOf(outages);
    }

    static InjectionImpact of(InjectionResult result, ScenarioResult conducted, ProbeEvidence evidence) {
        Optional<FaultImpact> faultImpact = result.span()
                .filter(span -> span.whole(conducted.series()).seconds() > 0)
                .flatMap(span ->
                        conducted.criteria().map(criteria -> FaultImpact.of(conducted.series(), span, criteria)));
        Optional<LaneOutages> lanes = result.span()
                .filter(span -> !evidence.lanes().isEmpty())
                .map(span -> LaneOutages.of(evidence.lanes(), span));
        List<OutageAnatomy> outages = faultImpact.stream()
                .flatMap(impact -> conducted.criteria().stream()
                        .map(criteria -> new RunTimelines(
                                conducted.timeline(), evidence.cluster(), conducted.series(), criteria))
                        .flatMap(run -> OutageAnalysis.of(times(result, impact), run).stream()))
                .toList();
        return new InjectionImpact(result, faultImpact, lanes, outages);
    }

    private static FaultTimes times(InjectionResult result, FaultImpact impact) {
        long injectedNs = impact.span().injected() * SECOND_NS;
        OptionalLong recoveredNs = impact.back().fromInjection() instanceof Recovery.Recovered recovered
                ? OptionalLong.of(injectedNs + recovered.after().toNanos())
                : OptionalLong.empty();
        OptionalLong healNs = result.injections().stream()
                .flatMapToLong(injection -> injection.healNs().stream())
                .min();
        return new FaultTimes(injectedNs, healNs, recoveredNs, impact.span().end() * SECOND_NS);
    }

    /** Returns the recovery since the injection, if observed. */
    Stream<Recovery> fromInjection() {
        return faultImpact.map(FaultImpact::back).map(FaultImpact.RecoveryTimes::fromInjection).stream();
    }

    /** Returns the recovery since healing, if healed and observed. */
    Stream<Recovery> fromHealing() {
        return faultImpact.map(FaultImpact::back).flatMap(FaultImpact.RecoveryTimes::fromHealing).stream();
    }
}
