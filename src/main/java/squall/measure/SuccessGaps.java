package squall.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Search for the longest {@link SuccessGap} of a run in its closed seconds, which come in order. Used by one thread.
 *
 * <p>A gap begins with the last acknowledgement before it, or when the first operation fell due that had none, whichever came later. So the
 * pauses of terminals with think time are no gaps.
 */
public final class SuccessGaps {
    private static final long SECOND_NS = Timeline.SECOND_NS;

    /** Length from which each gap is kept: a shorter one between two answers of the same second would not be seen. */
    private static final long KEPT_FROM_NS = SECOND_NS;

    private final List<SuccessGap> ended = new ArrayList<>();
    private OptionalLong since = OptionalLong.empty();
    private long lastNs;

    /** Adds the next second. */
    public void tick(Tick tick) {
        boolean failed = tick.operations().stream()
                .filter(operation -> !operation.operation().part())
                .anyMatch(operation -> operation.refused() + operation.unknown() > 0);
        second(tick.second(), tick.acknowledged(), Math.max(tick.oldestNs(), tick.lagNs()), failed);
    }

    /**
     * Adds the next second.
     *
     * @param waitNs time since the oldest operation without a response was due, at the end of the second; 0 if there was none
     * @param failed whether an operation that was due in this second failed
     */
    public void second(long second, Optional<Tick.Acknowledged> acknowledged, long waitNs, boolean failed) {
        long beginNs = second * SECOND_NS;
        if (acknowledged.isPresent()) {
            end(acknowledged.get().firstNs());
            lastNs = acknowledged.get().lastNs();
        } else if (failed) {
            begin(beginNs);
        } else if (waitNs == 0) {
            end(beginNs);
        }
        if (waitNs > 0) {
            begin(beginNs + SECOND_NS - waitNs);
        }
    }

    /** Returns the longest gap so far; empty if it is too short to report. @param endNs end of the run */
    public Optional<SuccessGap> longest(long endNs) {
        return all(endNs).stream()
                .max(Comparator.comparingLong(SuccessGap::lengthNs))
                .filter(SuccessGap::shown);
    }

    /** Lists the gaps of at least a second so far, in order. @param endNs end of the run, after which nothing is due */
    public List<SuccessGap> all(long endNs) {
        SuccessGap open = new SuccessGap(since.orElse(endNs), Long.MAX_VALUE);
        return Stream.concat(ended.stream(), Stream.of(open))
                .map(gap -> new SuccessGap(gap.fromNs(), Math.min(gap.lengthNs(), endNs - gap.fromNs())))
                .filter(gap -> gap.lengthNs() >= KEPT_FROM_NS)
                .toList();
    }

    private void begin(long ns) {
        since = OptionalLong.of(Math.max(lastNs, Math.min(ns, since.orElse(ns))));
    }

    private void end(long ns) {
        if (since.isPresent()) {
            SuccessGap gap = new SuccessGap(since.getAsLong(), ns - since.getAsLong());
            if (gap.lengthNs() >= KEPT_FROM_NS) {
                ended.add(gap);
            }
            since = OptionalLong.empty();
        }
    }

    /**
     * Gap of a run in which operations were due and none was acknowledged.
     *
     * @param fromNs begin, in nanoseconds since the run began
     */
    public record SuccessGap(long fromNs, long lengthNs) {
        /** Length from which a gap is reported: a checkpoint or a garbage collection explains shorter ones. */
        public static final long SHOWN_FROM_NS = 2_000_000_000L;

        public boolean shown() {
            return lengthNs >= SHOWN_FROM_NS;
        }

        public long toNs() {
            return fromNs + lengthNs;
        }
    }
}
