package squall.check.isolation;

import java.util.List;

/**
 * One anomaly as it happened, to be told and drawn.
 *
 * @param steps why each transaction must come before the next; for a cycle, the last step leads back to the first transaction
 */
public record Witness(Anomaly anomaly, List<Step> steps) {
    public Witness {
        steps = List.copyOf(steps);
    }

    /**
     * One transaction before another.
     *
     * @param from its number in the history, from 0
     * @param text what happened between the two, one sentence
     */
    public record Step(int from, int to, Dependency dependency, String text) {}

    /** The anomaly's name and its steps, one a line. */
    public String text() {
        StringBuilder text = new StringBuilder(anomaly.title());
        for (Step step : steps) {
            text.append("\n  ").append(step.text());
        }
        return text.toString();
    }
}
