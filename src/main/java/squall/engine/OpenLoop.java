package squall.engine;

import java.util.function.LongUnaryOperator;
import squall.measure.FireTimes;

/** One schedule of due times for all sessions. */
final class OpenLoop implements Schedule {
    private final TurnNumbering turns;
    private final long startNs;
    private final ClientSplit split;
    private final LongUnaryOperator place;
    private volatile FireTimes times;

    /**
     * @param turns belongs to this schedule alone
     * @param startNs when the schedule begins
     * @param place of a turn of this client among those that {@code times} tells
     */
    OpenLoop(FireTimes times, long startNs, TurnNumbering turns, ClientSplit split, LongUnaryOperator place) {
        this.times = times;
        this.startNs = startNs;
        this.turns = turns;
        this.split = split;
        this.place = place;
    }

    @Override
    public boolean claim(ClaimedTurn claim) {
        FireTimes known = times; // read before the index is taken, so that the index can't lie before the stretch
        long index = turns.take();
        if (index == TurnNumbering.NONE) {
            return false;
        }
        claim.take(split.dealt(index), due(known, index));
        return true;
    }

    @Override
    public long nextDueNs() {
        FireTimes known = times;
        long index = turns.peek();
        return index == TurnNumbering.NONE ? Long.MAX_VALUE : due(known, index);
    }

    @Override
    public boolean paced() {
        return true;
    }

    private long due(FireTimes known, long index) {
        long n = place.applyAsLong(index);
        FireTimes stretch = known.at(n);
        if (!stretch.equals(known)) {
            times = stretch; // a slower thread may set an older one: right too, only with a longer way
        }
        return startNs + stretch.dueNs(n);
    }
}
