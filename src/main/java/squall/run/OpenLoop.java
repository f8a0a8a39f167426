package squall.run;

import squall.measure.FireTimes;

/** One schedule of due times for all sessions. */
final class OpenLoop implements Schedule {
    private final Turns turns;
    private final long startNs;
    private volatile FireTimes times;

    /**
     * @param turns belongs to this schedule alone
     * @param startNs when the schedule begins
     */
    OpenLoop(FireTimes times, long startNs, Turns turns) {
        this.times = times;
        this.startNs = startNs;
        this.turns = turns;
    }

    @Override
    public boolean claim(Claim claim) {
        FireTimes known = times; // read before the index is taken, so that the index can't lie before the stretch
        long index = turns.take();
        if (index == Turns.NONE) {
            return false;
        }
        claim.take(index, due(known, index));
        return true;
    }

    @Override
    public long nextDueNs() {
        FireTimes known = times;
        long index = turns.peek();
        return index == Turns.NONE ? Long.MAX_VALUE : due(known, index);
    }

    @Override
    public boolean paced() {
        return true;
    }

    private long due(FireTimes known, long index) {
        long n = index - turns.first();
        FireTimes stretch = known.at(n);
        if (!stretch.equals(known)) {
            times = stretch; // a slower thread may set an older one: right too, only with a longer way
        }
        return startNs + stretch.dueNs(n);
    }
}
