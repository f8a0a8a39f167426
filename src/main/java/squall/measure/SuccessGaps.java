package squall.measure;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * Finds the longest {@link SuccessGap} of a run from its closed seconds, which come in their order. One thread.
 *
 * <p>A gap begins with the last acknowledgement before it, or when the first operation fell due that had none, whichever came later. So
 * terminals that think make no gap.
 */
public final class SuccessGaps {
    private static final long SECOND_NS = Timeline.SECOND_NS;

    private SuccessGap longest = new SuccessGap(0, 0);
    private OptionalLong since = OptionalLong.empty();
    private long lastNs;

    /** Takes the next second. */
    public void tick(Tick tick) {
        boolean failed = tick.operations().stream()
                .filter(operation -> !operation.operation().part())
                .anyMatch(operation -> operation.refused() + operation.unknown() > 0);
        second(tick.second(), tick.acknowledged(), Math.max(tick.oldestNs(), tick.lagNs()), failed);
    }

    /**
     * Takes the next second.
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

    /** The longest so far that is worth telling. @param endNs when the run ended */
    public Optional<SuccessGap> longest(long endNs) {
        SuccessGap open = new SuccessGap(since.orElse(endNs), endNs - since.orElse(endNs));
        return Optional.of(longer(longest, open)).filter(SuccessGap::shown);
    }

    private void begin(long ns) {
        since = OptionalLong.of(Math.max(lastNs, Math.min(ns, since.orElse(ns))));
    }

    private void end(long ns) {
        if (since.isPresent()) {
            longest = longer(longest, new SuccessGap(since.getAsLong(), ns - since.getAsLong()));
            since = OptionalLong.empty();
        }
    }

    private static SuccessGap longer(SuccessGap one, SuccessGap other) {
        return other.lengthNs() > one.lengthNs() ? other : one;
    }

    /**
     * A stretch of a run in which operations were due and none was acknowledged.
     *
     * @param fromNs since the run began
     */
    public record SuccessGap(long fromNs, long lengthNs) {
        /** Shorter gaps are not reported: a checkpoint or a garbage collection explains them. */
        public static final long SHOWN_FROM_NS = 2_000_000_000L;

        public boolean shown() {
            return lengthNs >= SHOWN_FROM_NS;
        }
    }
}
