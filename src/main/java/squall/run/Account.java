package squall.run;

import java.util.List;
import squall.measure.Timeline;
import squall.spi.Load;

/** Where every planned turn went: counts those that ended and charges the others with their wait. Drawn up once, after the end. */
final class Account {
    private final Load load;
    private final Timeline timeline;
    private final long endNs;
    private long started;
    private long unanswered;
    private long unsent;

    Account(Load load, Timeline timeline, long endNs) {
        this.load = load;
        this.timeline = timeline;
        this.endNs = endNs;
    }

    /** @param exhausted whether there was nothing more to do, so that what the schedule would go on to give is not missing */
    void settle(List<Worker> workers, Schedule schedule, boolean exhausted) {
        for (Worker worker : workers) {
            started += worker.started();
            worker.unanswered(this::unanswered);
        }
        if (!exhausted && schedule.paced()) {
            workers.forEach(worker -> unsent(worker, schedule));
        }
    }

    long planned() {
        return started + unsent;
    }

    long started() {
        return started;
    }

    long finished() {
        return started - unanswered;
    }

    long unfinished() {
        return unanswered + unsent;
    }

    private void unanswered(long index, long dueNs) {
        unanswered++;
        charge(index, dueNs);
    }

    // First what this session had claimed and not sent, then, with its terminal given back, whatever no session had
    // claimed.
    private void unsent(Worker worker, Schedule schedule) {
        Claim left = worker.ended() ? worker.unsent() : null;
        if (left != null && isDue(left)) {
            unsent(left);
        }
        Claim next = new Claim(worker.terminal());
        while (schedule.claim(next) && isDue(next)) {
            unsent(next);
        }
    }

    private boolean isDue(Claim claim) {
        return claim.dueNs() < endNs;
    }

    private void unsent(Claim claim) {
        unsent++;
        charge(claim.index(), claim.dueNs());
    }

    private void charge(long index, long dueNs) {
        timeline.unfinished(load.planned(index), dueNs, endNs);
    }
}
