package squall.measure.recovery;

import java.time.Duration;

/** Recovery of a disturbed system to its baseline. */
public sealed interface Recovery {
    /**
     * Recovery that was seen.
     *
     * @param after time to the first second from which the rule held
     * @param relapses how often the rule was broken again after that, during observation
     */
    record Recovered(Duration after, int relapses) implements Recovery {}

    /** Recovery that was not seen: it took longer than the observation allowed. Never a number to compute with. */
    record LongerThan(Duration observed) implements Recovery {}

    /**
     * Evaluates the seconds; those after {@code series.to()} may still come.
     *
     * @param from the second from which recovery counts: of the injection, or after the healing
     */
    static Recovery of(SecondSeries series, BaselineCriteria criteria, long from) {
        return of(series, criteria, from, from);
    }

    /**
     * Evaluates the seconds of a system whose impact was seen later.
     *
     * @param from the second from which recovery counts
     * @param seen the second in which the impact was first seen, not before {@code from}: before it the rule's holding is no recovery
     */
    static Recovery of(SecondSeries series, BaselineCriteria criteria, long from, long seen) {
        RecoveryWatch watch = new RecoveryWatch(criteria, from, seen);
        watch.look(series);
        return watch.recovery(series.to());
    }

    /** Watch for recovery as seconds become known; each window is evaluated once. Used by one thread at a time. */
    final class RecoveryWatch {
        private static final long NOT_YET = -1;

        private final BaselineCriteria criteria;
        private final long from;
        /** Number of windows that begin within the time for which the rule must hold. */
        private final long wanted;

        private long next;
        private long goodSince;
        private long recoveredAt = NOT_YET;
        private int relapses;
        private boolean lastGood = true;

        /** @param from the second from which recovery counts */
        public RecoveryWatch(BaselineCriteria criteria, long from) {
            this(criteria, from, from);
        }

        /** @param seen the second in which the impact was seen; there is no recovery before it */
        RecoveryWatch(BaselineCriteria criteria, long from, long seen) {
            this.criteria = criteria;
            this.from = from;
            this.next = seen;
            this.goodSince = seen;
            this.wanted = criteria.rule().heldSeconds() - criteria.rule().windowSeconds() + 1L;
        }

        /** Evaluates new seconds. @param series contains every known second from {@code from} on */
        public void look(SecondSeries series) {
            while (next + criteria.rule().windowSeconds() <= series.to()) {
                look(criteria.good(series, next));
                next++;
            }
        }

        /**
         * Returns the watch that goes on where the rule held only before the impact was seen, which is no recovery; else this one.
         *
         * @param seen the second in which the impact was first seen
         */
        public RecoveryWatch after(long seen) {
            return recovered() && recoveredAt < seen ? new RecoveryWatch(criteria, from, seen) : this;
        }

        /** Returns whether the system has recovered. */
        public boolean recovered() {
            return recoveredAt != NOT_YET;
        }

        /** @param to the second before which everything is known */
        public Recovery recovery(long to) {
            if (recovered()) {
                return new Recovery.Recovered(Duration.ofSeconds(recoveredAt - from), relapses);
            }
            long observed = to - criteria.rule().heldSeconds() - from;
            return new Recovery.LongerThan(Duration.ofSeconds(Math.max(0, observed)));
        }

        private void look(boolean good) {
            if (recovered()) {
                relapses += lastGood && !good ? 1 : 0;
            } else if (!good) {
                goodSince = next + 1;
            } else if (next - goodSince + 1 == wanted) {
                recoveredAt = goodSince;
            }
            lastGood = good;
        }
    }
}
