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

    /** @param exhausted whether there was nothing more to do, so that what the schedules would go on to give is not missing */
    void settle(List<Worker> workers, boolean exhausted) {
        for (Worker worker : workers) {
            started += worker.started();
            worker.unanswered(this::unanswered);
        }
        if (!exhausted) {
            workers.stream().filter(worker -> worker.schedule().paced()).forEach(this::unsent);
        }
    }

    TurnCount count() {
        return new TurnCount(started + unsent, started, started - unanswered, timeline.unfinishedWait());
    }

    private void unanswered(Claim claim) {
        unanswered++;
        charge(claim);
    }

    // First what this session had claimed and not sent, then, with its terminal given back, whatever no session had
    // claimed.
    private void unsent(Worker worker) {
        Claim claim = worker.last();
        if (worker.unsent() && isDue(claim)) {
            unsent(claim);
        }
        while (worker.schedule().claim(claim) && isDue(claim)) {
            unsent(claim);
        }
    }

    private boolean isDue(Claim claim) {
        return claim.dueNs() < endNs;
    }

    private void unsent(Claim claim) {
        unsent++;
        charge(claim);
    }

    private void charge(Claim claim) {
        timeline.unfinished(load.planned(claim), claim.dueNs(), endNs);
    }
}
