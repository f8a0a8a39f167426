package squall.check.isolation;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Result of an isolation check.
 *
 * @param committed transactions that were acknowledged, or seen by one that was
 * @param aborted transactions that were certainly not applied
 * @param unknown transactions whose outcome cannot be inferred: they count as not applied
 * @param knowledge completeness of the history
 * @param searchedAll false if the search for cycles was cut short, so that there may be more than were counted
 * @param counts number of each anomaly; those that were not found are absent
 * @param witnesses the first few of each anomaly
 */
public record IsolationResult(
        int committed,
        int aborted,
        int unknown,
        Knowledge knowledge,
        boolean searchedAll,
        Map<Anomaly, Long> counts,
        List<Witness> witnesses) {
    /**
     * Completeness of a history.
     *
     * @param whole whether every transaction was recorded
     * @param ordered whether the order of every key's versions is known
     */
    public record Knowledge(boolean whole, boolean ordered) {}

    public IsolationResult {
        counts = Map.copyOf(counts);
        witnesses = List.copyOf(witnesses);
    }

    /** Returns whether a level that is not ruled out holds for this history; otherwise it is only not refuted. */
    public boolean complete() {
        return committed > 0 && knowledge.whole() && knowledge.ordered();
    }

    /** Returns every level that this history does not have. */
    public Set<ConsistencyModel> ruledOut() {
        EnumSet<ConsistencyModel> ruledOut = EnumSet.noneOf(ConsistencyModel.class);
        counts.keySet().forEach(anomaly -> ruledOut.addAll(anomaly.ruledOut()));
        return ruledOut;
    }

    /** Returns the strongest levels that are not ruled out; empty if even read uncommitted is. */
    public Set<ConsistencyModel> strongest() {
        EnumSet<ConsistencyModel> left = EnumSet.allOf(ConsistencyModel.class);
        left.removeAll(ruledOut());
        return ConsistencyModel.strongest(left);
    }

    public boolean allows(ConsistencyModel level) {
        return !ruledOut().contains(level);
    }

    /** Returns whether the history is known to have this level, rather than only not known to lack it. */
    public boolean holds(ConsistencyModel level) {
        return complete() && allows(level);
    }

    /** Returns the anomalies that a level proscribes. */
    public Map<Anomaly, Long> violating(ConsistencyModel level) {
        Map<Anomaly, Long> violating = new TreeMap<>();
        counts.forEach((anomaly, count) -> {
            if (anomaly.ruledOut().contains(level)) {
                violating.put(anomaly, count);
            }
        });
        return violating;
    }

    private String conclusion() {
        if (!knowledge.whole()) {
            return "; the recording was cut off, so transactions are missing";
        }
        return knowledge.ordered() ? ": strict serializable holds" : "; the order of some versions is not known";
    }

    /** Describes the result in one line: {@code lost update (12), write skew (G2-item) (3): at most read committed}. */
    public String text() {
        if (counts.isEmpty() && committed == 0) {
            return "no committed transaction, so nothing can be concluded";
        }
        if (counts.isEmpty()) {
            return "no anomaly in " + String.format(Locale.ROOT, "%,d", committed)
                    + (committed == 1 ? " transaction" : " transactions") + conclusion();
        }
        String found = new TreeMap<>(counts)
                .entrySet().stream()
                        .map(entry ->
                                entry.getKey().title() + " (" + String.format(Locale.ROOT, "%,d", entry.getValue())
                                        + (searchedAll || !entry.getKey().isFoundBySearch() ? "" : " or more") + ")")
                        .collect(Collectors.joining(", "));
        String most = strongest().stream().map(ConsistencyModel::title).collect(Collectors.joining(" or "));
        return found + ": " + (most.isEmpty() ? "not even read uncommitted" : "at most " + most);
    }

    /**
     * Witness: one anomaly as it happened, to be printed and drawn.
     *
     * @param steps why each transaction must come before the next; for a cycle, the last step leads back to the first transaction
     */
    public record Witness(Anomaly anomaly, List<CycleStep> steps) {
        public Witness {
            steps = List.copyOf(steps);
        }

        /**
         * Step of a witness: one transaction before another.
         *
         * @param from its number in the history, from 0
         * @param text the reason for the order, one sentence
         */
        public record CycleStep(int from, int to, Dependency dependency, String text) {}

        /** Describes the anomaly: its name and its steps, one a line. */
        public String text() {
            StringBuilder text = new StringBuilder(anomaly.title());
            for (CycleStep step : steps) {
                text.append("\n  ").append(step.text());
            }
            return text.toString();
        }
    }
}
