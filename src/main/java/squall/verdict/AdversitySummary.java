package squall.verdict;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import squall.engine.phases.FaultText;
import squall.engine.phases.ScenarioResult;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.engine.phases.ScenarioResult.InjectionResult.ObservationEnd;
import squall.engine.phases.ScenarioResult.ScenarioProblem;
import squall.measure.outage.ClientTimeline;
import squall.measure.outage.OutageAnatomy;
import squall.measure.outage.OutageAnatomy.PartEvidence;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.BaselineCriteria;
import squall.measure.recovery.FaultImpact;
import squall.measure.recovery.FigureDefinitions;
import squall.measure.recovery.ImpactRatios;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Recovery;
import squall.scenario.expect.Expectation.ExpectationResult;
import squall.system.HumanNumbers;
import squall.system.SecretMasking;

/**
 * Result of a run under a scenario, from its judge to every report: the member {@code adversity} of {@code summary.json}. Units are in the
 * names, and figures that were not measured are absent.
 *
 * @param rule by which a run counts as recovered to its baseline; empty, like the baseline, if there was no steady one
 * @param expectations of the run as a whole
 * @param problems why the scenario did not complete
 */
public record AdversitySummary(
        int schemaVersion,
        String scenario,
        Optional<Rule> rule,
        Optional<BaselineFigures> baseline,
        List<PhaseSummary> phases,
        List<ExpectationResult> expectations,
        List<ScenarioProblem> problems,
        Map<String, String> definitions) {
    private static final int SCHEMA_VERSION = 1;
    private static final String NEXT_INJECTION = "the next injection";

    /** Rule by which a run counts as recovered. */
    public record Rule(String text, long windowS, long heldS) {}

    /** Figures of the baseline, the reference of all phases. */
    public record BaselineFigures(
            long fromS,
            long toS,
            double goodputPerS,
            double p95Ms,
            double p99Ms,
            double p999Ms,
            double driftShare,
            double goodputNoiseShare,
            double p99NoiseShare) {
        private static BaselineFigures of(Baseline baseline) {
            return new BaselineFigures(
                    baseline.seconds().from(),
                    baseline.seconds().to(),
                    baseline.goodputPerSecond(),
                    baseline.p95Micros() / 1e3,
                    baseline.p99Micros() / 1e3,
                    baseline.p999Micros() / 1e3,
                    baseline.driftShare(),
                    baseline.goodputNoise(),
                    baseline.latencyNoise());
        }
    }

    /**
     * Summary of a phase with faults, or of the control.
     *
     * @param lostWrites empty if no probe looked for them, or no fault was injected
     * @param withinNoise figures that are no worse than those of the controls, without a fault
     * @param corruption empty if the phase corrupted nothing
     */
    public record PhaseSummary(
            String name,
            boolean control,
            PhaseState state,
            List<String> reasons,
            List<GroupImpact> injectionGroups,
            OptionalLong lostWrites,
            List<String> withinNoise,
            Optional<Repeats> repeatsFromHealing,
            List<ExpectationResult> expectations,
            Optional<CorruptionVerdict> corruption) {
        /** Returns its name, with the fault that stood in for another one. */
        public String label() {
            return FaultText.label(name, injections());
        }

        /** Returns the fault and target of each of its injections. */
        public List<FaultText> faults() {
            return injections().stream().map(InjectionRecord::faultText).toList();
        }

        private List<InjectionRecord> injections() {
            return injectionGroups.stream()
                    .flatMap(group -> group.injections().stream())
                    .toList();
        }
    }

    /**
     * Impact of one group of injections. If no fault was injected, or nothing is known of the time after it, all members after
     * {@code injections} are absent.
     *
     * @param availability the share of due operations that were answered in time
     * @param nines of the availability; empty if no operation was missed
     * @param detectedAfterS empty if no impact was seen
     * @param outages stretches in which no operation was acknowledged for at least a second, with the recovery from each
     */
    public record GroupImpact(
            String name,
            Optional<ObservationEnd> watched,
            boolean startedDegraded,
            List<InjectionRecord> injections,
            OptionalLong injectedS,
            OptionalLong healedS,
            OptionalLong watchedUntilS,
            OptionalLong due,
            OptionalLong inTime,
            OptionalDouble availability,
            OptionalDouble nines,
            OptionalLong detectedAfterS,
            OptionalLong outageS,
            OptionalLong degradedS,
            OptionalLong spikeS,
            OptionalDouble goodputShare,
            OptionalDouble p99Times,
            Optional<FaultImpact.WorstSeconds> worst,
            Optional<WayBack> recovery,
            Optional<Lost> lostGoodput,
            Optional<Impact> impact,
            Optional<LanesSummary> lanes,
            List<OutageSummary> outages) {
        static GroupImpact of(InjectionImpact outcome) {
            Optional<FaultImpact> cost = outcome.faultImpact();
            return new GroupImpact(
                    outcome.result().name(),
                    Optional.of(outcome.result().ending()),
                    outcome.result().startedDegraded(),
                    outcome.result().injections(),
                    count(cost, each -> each.span().injected()),
                    cost.map(each -> each.span().healed()).orElse(OptionalLong.empty()),
                    count(cost, each -> each.span().end()),
                    count(cost, each -> each.outage().availability().due()),
                    count(cost, each -> each.outage().availability().inTime()),
                    number(cost, each -> each.outage().availability().share()),
                    number( // infinite if no operation was missed
                            cost.filter(each -> each.outage().availability().share() < 1),
                            each -> each.outage().availability().nines()),
                    cost.map(each -> each.outage().detectedAfterSeconds()).orElse(OptionalLong.empty()),
                    count(cost, each -> each.outage().outageSeconds()),
                    count(cost, each -> each.outage().degradedSeconds()),
                    count(cost, each -> each.outage().spikeSeconds()),
                    number(cost, each -> each.compared().goodput()),
                    cost.map(each -> each.compared().p99()).orElse(OptionalDouble.empty()),
                    cost.map(FaultImpact::worst),
                    cost.map(each ->
                            WayBack.of(each.back(), cutOffBy(outcome.result().ending()))),
                    cost.map(each -> Lost.of(each.lost())),
                    cost.map(each -> new Impact(each.disturbed(), each.recovering())),
                    outcome.lanes().map(lanes -> LanesSummary.of(lanes, outcome.worstLane())),
                    outcome.outages().stream().map(OutageSummary::of).toList());
        }

        /** Lists the outages of the load, then those of lanes. */
        public List<SeenOutage> seenOutages() {
            return Stream.concat(
                            outages.stream().map(outage -> new SeenOutage(ClientTimeline.LOAD, outage)),
                            lanes.stream()
                                    .flatMap(all -> all.each().stream())
                                    .flatMap(lane -> lane.outage().stream()
                                            .map(outage -> new SeenOutage("lane " + lane.name(), outage))))
                    .toList();
        }

        private static OptionalLong count(Optional<FaultImpact> cost, ToLongFunction<FaultImpact> figure) {
            return cost.stream().mapToLong(figure).findFirst();
        }

        private static OptionalDouble number(Optional<FaultImpact> cost, ToDoubleFunction<FaultImpact> figure) {
            return cost.stream().mapToDouble(figure).findFirst();
        }
    }

    /** @param ladder the time to several shares of the baseline's goodput, by a name such as {@code 80_percent} */
    public record WayBack(
            Optional<TimeBack> fromInjection, Optional<TimeBack> fromHealing, Map<String, TimeBack> ladder) {
        private static WayBack of(FaultImpact.RecoveryTimes back, Optional<String> cutOffBy) {
            Map<String, TimeBack> ladder = new LinkedHashMap<>();
            for (FaultImpact.RecoveryTimes.Rung rung : back.ladder()) {
                rung.recovery()
                        .ifPresent(recovery -> ladder.put(
                                Math.round(rung.share() * 100) + "_percent", TimeBack.of(recovery, cutOffBy)));
            }
            return new WayBack(
                    Optional.of(TimeBack.of(back.fromInjection(), cutOffBy)),
                    back.fromHealing().map(recovery -> TimeBack.of(recovery, cutOffBy)),
                    ladder);
        }

        /** Returns the recovery of a group; older runs recorded none if the next injection began before it was seen. */
        public static WayBack of(GroupImpact group) {
            boolean followed = group.watched().equals(Optional.of(ObservationEnd.FOLLOWED));
            Optional<TimeBack> cut = followed && group.injectedS().isPresent()
                    ? Optional.of(TimeBack.of(new Recovery.LongerThan(Duration.ZERO), Optional.of(NEXT_INJECTION)))
                    : Optional.empty();
            return group.recovery()
                    .orElse(new WayBack(cut, group.healedS().isPresent() ? cut : Optional.empty(), Map.of()));
        }
    }

    /**
     * Time until the run had recovered. A lower bound has a name of its own, so that it is not taken for a time; it is worse than every
     * time.
     *
     * @param cutOffBy event that ended the observation early, if recovery was not seen by then
     */
    public record TimeBack(
            OptionalDouble afterS, OptionalInt relapses, OptionalDouble longerThanS, Optional<String> cutOffBy)
            implements Comparable<TimeBack> {
        private static final Comparator<TimeBack> ORDER =
                Comparator.comparing(TimeBack::open).thenComparingDouble(TimeBack::seconds);

        static TimeBack of(Recovery recovery, Optional<String> cutOffBy) {
            return switch (recovery) {
                case Recovery.Recovered(Duration after, int relapses) ->
                    new TimeBack(
                            OptionalDouble.of(AdversitySummary.seconds(after)),
                            OptionalInt.of(relapses),
                            OptionalDouble.empty(),
                            Optional.empty());
                case Recovery.LongerThan(Duration observed) ->
                    new TimeBack(
                            OptionalDouble.empty(),
                            OptionalInt.empty(),
                            OptionalDouble.of(AdversitySummary.seconds(observed)),
                            cutOffBy);
            };
        }

        /** Describes the time, or the lower bound of one that was not seen, in whole seconds: the rule proceeds by seconds. */
        public String text() {
            return (open() ? "> " : "") + (long) seconds() + " s";
        }

        /** Returns the time, or the lower bound of one that was not seen. */
        public double seconds() {
            return longerThanS.orElse(afterS.orElse(0));
        }

        /** Describes what the seconds leave out: relapses, or the event that ended the observation; empty, or begins with a comma. */
        public String remark() {
            int again = relapses.orElse(0);
            return again > 0
                    ? ", " + HumanNumbers.counted(again, "relapse")
                    : cutOffBy.map(cause -> ", cut off by " + cause).orElse("");
        }

        @Override
        public int compareTo(TimeBack other) {
            return ORDER.compare(this, other);
        }

        /** Returns whether recovery was not seen. */
        public boolean open() {
            return longerThanS.isPresent();
        }
    }

    /**
     * Summary of an outage: its parts follow each other without gaps from its begin to its end.
     *
     * @param text the dominant cause and the others, one line
     * @param dominant the kind of the dominant cause
     * @param atLeast whether it went on when watching ended
     * @param clockErrorMs upper bound of the error of times that come from logs
     */
    public record OutageSummary(
            String text,
            OutageAnatomy.PartKind dominant,
            boolean atLeast,
            long fromNs,
            long toNs,
            double clockErrorMs,
            List<OutagePartSummary> parts) {
        private static OutageSummary of(OutageAnatomy outage) {
            return new OutageSummary(
                    SecretMasking.mask(outage.text()),
                    outage.dominant().kind(),
                    outage.atLeast(),
                    outage.fromNs(),
                    outage.toNs(),
                    outage.clockErrorNs() / 1e6,
                    outage.parts().stream().map(OutagePartSummary::of).toList());
        }
    }

    /** Outage with its witness. @param seenBy the load, or a lane */
    public record SeenOutage(String seenBy, OutageSummary outage) {
        /** Returns an addition to the name of its injection group: the lane; empty for the load. */
        public String suffix() {
            return seenBy.equals(ClientTimeline.LOAD) ? "" : ", " + seenBy;
        }
    }

    /** Summary of a part of an outage. @param why what a person can act on */
    public record OutagePartSummary(
            OutageAnatomy.PartKind kind, String why, long fromNs, long toNs, List<PartEvidence> evidence) {
        private static OutagePartSummary of(OutageAnatomy.OutagePart part) {
            return new OutagePartSummary(
                    part.cause().kind(),
                    SecretMasking.mask(part.cause().why()),
                    part.fromNs(),
                    part.toNs(),
                    part.evidence().stream()
                            .map(each -> new PartEvidence(each.atNs(), each.source(), SecretMasking.mask(each.text())))
                            .toList());
        }
    }

    /** Lost goodput. @param noiseOperations loss of an equally long part of the baseline, without any fault */
    public record Lost(
            OptionalDouble operations,
            OptionalDouble secondsOfBaseline,
            OptionalDouble noiseOperations,
            boolean atLeast) {
        private static Lost of(FaultImpact.LostGoodput lost) {
            return new Lost(
                    OptionalDouble.of(lost.operations()),
                    OptionalDouble.of(lost.seconds()),
                    OptionalDouble.of(lost.noiseOperations()),
                    lost.atLeast());
        }
    }

    /** Impact on each operation while the fault was in effect, and after it was healed. */
    public record Impact(List<ImpactRatios> disturbed, List<ImpactRatios> recovering) {}

    /** Lane outages of an injection group. */
    public record LanesSummary(
            OptionalDouble unavailableMaxS,
            OptionalDouble unavailableMedianS,
            OptionalDouble firstSuccessS,
            List<LaneSummary> each) {
        private static LanesSummary of(LaneOutages outages, Optional<InjectionImpact.LaneAnatomy> worst) {
            return new LanesSummary(
                    secondsOf(outages.worst().map(LaneOutages.LaneOutage::longest)),
                    secondsOf(outages.median()),
                    secondsOf(outages.firstSuccess()),
                    outages.lanes().stream()
                            .map(lane -> LaneSummary.of(
                                    lane,
                                    worst.filter(
                                            it -> it.lane().equals(lane.lane().name()))))
                            .toList());
        }
    }

    /**
     * Outage of one lane.
     *
     * @param atLeast whether it was still without success at the end
     * @param outage its parts; only of the worst lane of data, if it was at least a second
     */
    public record LaneSummary(
            String name,
            String zone,
            String node,
            double unavailableS,
            boolean atLeast,
            OptionalDouble firstSuccessS,
            Optional<OutageSummary> outage) {
        private static LaneSummary of(LaneOutages.LaneOutage outage, Optional<InjectionImpact.LaneAnatomy> anatomy) {
            return new LaneSummary(
                    outage.lane().name(),
                    outage.lane().zone(),
                    outage.lane().node(),
                    seconds(outage.longest()),
                    outage.open(),
                    secondsOf(outage.firstSuccess()),
                    anatomy.map(it -> OutageSummary.of(it.outage())));
        }
    }

    /**
     * Spread of the recovery times of repeated injections. One that was not seen is longer than all others, and never a number.
     *
     * @param coverage probability that the true median lies between the shortest and the longest: 93.8 % for five
     */
    public record Repeats(long count, TimeBack median, TimeBack shortest, TimeBack longest, double coverage) {
        /** Returns the spread; empty for fewer than two recoveries. */
        static Optional<Repeats> of(List<Recovery> recoveries) {
            List<TimeBack> sorted = recoveries.stream()
                    .map(recovery -> TimeBack.of(recovery, Optional.empty()))
                    .sorted()
                    .toList();
            return sorted.size() < 2
                    ? Optional.empty()
                    : Optional.of(new Repeats(
                            sorted.size(),
                            middle(sorted),
                            sorted.getFirst(),
                            sorted.getLast(),
                            1 - 2 * Math.pow(0.5, sorted.size())));
        }

        /** Returns the median; of an even number the mean of the middle two, and at least the shorter one if the longer was not seen. */
        private static TimeBack middle(List<TimeBack> sorted) {
            TimeBack upper = sorted.get(sorted.size() / 2);
            TimeBack lower = sorted.get((sorted.size() - 1) / 2);
            return upper.open()
                    ? new TimeBack(
                            OptionalDouble.empty(),
                            OptionalInt.empty(),
                            OptionalDouble.of(lower.seconds()),
                            Optional.empty())
                    : new TimeBack(
                            OptionalDouble.of((lower.seconds() + upper.seconds()) / 2),
                            upper.relapses(),
                            OptionalDouble.empty(),
                            Optional.empty());
        }

        /** Describes the range of the recovery times, one line. */
        public String text() {
            return String.format(
                    Locale.ROOT,
                    "back after healing: median %s, %s to %s, %d times (the range holds the true median with %.1f %%)",
                    median.text(),
                    shortest.text(),
                    longest.text(),
                    count,
                    100 * coverage);
        }
    }

    /** @param judgements of the expectations on the run as a whole */
    static AdversitySummary of(
            String scenario, ScenarioResult conducted, List<PhaseSummary> phases, List<ExpectationResult> judgements) {
        return new AdversitySummary(
                SCHEMA_VERSION,
                scenario,
                conducted.criteria().map(AdversitySummary::rule),
                conducted.criteria().map(BaselineCriteria::baseline).map(BaselineFigures::of),
                phases,
                judgements,
                conducted.problems().stream()
                        .map(problem -> new ScenarioProblem(problem.kind(), SecretMasking.mask(problem.text())))
                        .toList(),
                FigureDefinitions.texts());
    }

    /** Returns the injection groups of all phases, in order. */
    public List<GroupImpact> injectionGroups() {
        return phases.stream()
                .flatMap(phase -> phase.injectionGroups().stream())
                .toList();
    }

    /** Describes the rule; empty if there is none. */
    public String ruleText() {
        return rule.map(Rule::text).orElse("");
    }

    private static Rule rule(BaselineCriteria criteria) {
        return new Rule(
                criteria.text(),
                criteria.rule().windowSeconds(),
                criteria.rule().heldSeconds());
    }

    private static Optional<String> cutOffBy(ObservationEnd ending) {
        return switch (ending) {
            case WATCHED -> Optional.empty();
            case FOLLOWED -> Optional.of(NEXT_INJECTION);
            case CUT -> Optional.of("the end of the run");
        };
    }

    private static OptionalDouble secondsOf(Optional<Duration> length) {
        return length.stream().mapToDouble(AdversitySummary::seconds).findFirst();
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1e3;
    }
}
