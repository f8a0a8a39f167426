package squall.results;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import squall.measure.recovery.FigureSpread;
import squall.measure.recovery.FigureSpread.FigureValue;
import squall.verdict.PhaseHeadlines;
import squall.verdict.ScenarioRepetitions;

/**
 * Summary of several runs of one scenario: the member {@code repetitions} of {@code summary.json}.
 *
 * @param interval meaning of low, high and confidence
 */
public record RepetitionSummary(
        int schemaVersion,
        List<String> runs,
        List<PhaseSpread> phases,
        Map<String, String> definitions,
        String interval) {
    private static final int SCHEMA_VERSION = 1;
    private static final String INTERVAL =
            "low to high holds the true median with this confidence: of up to 8 runs the lowest and the highest"
                    + " (1 - 2 * 0.5^count), of more the middle 95 % of 10,000 bootstrapped medians; longer_than is a"
                    + " lower bound, above every value that was seen; apart_from_control: the intervals have nothing in"
                    + " common";

    /** @param apartFromControl figures whose interval is disjoint from that of the control */
    public record PhaseSpread(
            String name, boolean control, Map<String, Spread> figures, List<String> apartFromControl) {
        private static PhaseSpread of(ScenarioRepetitions.RepeatedPhase phase) {
            Map<String, Spread> figures = new LinkedHashMap<>();
            phase.figures().forEach((name, spread) -> figures.put(name, Spread.of(spread)));
            return new PhaseSpread(phase.name(), phase.control(), figures, phase.apart());
        }
    }

    /** Spread of one figure over the runs. */
    public record Spread(long count, Reading median, Reading low, Reading high, double confidence, String method) {
        private static Spread of(FigureSpread spread) {
            FigureSpread.Interval interval = spread.interval();
            return new Spread(
                    spread.sorted().size(),
                    Reading.of(spread.median()),
                    Reading.of(interval.low()),
                    Reading.of(interval.high()),
                    interval.confidence(),
                    interval.method());
        }
    }

    /** Value, or a lower bound of one that was not seen. */
    public record Reading(OptionalDouble value, OptionalDouble longerThan) {
        private static Reading of(FigureValue figure) {
            OptionalDouble value = OptionalDouble.of(figure.value());
            return figure.atLeast()
                    ? new Reading(OptionalDouble.empty(), value)
                    : new Reading(value, OptionalDouble.empty());
        }
    }

    public static RepetitionSummary of(ScenarioRepetitions repetitions) {
        return new RepetitionSummary(
                SCHEMA_VERSION,
                List.copyOf(repetitions.runs().keySet()),
                repetitions.phases().stream().map(PhaseSpread::of).toList(),
                PhaseHeadlines.definitions(),
                INTERVAL);
    }
}
