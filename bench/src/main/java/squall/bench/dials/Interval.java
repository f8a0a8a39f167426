package squall.bench.dials;

/** A stretch of the server's life, counted from its first connection; the end is not part of it. */
public record Interval(long fromNs, long toNs) {
    public Interval {
        if (fromNs >= toNs) {
            throw new IllegalArgumentException(
                    "an interval must end after it begins: " + fromNs + " ns .. " + toNs + " ns");
        }
    }

    /** Reads {@code 5s..7s}. @throws IllegalArgumentException if it is no interval */
    static Interval parse(String text) {
        String[] ends = text.split("\\.\\.", -1);
        if (ends.length != 2) {
            throw new IllegalArgumentException("an interval such as 5s..7s is wanted, not '" + text + "'");
        }
        return new Interval(Span.parseNs(ends[0]), Span.parseNs(ends[1]));
    }

    boolean contains(long atNs) {
        return fromNs <= atNs && atNs < toNs;
    }

    /** Whether it is on at {@code nowNs} or begins before {@code doneNs}. */
    boolean meets(long nowNs, long doneNs) {
        return contains(nowNs) || (nowNs < fromNs && fromNs < doneNs);
    }
}
