package squall.cli.command;

import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Search for the largest number that is accepted: doubles it until one is refused, then halves the gap. Immutable and pure, so that a
 * search that was interrupted continues in the same way.
 *
 * @param to the largest number to try
 * @param resolution the gap that is not narrowed any more, as a share of the largest accepted number
 */
public record MaximumSearch(long from, long to, double resolution) {
    public MaximumSearch {
        if (!(from >= 1 && to >= from)) {
            throw new IllegalArgumentException("from must be at least 1 and at most to: " + from + ", " + to);
        }
        if (!(resolution > 0 && resolution < 1)) {
            throw new IllegalArgumentException("resolution must be in (0, 1), not " + resolution);
        }
    }

    /** Returns the number to try next; empty if the search is over. @param tried whether each number was accepted */
    public OptionalLong next(SortedMap<Long, Boolean> tried) {
        if (tried.isEmpty()) {
            return OptionalLong.of(from);
        }
        long accepted = accepted(tried).orElse(0);
        OptionalLong refused = refused(tried);
        if (refused.isEmpty()) {
            return accepted >= to ? OptionalLong.empty() : OptionalLong.of(Math.min(2 * accepted, to));
        }
        long gap = refused.getAsLong() - accepted;
        boolean close = accepted == 0 || gap <= Math.max(1, accepted * resolution);
        return close ? OptionalLong.empty() : OptionalLong.of(accepted + gap / 2);
    }

    /** Returns the largest accepted number below every refused one. */
    public static OptionalLong accepted(SortedMap<Long, Boolean> tried) {
        OptionalLong refused = refused(tried);
        SortedMap<Long, Boolean> below = refused.isPresent() ? tried.headMap(refused.getAsLong()) : tried;
        return below.isEmpty() ? OptionalLong.empty() : OptionalLong.of(below.lastKey());
    }

    /** Returns the smallest refused number. */
    public static OptionalLong refused(SortedMap<Long, Boolean> tried) {
        return tried.entrySet().stream()
                .filter(entry -> !entry.getValue())
                .mapToLong(Map.Entry::getKey)
                .findFirst();
    }
}
