package squall.measure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import squall.spi.Outcome;

/**
 * Numbers the outcomes of a run, so that a sample carries an int. Outcomes that differ only in their message are one; the first
 * message seen stays as the example.
 *
 * <p>Safe for any number of threads; the shared successes cost one comparison.
 */
public final class OutcomeNumbers {
    private static final int OK = 0;
    private static final int NOT_FOUND = 1;

    private final List<Outcome> seen = new CopyOnWriteArrayList<>(List.of(Outcome.OK, Outcome.NOT_FOUND));
    private final ConcurrentHashMap<Outcome, Integer> ids =
            new ConcurrentHashMap<>(Map.of(Outcome.OK, OK, Outcome.NOT_FOUND, NOT_FOUND));

    /** The number of this outcome, from 0, in the order of first sight. */
    @SuppressWarnings("ReferenceEquality") // the fast path; what is equal but not the same is found below
    public int id(Outcome outcome) {
        if (outcome == Outcome.OK) {
            return OK;
        }
        return outcome == Outcome.NOT_FOUND ? NOT_FOUND : ids.computeIfAbsent(silent(outcome), key -> add(outcome));
    }

    /** The outcome with this number, as it was first seen. */
    public Outcome outcome(int id) {
        return seen.get(id);
    }

    // Both steps under one lock: the number given is the place taken. Only the first sight of an outcome comes here.
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
