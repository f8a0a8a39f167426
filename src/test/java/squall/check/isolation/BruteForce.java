package squall.check.isolation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Checker of the levels of tiny histories that tries every order: slow, and too simple to share a mistake with the real one. */
final class BruteForce {
    private final History history;
    private final List<Integer> committed = new ArrayList<>();

    BruteForce(History history) {
        this.history = history;
        for (int transaction = 0; transaction < history.size(); transaction++) {
            if (history.ending(transaction) == History.Ending.COMMITTED) {
                committed.add(transaction);
            }
        }
    }

    boolean isSerializable() {
        return serial(new ArrayList<>(committed), new HashMap<>(), false);
    }

    boolean isStrictlySerializable() {
        return serial(new ArrayList<>(committed), new HashMap<>(), true);
    }

    private boolean serial(List<Integer> left, Map<Integer, List<Integer>> state, boolean strict) {
        if (left.isEmpty()) {
            return true;
        }
        for (int next : left) {
            boolean early = strict && left.stream().anyMatch(other -> history.endNs(other) < history.beginNs(next));
            Map<Integer, List<Integer>> after = early ? null : performed(next, state, state);
            if (after != null) {
                List<Integer> rest = new ArrayList<>(left);
                rest.remove(Integer.valueOf(next));
                if (serial(rest, after, strict)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Tries every interleaving of begins and commits in which no transaction commits over what was committed since it began. */
    boolean isSnapshotIsolated() {
        return snapshot(new ArrayList<>(committed), new HashMap<>(), new HashMap<>(), false);
    }

    /** Tries the interleavings as above in which each transaction sees what was acknowledged before it began. */
    boolean isStronglySnapshotIsolated() {
        return snapshot(new ArrayList<>(committed), new HashMap<>(), new HashMap<>(), true);
    }

    private boolean snapshot(
            List<Integer> unbegun,
            Map<Integer, Map<Integer, List<Integer>>> begun,
            Map<Integer, List<Integer>> state,
            boolean strong) {
        if (unbegun.isEmpty() && begun.isEmpty()) {
            return true;
        }
        for (int next : unbegun) {
            List<Integer> rest = new ArrayList<>(unbegun);
            rest.remove(Integer.valueOf(next));
            Map<Integer, Map<Integer, List<Integer>>> more = new HashMap<>(begun);
            more.put(next, state);
            boolean early = strong
                    && Stream.concat(unbegun.stream(), begun.keySet().stream())
                            .anyMatch(other -> history.endNs(other) < history.beginNs(next));
            if (!early && performed(next, state, state) != null && snapshot(rest, more, state, strong)) {
                return true;
            }
        }
        for (int next : begun.keySet()) {
            Map<Integer, List<Integer>> seen = Objects.requireNonNull(begun.get(next));
            Map<Integer, List<Integer>> after = overwrites(next, seen, state) ? null : performed(next, seen, state);
            if (after != null) {
                Map<Integer, Map<Integer, List<Integer>>> rest = new HashMap<>(begun);
                rest.remove(next);
                if (snapshot(unbegun, rest, after, strong)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean overwrites(int transaction, Map<Integer, List<Integer>> seen, Map<Integer, List<Integer>> state) {
        for (int at = history.firstOperation(transaction); at < history.lastOperation(transaction); at++) {
            int key = history.key(at);
            if (history.isWrite(at) && !seen.getOrDefault(key, List.of()).equals(state.getOrDefault(key, List.of()))) {
                return true;
            }
        }
        return false;
    }

    /** Returns the state after the transaction, if it can have seen what it saw; else null. */
    private @Nullable Map<Integer, List<Integer>> performed(
            int transaction, Map<Integer, List<Integer>> seen, Map<Integer, List<Integer>> state) {
        Map<Integer, List<Integer>> own = new HashMap<>(seen);
        Map<Integer, List<Integer>> after = new HashMap<>(state);
        for (int at = history.firstOperation(transaction); at < history.lastOperation(transaction); at++) {
            int key = history.key(at);
            if (history.isWrite(at)) {
                own.put(key, with(own.getOrDefault(key, List.of()), history.written(at)));
                after.put(key, with(after.getOrDefault(key, List.of()), history.written(at)));
            } else if (!own.getOrDefault(key, List.of()).equals(result(at))) {
                return null;
            }
        }
        return after;
    }

    private List<Integer> with(List<Integer> values, int value) {
        List<Integer> with = history.model() == History.Model.REGISTER ? new ArrayList<>() : new ArrayList<>(values);
        with.add(value);
        return with;
    }

    private List<Integer> result(int read) {
        List<Integer> values = new ArrayList<>();
        for (int position = 0; position < history.readLength(read); position++) {
            values.add(history.read(read, position));
        }
        return values;
    }
}
