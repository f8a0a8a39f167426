package squall.measure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import squall.spi.Outcome;

/**
 * Numbering of a run's outcomes, so that a sample carries an int. Outcomes that differ only in their message are one; the first message
 * seen stays as the example.
 *
 * <p>Thread-safe; the shared successes cost one comparison.
 */
public final class OutcomeNumbers {
    private static final int OK = 0;
    private static final int NOT_FOUND = 1;

    private final List<Outcome> seen = new CopyOnWriteArrayList<>(List.of(Outcome.OK, Outcome.NOT_FOUND));
    private final ConcurrentHashMap<Outcome, Integer> ids =
            new ConcurrentHashMap<>(Map.of(Outcome.OK, OK, Outcome.NOT_FOUND, NOT_FOUND));

    /** Returns the number of this outcome, from 0, in the order of first occurrence. */
    @SuppressWarnings("ReferenceEquality") // the fast path; equal objects that are not the same are found below
    public int id(Outcome outcome) {
        if (outcome == Outcome.OK) {
            return OK;
        }
        return outcome == Outcome.NOT_FOUND ? NOT_FOUND : ids.computeIfAbsent(silent(outcome), key -> add(outcome));
    }

    /** Returns the outcome with this number, as it first occurred. */
    public Outcome outcome(int id) {
        return seen.get(id);
    }

    // Both steps under one lock: the number given is the index in the list. Only the first occurrence of an outcome
    // comes here.
    private synchronized int add(Outcome outcome) {
        if (seen.size() == SampleCode.MAX_OUTCOMES) {
            throw new IllegalStateException(
                    "more than " + SampleCode.MAX_OUTCOMES + " different outcomes, the last is '" + outcome.code()
                            + "': codes must name causes, not occurrences");
        }
        seen.add(outcome);
        return seen.size() - 1;
    }

    private static Outcome silent(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Ok ok -> ok;
            case Outcome.Refused refused -> new Outcome.Refused(refused.error(), "");
            case Outcome.Unknown unknown -> new Outcome.Unknown(unknown.error(), "");
        };
    }
}
