package squall.check.isolation;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Expectation of a database's isolation, as it is configured.
 *
 * @param level that its transactions must have; empty: the one that it claims
 * @param allowed anomalies that are reported and violate no level
 */
public record IsolationExpectation(Optional<ConsistencyModel> level, Set<Anomaly> allowed) {
    /** Expectation that the database has the level it claims. */
    public static final IsolationExpectation CLAIMED = new IsolationExpectation(Optional.empty(), Set.of());

    public IsolationExpectation {
        allowed = Set.copyOf(allowed);
    }

    /**
     * Parses an expectation as typed: {@code snapshot} and {@code lost-write,stale-read}.
     *
     * @param level empty: the one that the database claims
     * @param allowed names of anomalies, separated by commas or plus signs; empty: none
     * @throws IllegalArgumentException if there is no such level or anomaly
     */
    public static IsolationExpectation of(String level, String allowed) {
        return new IsolationExpectation(
                level.isEmpty() ? Optional.empty() : Optional.of(ConsistencyModel.of(level)),
                allowed.isEmpty()
                        ? Set.of()
                        : Arrays.stream(allowed.split("[,+]", -1))
                                .map(IsolationExpectation::anomaly)
                                .collect(Collectors.toUnmodifiableSet()));
    }

    private static Anomaly anomaly(String typed) {
        return Arrays.stream(Anomaly.values())
                .filter(anomaly -> name(anomaly).equals(typed.strip()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + typed + "' is not an anomaly: use one of "
                        + Arrays.stream(Anomaly.values())
                                .map(IsolationExpectation::name)
                                .collect(Collectors.joining(", "))));
    }

    private static String name(Anomaly anomaly) {
        return anomaly.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns those titles of found anomalies that violate this expectation. @param claimed by the database */
    public List<String> broken(Optional<ConsistencyModel> claimed, Collection<String> found) {
        Optional<ConsistencyModel> due = level.isPresent() ? level : claimed;
        return due.stream()
                .flatMap(model -> Arrays.stream(Anomaly.values())
                        .filter(anomaly -> anomaly.ruledOut().contains(model)))
                .filter(anomaly -> !allowed.contains(anomaly))
                .map(Anomaly::title)
                .filter(found::contains)
                .toList();
    }
}
