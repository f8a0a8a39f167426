package squall.report;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import squall.engine.phases.ScenarioResult.InjectionRecord;
import squall.verdict.AdversitySummary;
import squall.verdict.AdversitySummary.BaselineFigures;
import squall.verdict.AdversitySummary.GroupImpact;
import squall.verdict.AdversitySummary.PhaseSummary;
import squall.verdict.AdversitySummary.TimeBack;
import squall.verdict.AdversitySummary.WayBack;
import squall.verdict.PhaseState;

/**
 * Score of a run under a scenario while it was disturbed.
 *
 * @param baseline before the first fault
 * @param phases those with faults, in order
 * @param lostWrites acknowledged writes that are missing, also those of phases without a fault
 */
public record AdversityScore(BaselineFigures baseline, List<PhaseScore> phases, long lostWrites) {
    public AdversityScore {
        phases = List.copyOf(phases);
    }

    /** Score of a phase with its fault. @param allowed whether it counts although the client's own delay made the run invalid */
    public record PhaseScore(PhaseSummary phase, boolean allowed) {
        /** States in which a phase had its fault in effect and its time to recover. */
        static final Set<PhaseState> MEASURED =
                Set.of(PhaseState.PASSED, PhaseState.NOT_BACK, PhaseState.MISSED, PhaseState.UNFINISHED);

        public String name() {
            return phase.name();
        }

        List<GroupScore> groups() {
            return phase.injectionGroups().stream().map(GroupScore::new).toList();
        }

        /** Returns whether its figures count. */
        public boolean measured() {
            return (MEASURED.contains(phase.state()) || (allowed && phase.state() == PhaseState.INVALID))
                    && !groups().isEmpty()
                    && groups().stream().allMatch(GroupScore::complete);
        }

        double disturbedSeconds() {
            return total(groups(), GroupScore::disturbedSeconds);
        }

        double lostSeconds() {
            return total(groups(), GroupScore::lostSeconds);
        }

        /** Returns the goodput kept in the disturbed time, as a share of the baseline's. */
        public double kept() {
            return weighted(GroupScore::kept);
        }

        /** Returns the share of the operations due in the disturbed time that were answered in time. */
        public double available() {
            return weighted(GroupScore::available);
        }

        /** Returns the availability-weighted goodput over the disturbed time. */
        public double score() {
            return weighted(group -> group.kept() * group.available());
        }

        private double weighted(ToDoubleFunction<GroupScore> figure) {
            double time = disturbedSeconds();
            return time == 0
                    ? 1
                    : total(groups(), group -> group.disturbedSeconds() * figure.applyAsDouble(group)) / time;
        }

        /** Returns the longest recovery time after a healing. */
        Optional<TimeBack> longestBack() {
            return groups().stream()
                    .flatMap(group -> group.back().fromHealing().stream())
                    .max(Comparator.naturalOrder());
        }
    }

    /** Score of one injection of a phase, or of several that overlap. */
    record GroupScore(GroupImpact group) {
        WayBack back() {
            return WayBack.of(group);
        }

        /** Returns the faults of its injections, with their options. */
        List<String> faults() {
            return group.injections().stream().map(InjectionRecord::fault).toList();
        }

        /** Returns whether the next one of the phase came before the baseline was seen to be back. */
        boolean followed() {
            return back().fromInjection().flatMap(TimeBack::cutOffBy).isPresent();
        }

        boolean complete() {
            return group.injectedS().isPresent()
                    && group.healedS().isPresent()
                    && group.watchedUntilS().isPresent()
                    && back().fromInjection().isPresent()
                    && group.lostGoodput().isPresent();
        }

        /**
         * Returns the time from the injection until it was healed, or until the baseline was back if that was later; if the next one
         * followed, until then.
         */
        double disturbedSeconds() {
            if (followed()
                    && group.injectedS().isPresent()
                    && group.watchedUntilS().isPresent()) {
                return watchedSeconds();
            }
            if (group.injectedS().isEmpty() || group.healedS().isEmpty()) {
                return 0;
            }
            double held =
                    (double) (group.healedS().getAsLong() - group.injectedS().getAsLong());
            return back().fromInjection()
                    .map(back -> Math.max(held, back.seconds()))
                    .orElse(0.0);
        }

        private double watchedSeconds() {
            return group.injectedS().isEmpty() || group.watchedUntilS().isEmpty()
                    ? 0
                    : (double) (group.watchedUntilS().getAsLong()
                            - group.injectedS().getAsLong());
        }

        double lostSeconds() {
            return group.lostGoodput()
                    .map(lost -> lost.secondsOfBaseline().orElse(0))
                    .orElse(0.0);
        }

        double kept() {
            double time = disturbedSeconds();
            return time == 0 ? 1 : clamped(1 - lostSeconds() / time);
        }

        /** Returns the share that was answered in time; missing operations count as due in the disturbed time. */
        double available() {
            long due = group.due().orElse(0);
            double watched = watchedSeconds();
            double dueThen = watched == 0 ? 0 : due * Math.min(1, disturbedSeconds() / watched);
            return dueThen == 0 ? 1 : clamped(1 - (due - group.inTime().orElse(0)) / dueThen);
        }

        private static double clamped(double share) {
            return Math.max(0, Math.min(1, share));
        }
    }

    /**
     * Computes the score of a run.
     *
     * @param allowed whether its phases count although the client's own delay made it invalid
     * @throws IllegalArgumentException if the run has no baseline to compare with
     */
    static AdversityScore of(AdversitySummary adversity, boolean allowed) {
        BaselineFigures baseline = adversity
                .baseline()
                .filter(found -> found.goodputPerS() > 0)
                .orElseThrow(
                        () -> new IllegalArgumentException("it has no baseline, so there is nothing to compare with"));
        return new AdversityScore(
                baseline,
                adversity.phases().stream()
                        .filter(phase -> !phase.control() && !phase.name().isEmpty())
                        .map(phase -> new PhaseScore(phase, allowed))
                        .toList(),
                adversity.phases().stream()
                        .mapToLong(phase -> phase.lostWrites().orElse(0))
                        .sum());
    }

    public List<PhaseScore> measured() {
        return phases.stream().filter(PhaseScore::measured).toList();
    }

    /**
     * Returns the score: 0 to 100, over these phases by their disturbed time. Empty where acknowledged writes are lost, or nothing was
     * measured.
     *
     * @param names phases that count
     */
    public OptionalDouble score(Set<String> names) {
        List<PhaseScore> counted = counted(names);
        double time = total(counted, PhaseScore::disturbedSeconds);
        return lostWrites() > 0 || counted.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        time == 0
                                ? 100
                                : 100 * total(counted, phase -> phase.disturbedSeconds() * phase.score()) / time);
    }

    /** Dimension of ResBench, in its order. */
    enum Dimension {
        THROUGHPUT("ok/s of the baseline"),
        LATENCY("ms, p95 of the baseline"),
        STABILITY("%, 100 less the noise of the baseline's goodput"),
        RESISTANCE("%, lowest second of the baseline's goodput"),
        RECOVERY("s, longest after healing"),
        DISTURBANCE_PERIOD("s, of all phases"),
        ADAPTATION("points kept, last injection less first"),
        METRIC_DEVIATION("% of the baseline's work missing");

        private final String unit;

        Dimension(String unit) {
            this.unit = unit;
        }

        String unit() {
            return unit;
        }

        /** Returns the name for people. */
        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** Returns the values for a comparison with other runs; a dimension that was not measured is absent. @param names phases that count */
    Map<Dimension, Double> dimensions(Set<String> names) {
        List<PhaseScore> counted = counted(names);
        Map<Dimension, Double> dimensions = new EnumMap<>(Dimension.class);
        dimensions.put(Dimension.THROUGHPUT, baseline.goodputPerS());
        dimensions.put(Dimension.LATENCY, baseline.p95Ms());
        dimensions.put(Dimension.STABILITY, 100 * Math.max(0, 1 - baseline.goodputNoiseShare()));
        lowest(counted)
                .ifPresent(lowest ->
                        dimensions.put(Dimension.RESISTANCE, 100 * Math.min(1, lowest / baseline.goodputPerS())));
        longestBack(names).ifPresent(worst -> dimensions.put(Dimension.RECOVERY, worst.seconds()));
        double time = total(counted, PhaseScore::disturbedSeconds);
        dimensions.put(Dimension.DISTURBANCE_PERIOD, time);
        adaptation(counted).ifPresent(points -> dimensions.put(Dimension.ADAPTATION, points));
        if (time > 0) {
            dimensions.put(
                    Dimension.METRIC_DEVIATION, 100 * Math.min(1, total(counted, PhaseScore::lostSeconds) / time));
        }
        return dimensions;
    }

    /**
     * Returns the longest recovery time after a healing; one that was not seen to end is longer than all others. @param names phases that
     * count
     */
    Optional<TimeBack> longestBack(Set<String> names) {
        return counted(names).stream()
                .flatMap(phase -> phase.longestBack().stream())
                .max(Comparator.naturalOrder());
    }

    private List<PhaseScore> counted(Set<String> names) {
        return measured().stream().filter(phase -> names.contains(phase.name())).toList();
    }

    private static <T> double total(List<T> scores, ToDoubleFunction<T> figure) {
        return scores.stream().mapToDouble(figure).sum();
    }

    private static OptionalDouble lowest(List<PhaseScore> phases) {
        return phases.stream()
                .flatMap(phase -> phase.phase().injectionGroups().stream())
                .flatMap(group -> group.worst().stream())
                .mapToDouble(worst -> (double) worst.goodput())
                .min();
    }

    /**
     * Returns how much more goodput the last group of a repeated fault kept than the first: the mean over such phases, in percentage
     * points.
     */
    private static OptionalDouble adaptation(List<PhaseScore> phases) {
        return phases.stream()
                .map(PhaseScore::groups)
                .filter(groups -> groups.size() > 1)
                .filter(groups ->
                        groups.getFirst().faults().equals(groups.getLast().faults()))
                .mapToDouble(groups ->
                        100 * (groups.getLast().kept() - groups.getFirst().kept()))
                .average();
    }

    /** Returns the names of the phases that count in all of these. */
    static Set<String> common(List<AdversityScore> scores) {
        Set<String> names = new LinkedHashSet<>();
        scores.stream().findFirst().stream()
                .flatMap(first -> first.measured().stream())
                .forEach(phase -> names.add(phase.name()));
        scores.forEach(score ->
                names.retainAll(score.measured().stream().map(PhaseScore::name).toList()));
        return names;
    }

    /** Returns the phase with this name. */
    Optional<PhaseScore> phase(String name) {
        return phases.stream().filter(phase -> phase.name().equals(name)).findFirst();
    }
}
