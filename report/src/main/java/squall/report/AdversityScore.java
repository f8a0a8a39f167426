package squall.report;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import squall.results.AdversitySummary;
import squall.results.AdversitySummary.TimeBack;
import squall.results.AdversitySummary.WayBack;
import squall.verdict.AdversityResult.PhaseOutcome.PhaseState;

/**
 * Score of a run under a scenario while it was disturbed.
 *
 * @param baseline before the first fault
 * @param phases those with faults, in order
 */
public record AdversityScore(BaselineScore baseline, List<PhaseScore> phases) {
    public AdversityScore {
        phases = List.copyOf(phases);
    }

    /** Goodput and latency without a fault. @param noise share by which single windows of it differ */
    public record BaselineScore(double goodputPerSecond, double p95Ms, double noise) {}

    /** Score of a phase with its fault. @param lostWrites null where no probe checked */
    public record PhaseScore(
            String name,
            PhaseState state,
            List<GroupScore> groups,
            @Nullable Long lostWrites) {
        /** States in which a phase had its fault in effect and its time to recover. */
        static final Set<PhaseState> MEASURED =
                Set.of(PhaseState.PASSED, PhaseState.NOT_BACK, PhaseState.MISSED, PhaseState.UNFINISHED);

        public PhaseScore {
            groups = List.copyOf(groups);
        }

        /** Returns whether its figures count. */
        public boolean measured() {
            return MEASURED.contains(state)
                    && !groups.isEmpty()
                    && groups.stream().allMatch(GroupScore::complete);
        }

        double disturbedSeconds() {
            return groups.stream().mapToDouble(GroupScore::disturbedSeconds).sum();
        }

        double lostSeconds() {
            return groups.stream().mapToDouble(GroupScore::lostSeconds).sum();
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
                    : groups.stream()
                                    .mapToDouble(group -> group.disturbedSeconds() * figure.applyAsDouble(group))
                                    .sum()
                            / time;
        }

        /** Returns the longest recovery time after a healing. */
        Optional<TimeBack> longestBack() {
            return groups.stream()
                    .flatMap(group -> group.afterHealing().stream())
                    .max(Comparator.naturalOrder());
        }

        /** Returns the worst of several groups. */
        OptionalDouble worst(ToDoubleFunction<GroupScore> figure) {
            return groups.stream().mapToDouble(figure).filter(Double::isFinite).max();
        }
    }

    /**
     * Score of one injection of a phase, or of several that overlap. Absent members were not measured.
     *
     * @param followed whether the next one of the phase came before the baseline was seen to be back
     */
    public record GroupScore(
            @Nullable Long injected,
            @Nullable Long healed,
            @Nullable Long watchedUntil,
            boolean followed,
            long due,
            long inTime,
            long outageSeconds,
            @Nullable Double p99Times,
            @Nullable Worst worst,
            @Nullable WayBack recovery,
            @Nullable Lost lost) {
        boolean complete() {
            return injected != null && healed != null && watchedUntil != null && recovery != null && lost != null;
        }

        /**
         * Returns the time from the injection until it was healed, or until the baseline was back if that was later; if the next one
         * followed, until then.
         */
        double disturbedSeconds() {
            if (injected != null && watchedUntil != null && followed) {
                return (double) (watchedUntil - injected);
            }
            if (injected == null || healed == null || recovery == null) {
                return 0;
            }
            return Math.max(
                    (double) (healed - injected),
                    recovery.fromInjection().map(TimeBack::seconds).orElse(0.0));
        }

        Optional<TimeBack> afterHealing() {
            return Optional.ofNullable(recovery).flatMap(WayBack::fromHealing);
        }

        double lostSeconds() {
            return lost == null ? 0 : lost.seconds();
        }

        double kept() {
            double time = disturbedSeconds();
            return time == 0 ? 1 : clamped(1 - lostSeconds() / time);
        }

        /** Returns the share that was answered in time; missing operations count as due in the disturbed time. */
        double available() {
            double watched = watchedUntil == null || injected == null ? 0 : (double) (watchedUntil - injected);
            double dueThen = watched == 0 ? 0 : due * Math.min(1, disturbedSeconds() / watched);
            return dueThen == 0 ? 1 : clamped(1 - (due - inTime) / dueThen);
        }

        private static double clamped(double share) {
            return Math.max(0, Math.min(1, share));
        }
    }

    /** Goodput of the lowest second. */
    public record Worst(double goodput) {}

    /** Work missing compared with the baseline, until recovery. */
    public record Lost(double seconds) {}

    /**
     * Computes the score of a run.
     *
     * @throws IllegalArgumentException if the run has no baseline to compare with
     */
    static AdversityScore of(AdversitySummary adversity) {
        AdversitySummary.BaselineFigures baseline = adversity
                .baseline()
                .filter(found -> found.goodputPerS() > 0)
                .orElseThrow(
                        () -> new IllegalArgumentException("it has no baseline, so there is nothing to compare with"));
        return new AdversityScore(
                new BaselineScore(baseline.goodputPerS(), baseline.p95Ms(), baseline.goodputNoiseShare()),
                adversity.phases().stream()
                        .filter(phase -> !phase.control() && !phase.name().isEmpty())
                        .map(AdversityScore::phase)
                        .toList());
    }

    private static PhaseScore phase(AdversitySummary.PhaseSummary phase) {
        return new PhaseScore(
                phase.name(),
                phase.state(),
                phase.injectionGroups().stream().map(AdversityScore::group).toList(),
                orNull(phase.lostWrites()));
    }

    private static GroupScore group(AdversitySummary.GroupImpact group) {
        WayBack back = WayBack.of(group);
        return new GroupScore(
                orNull(group.injectedS()),
                orNull(group.healedS()),
                orNull(group.watchedUntilS()),
                back.fromInjection().flatMap(TimeBack::cutOffBy).isPresent(),
                group.due().orElse(0),
                group.inTime().orElse(0),
                group.outageS().orElse(0),
                orNull(group.p99Times()),
                group.worst().map(worst -> new Worst(worst.goodput())).orElse(null),
                back.fromInjection().isPresent() ? back : null,
                group.lostGoodput()
                        .map(lost -> new Lost(lost.secondsOfBaseline().orElse(0)))
                        .orElse(null));
    }

    private static @Nullable Long orNull(OptionalLong value) {
        return value.isPresent() ? (Long) value.getAsLong() : null;
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }

    /** Returns the number of acknowledged writes that are missing. */
    public long lostWrites() {
        return phases.stream()
                .mapToLong(phase -> phase.lostWrites() == null ? 0 : phase.lostWrites())
                .sum();
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
        dimensions.put(Dimension.THROUGHPUT, baseline.goodputPerSecond());
        dimensions.put(Dimension.LATENCY, baseline.p95Ms());
        dimensions.put(Dimension.STABILITY, 100 * Math.max(0, 1 - baseline.noise()));
        lowest(counted)
                .ifPresent(lowest ->
                        dimensions.put(Dimension.RESISTANCE, 100 * Math.min(1, lowest / baseline.goodputPerSecond())));
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

    private static double total(List<PhaseScore> phases, ToDoubleFunction<PhaseScore> figure) {
        return phases.stream().mapToDouble(figure).sum();
    }

    private static DoubleStream groups(List<PhaseScore> phases, ToDoubleFunction<GroupScore> figure) {
        return phases.stream()
                .flatMap(phase -> phase.groups().stream())
                .mapToDouble(figure)
                .filter(Double::isFinite);
    }

    private static OptionalDouble lowest(List<PhaseScore> phases) {
        return groups(
                        phases,
                        group -> group.worst() == null
                                ? Double.NaN
                                : group.worst().goodput())
                .min();
    }

    /**
     * Returns how much more goodput the last group of a repeated fault kept than the first: the mean over such phases, in percentage
     * points.
     */
    private static OptionalDouble adaptation(List<PhaseScore> phases) {
        return phases.stream()
                .filter(phase -> phase.groups().size() > 1)
                .mapToDouble(phase -> 100
                        * (phase.groups().getLast().kept()
                                - phase.groups().getFirst().kept()))
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
