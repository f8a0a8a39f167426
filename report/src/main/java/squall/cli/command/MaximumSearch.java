package squall.cli.command;

import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Search for the largest number that is accepted: raises it until one is refused, then halves the gap. Immutable and pure, so that a search
 * that was interrupted continues in the same way.
 *
 * @param to the largest number to try
 * @param growth how the number is raised until one is refused
 * @param width the gap that is not narrowed any more
 * @param resolution likewise, as a share of the largest accepted number, where that is more
 */
public record MaximumSearch(long from, long to, Growth growth, long width, double resolution) {
    /** Growth of the number while none is refused. */
    public enum Growth {
        /** Twice the largest accepted number, where the range is wide. */
        DOUBLING,
        /** The whole range at once, where it is narrow. */
        WHOLE_RANGE
    }

    public MaximumSearch {
        if (!(from >= 1 && to >= from)) {
            throw new IllegalArgumentException("from must be at least 1 and at most to: " + from + ", " + to);
        }
        if (width < 1) {
            throw new IllegalArgumentException("width must be at least 1, not " + width);
        }
        if (!(resolution >= 0 && resolution < 1)) {
            throw new IllegalArgumentException("resolution must be in [0, 1), not " + resolution);
        }
    }

    /** Creates a search that doubles the number. @param resolution the gap that is not narrowed any more, as a share of the largest accepted number */
    public static MaximumSearch doubling(long from, long to, double resolution) {
        if (!(resolution > 0 && resolution < 1)) {
            throw new IllegalArgumentException("resolution must be in (0, 1), not " + resolution);
        }
        return new MaximumSearch(from, to, Growth.DOUBLING, 1, resolution);
    }

    /** Creates a search that tries both ends first. @param width the gap that is not narrowed any more */
    public static MaximumSearch between(long from, long to, long width) {
        return new MaximumSearch(from, to, Growth.WHOLE_RANGE, width, 0);
    }

    /** Returns the number to try next; empty if the search is over. @param tried whether each number was accepted */
    public OptionalLong next(SortedMap<Long, Boolean> tried) {
        if (tried.isEmpty()) {
            return OptionalLong.of(from);
        }
        long accepted = accepted(tried).orElse(0);
        OptionalLong refused = refused(tried);
        if (refused.isEmpty()) {
            return accepted >= to ? OptionalLong.empty() : OptionalLong.of(raised(accepted));
        }
        long gap = refused.getAsLong() - accepted;
        boolean close = accepted == 0 || gap <= width || gap <= accepted * resolution;
        return close ? OptionalLong.empty() : OptionalLong.of(accepted + gap / 2);
    }

    private long raised(long accepted) {
        return switch (growth) {
            case DOUBLING -> Math.min(2 * accepted, to);
            case WHOLE_RANGE -> to;
        };
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
