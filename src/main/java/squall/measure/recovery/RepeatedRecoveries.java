package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Recoveries from the same disturbance, again and again. What was not seen to end is longer than everything that was, and never becomes a
 * number.
 *
 * @param sorted from the shortest to the longest; at least one
 */
public record RepeatedRecoveries(List<Recovery> sorted) {
    /** Of any order. */
    public static RepeatedRecoveries of(List<Recovery> recoveries) {
        return new RepeatedRecoveries(recoveries.stream()
                .sorted(Comparator.comparing((Recovery recovery) -> recovery instanceof Recovery.LongerThan)
                        .thenComparing(RepeatedRecoveries::length))
                .toList());
    }

    public RepeatedRecoveries {
        sorted = List.copyOf(sorted);
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one recovery");
        }
    }

    public Recovery shortest() {
        return sorted.getFirst();
    }

    public Recovery longest() {
        return sorted.getLast();
    }

    /** The middle one; of an even number half way between the two, and at least as long as the shorter if the longer was not seen to end. */
    public Recovery median() {
        Recovery upper = sorted.get(sorted.size() / 2);
        Recovery lower = sorted.get((sorted.size() - 1) / 2);
        return switch (upper) {
            case Recovery.LongerThan longer -> new Recovery.LongerThan(length(lower));
            case Recovery.Recovered recovered ->
                new Recovery.Recovered(length(lower).plus(length(upper)).dividedBy(2), recovered.relapses());
        };
    }

    /** How likely the true median lies between the shortest and the longest: 93.8 % for five. */
    public double coverage() {
        return 1 - 2 * Math.pow(0.5, sorted.size());
    }

    private static Duration length(Recovery recovery) {
        return switch (recovery) {
            case Recovery.Recovered recovered -> recovered.after();
            case Recovery.LongerThan longer -> longer.observed();
        };
    }
}
