package squall.measure.recovery;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Recovery times of one disturbance that was repeated. A recovery that was not seen counts as longer than all others, and never as a
 * number.
 *
 * @param sorted from the shortest to the longest; at least one
 */
public record RepeatedRecoveries(List<Recovery> sorted) {
    /** Creates it from recoveries in any order. */
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

    /** Returns the median; of an even number the mean of the middle two, and at least the shorter one if the longer was not seen to end. */
    public Recovery median() {
        Recovery upper = sorted.get(sorted.size() / 2);
        Recovery lower = sorted.get((sorted.size() - 1) / 2);
        return switch (upper) {
            case Recovery.LongerThan longer -> new Recovery.LongerThan(length(lower));
            case Recovery.Recovered recovered ->
                new Recovery.Recovered(length(lower).plus(length(upper)).dividedBy(2), recovered.relapses());
        };
    }

    /** Returns the probability that the true median lies between the shortest and the longest: 93.8 % for five. */
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
