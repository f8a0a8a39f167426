package squall.engine;

/** A session that becomes free is due at once. */
final class ClosedLoop implements Schedule {
    private final RunClock course;
    private final TurnNumbering turns;
    private final ClientSplit split;

    ClosedLoop(RunClock course, TurnNumbering turns, ClientSplit split) {
        this.course = course;
        this.turns = turns;
        this.split = split;
    }

    @Override
    public boolean claim(ClaimedTurn claim) {
        // Read before the index is taken: no index of this schedule is due after the moment it was closed.
        long now = course.nowNs();
        long index = turns.take();
        if (index == TurnNumbering.NONE) {
            return false;
        }
        claim.take(split.dealt(index), now);
        return true;
    }

    @Override
    public long nextDueNs() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean paced() {
        return false;
    }
}
