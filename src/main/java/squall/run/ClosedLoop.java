package squall.run;

/** A session that becomes free is due at once. */
final class ClosedLoop implements Schedule {
    private final Course course;
    private final Turns turns;

    ClosedLoop(Course course, Turns turns) {
        this.course = course;
        this.turns = turns;
    }

    @Override
    public boolean claim(Claim claim) {
        // Read before the index is taken: no index of this schedule is due after the moment it was closed.
        long now = course.nowNs();
        long index = turns.take();
        if (index == Turns.NONE) {
            return false;
        }
        claim.take(index, now);
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
