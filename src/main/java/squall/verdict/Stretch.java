package squall.verdict;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import squall.measure.recovery.Baseline;
import squall.measure.recovery.LaneOutage;
import squall.measure.recovery.LaneOutages;
import squall.measure.recovery.Ratios;
import squall.measure.recovery.Recovery;
import squall.measure.recovery.Series;
import squall.scenario.expect.Figures;
import squall.scenario.expect.Measure;

/**
 * The figures of a phase, or of a whole run, as expectations ask for them; of several strikes the worst counts.
 *
 * @param seconds that belong to it
 * @param strikes in it
 */
record Stretch(Series seconds, List<StrikeOutcome> strikes, Evidence evidence, Baseline baseline) implements Figures {
    private static final double SECOND_MICROS = 1e6;
    private static final double SECOND_NANOS = 1e9;

    @Override
    public Found found(Measure measure) {
        return switch (measure) {
            case LOST_ACKS, PHANTOMS, REGISTER_VIOLATIONS, BANK_VIOLATIONS, COUNTER_VIOLATIONS, LOAD_FLAWS ->
                counted(measure);
            case MAX_UNAVAILABLE -> unavailable();
            case AVAILABILITY -> new Found.Exactly(seconds.availability().share());
            case TIME_TO_BASELINE -> slowest(strikes.stream().flatMap(StrikeOutcome::fromHealing));
            case TIME_TO_BASELINE_FROM_INJECT -> slowest(strikes.stream().flatMap(StrikeOutcome::fromInjection));
            case GOODPUT -> new Found.Exactly(seconds.goodputPerSecond());
            case P50 -> latency(50);
            case P99 -> latency(99);
            case IMPACT_TPUT -> impact(Ratios::throughput);
            case IMPACT_P50 -> impact(Ratios::p50);
            case IMPACT_P99 -> impact(Ratios::p99);
        };
    }

    @Override
    public OptionalDouble baseline(Measure measure) {
        return switch (measure) {
            case GOODPUT -> OptionalDouble.of(baseline.goodputPerSecond());
            case P50 -> OptionalDouble.of(baseline.seconds().latency().getValueAtPercentile(50) / SECOND_MICROS);
            case P99 -> OptionalDouble.of(baseline.p99Micros() / SECOND_MICROS);
            case LOST_ACKS,
                    PHANTOMS,
                    REGISTER_VIOLATIONS,
                    BANK_VIOLATIONS,
                    COUNTER_VIOLATIONS,
                    LOAD_FLAWS,
                    MAX_UNAVAILABLE,
                    AVAILABILITY,
                    TIME_TO_BASELINE,
                    TIME_TO_BASELINE_FROM_INJECT,
                    IMPACT_TPUT,
                    IMPACT_P50,
                    IMPACT_P99 -> OptionalDouble.empty();
        };
    }

    private Found counted(Measure measure) {
        return Optional.ofNullable(evidence.counts().get(measure))
                .<Found>map(Found.Exactly::new)
                .orElse(new Found.Unmeasured("nothing counted it"));
    }

    private Found unavailable() {
        return strikes.stream()
                .flatMap(outcome -> outcome.lanes().flatMap(LaneOutages::worst).stream())
                .max(Comparator.comparing(LaneOutage::longest))
                .map(worst -> found(worst.longest(), worst.open()))
                .orElse(new Found.Unmeasured("no lane was there"));
    }

    private static Found slowest(Stream<Recovery> recoveries) {
        return recoveries.map(Stretch::found).max(Stretch::compare).orElse(new Found.Unmeasured("it was not watched"));
    }

    private static Found found(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered recovered -> found(recovered.after(), false);
            case Recovery.LongerThan longer -> found(longer.observed(), true);
        };
    }

    private static Found found(Duration length, boolean atLeast) {
        double figure = length.toNanos() / SECOND_NANOS;
        return atLeast ? new Found.MoreThan(figure) : new Found.Exactly(figure);
    }

    /** What was not seen to end is worse than what was. */
    private static int compare(Found one, Found other) {
        boolean open = one instanceof Found.MoreThan;
        boolean otherOpen = other instanceof Found.MoreThan;
        return open == otherOpen ? Double.compare(figure(one), figure(other)) : Boolean.compare(open, otherOpen);
    }

    private static double figure(Found found) {
        return switch (found) {
            case Found.Exactly exactly -> exactly.figure();
            case Found.MoreThan more -> more.figure();
            case Found.Unmeasured unmeasured -> 0;
        };
    }

    private Found latency(double percentile) {
        Histogram latency = seconds.latency();
        return latency.getTotalCount() == 0
                ? new Found.MoreThan(seconds.seconds())
                : new Found.Exactly(latency.getValueAtPercentile(percentile) / SECOND_MICROS);
    }

    private Found impact(ToDoubleFunction<Ratios> ratio) {
        return strikes.stream()
                .flatMap(outcome -> outcome.toll().stream())
                .flatMap(toll -> toll.disturbed().stream())
                .map(ratio::applyAsDouble)
                .max(Comparator.naturalOrder())
                .<Found>map(Found.Exactly::new)
                .orElse(new Found.Unmeasured(
                        "no window was disturbed for at least " + Ratios.LEAST_SECONDS + " seconds"));
    }
}
