package squall.sysbench.kv.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Looks for the most sessions whose p99 keeps to a bound: doubles them until one step does not, then halves the gap until it is a tenth.
 * Immutable and pure.
 *
 * @param steps in the order in which they were made
 */
record ConcurrencySearch(List<SearchStep> steps, double p99LimitMs, int most) {
    /** The gap in which it does not matter any more. */
    private static final double NEAR_ENOUGH = 0.1;

    /** One step. @param p99Ms of all operations */
    record SearchStep(int sessions, double perSecond, double p50Ms, double p99Ms, long failed) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "sessions %d: %,.0f ops/s, p50 %.2f ms, p99 %.2f ms%s",
                    sessions,
                    perSecond,
                    p50Ms,
                    p99Ms,
                    failed == 0 ? "" : ", " + failed + " failed");
        }
    }

    ConcurrencySearch {
        steps = List.copyOf(steps);
    }

    static ConcurrencySearch begin(double p99LimitMs, int most) {
        return new ConcurrencySearch(List.of(), p99LimitMs, most);
    }

    ConcurrencySearch with(SearchStep step) {
        List<SearchStep> more = new ArrayList<>(steps);
        more.add(step);
        return new ConcurrencySearch(more, p99LimitMs, most);
    }

    /** How many sessions to try next; empty when it is over. */
    OptionalInt next() {
        int kept = best().map(SearchStep::sessions).orElse(0);
        Optional<Integer> broken = steps.stream()
                .filter(step -> !keeps(step))
                .map(SearchStep::sessions)
                .min(Comparator.naturalOrder());
        if (broken.isEmpty()) {
            return kept >= most ? OptionalInt.empty() : OptionalInt.of(Math.min(most, Math.max(1, 2 * kept)));
        }
        int gap = broken.get() - kept;
        return gap <= 1 || gap <= NEAR_ENOUGH * kept ? OptionalInt.empty() : OptionalInt.of(kept + gap / 2);
    }

    /** The most sessions that kept to the bound, below any that did not; empty if none did. */
    Optional<SearchStep> best() {
        int broken = steps.stream()
                .filter(step -> !keeps(step))
                .mapToInt(SearchStep::sessions)
                .min()
                .orElse(Integer.MAX_VALUE);
        return steps.stream()
                .filter(step -> keeps(step) && step.sessions() < broken)
                .max(Comparator.comparingInt(SearchStep::sessions));
    }

    private boolean keeps(SearchStep step) {
        return step.p99Ms() <= p99LimitMs && step.failed() == 0;
    }
}
