package squall.verdict;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionResult;
import squall.measure.outage.ClientTimeline;
import squall.measure.outage.ClientTimeline.ClientSteps;
import squall.measure.outage.OutageAnalysis;
import squall.measure.outage.OutageAnalysis.FaultTimes;
import squall.measure.outage.OutageAnalysis.RunTimelines;
import squall.measure.outage.OutageAnatomy;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.LaneOutages.LaneOutage;
import squall.measure.recovery.Recovery;

/**
 * Injection and its impact, from which its phase is judged.
 *
 * @param faultImpact empty if nothing was injected, or nothing is known of the time after
 * @param lanes likewise, and if there were no lanes
 * @param outages the anatomy of each stretch in which the load was not answered at all, and of the recovery from it
 * @param worstLane the anatomy of the longest stretch in which a lane of data had no success; empty if it was shorter than a second
 */
record InjectionImpact(
        InjectionResult result,
        Optional<FaultImpact> faultImpact,
        Optional<LaneOutages> lanes,
        List<OutageAnatomy> outages,
        Optional<LaneAnatomy> worstLane) {
    private static final long SECOND_NS = 1_000_000_000;

    InjectionImpact {
        outages = List.copyOf(outages);
    }

    /** Anatomy of the outage of one lane. @param lane its name */
    record LaneAnatomy(String lane, OutageAnatomy outage) {}

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
        Optional<LaneAnatomy> worstLane = lanes.flatMap(LaneOutages::worst)
                .filter(worst -> worst.gap().lengthNs() >= SECOND_NS)
                .flatMap(worst -> faultImpact
                        .flatMap(impact -> conducted
                                .criteria()
                                .map(criteria -> new RunTimelines(
                                        seen(worst, evidence), evidence.cluster(), conducted.series(), criteria))
                                .flatMap(run -> OutageAnalysis.of(times(result, impact, worst), run).stream()
                                        .findFirst()))
                        .map(outage -> new LaneAnatomy(worst.lane().name(), outage)));
        return new InjectionImpact(result, faultImpact, lanes, outages, worstLane);
    }

    private static ClientTimeline seen(LaneOutage worst, ProbeEvidence evidence) {
        String lane = worst.lane().name();
        return new ClientTimeline(
                "lane " + lane, List.of(worst.gap()), evidence.laneConnections().getOrDefault(lane, ClientSteps.NONE));
    }

    /** Returns the times for a lane, which is back with its first success. */
    private static FaultTimes times(InjectionResult result, FaultImpact impact, LaneOutage lane) {
        FaultTimes fault = times(result, impact);
        return new FaultTimes(
                fault.injectedNs(),
                fault.healNs(),
                lane.open() && lane.gap().toNs() == fault.watchedNs()
                        ? OptionalLong.empty()
                        : OptionalLong.of(lane.gap().toNs()),
                fault.watchedNs());
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
