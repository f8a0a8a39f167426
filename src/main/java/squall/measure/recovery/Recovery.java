package squall.measure.recovery;

import java.time.Duration;

/** How long it took until a disturbed system was back at its baseline. */
public sealed interface Recovery {
    /**
     * It came back.
     *
     * @param after the first second from which the rule held
     * @param relapses how often the rule was broken again after that, while it was watched
     */
    record Recovered(Duration after, int relapses) implements Recovery {}

    /** It was not seen to come back: longer than it could have been seen. Never a number to compute with. */
    record LongerThan(Duration observed) implements Recovery {}

    /**
     * What the seconds say; seconds after {@code series.to()} may still come.
     *
     * @param from the second from which it counts: of the injection, or after the healing
     */
    static Recovery of(SecondSeries series, BaselineCriteria criteria, long from) {
        return of(series, criteria, from, from);
    }

    /**
     * What the seconds say of a system that was seen to be disturbed only later.
     *
     * @param from the second from which it counts
     * @param seen the second in which the impact was first seen, not before {@code from}: what held until then was no recovery
     */
    static Recovery of(SecondSeries series, BaselineCriteria criteria, long from, long seen) {
        RecoveryWatch watch = new RecoveryWatch(criteria, from, seen);
        watch.look(series);
        return watch.recovery(series.to());
    }

    /** Watches for recovery as seconds become known; each window is looked at once. Used by one thread at a time. */
    final class RecoveryWatch {
        private static final long NOT_YET = -1;

        private final BaselineCriteria criteria;
        private final long from;
        /** How many windows begin within the time the rule must hold. */
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

        /** @param seen the second from which it can be recovery, because the impact was seen then */
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

        /** Whether it is back. */
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
