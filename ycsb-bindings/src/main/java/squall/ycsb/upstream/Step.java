package squall.ycsb.upstream;

import squall.spi.Outcome;

/**
 * One turn of a workload: what its calls amount to. It lasts until the workload has returned and every row it left waiting in a batch is
 * settled. One thread.
 */
final class Step {
    private final long dueNs;
    private Outcome worst = Outcome.OK;
    private long sentNs = -1;
    private int waiting;

    Step(long dueNs) {
        this.dueNs = dueNs;
    }

    long dueNs() {
        return dueNs;
    }

    /** When the workload was called. Once it has returned. */
    long sentNs() {
        return sentNs;
    }

    /** Of all calls that ended so far: the first that failed, of those unknown if there are any. */
    Outcome worst() {
        return worst;
    }

    void ended(Outcome call) {
        worst = switch (worst) {
            case Outcome.Ok ok -> call instanceof Outcome.Ok ? ok : call;
            case Outcome.Refused refused -> call instanceof Outcome.Unknown ? call : refused;
            case Outcome.Unknown unknown -> unknown;
        };
    }

    /** One more row waits in a batch. */
    void rowWaits() {
        waiting++;
    }

    void rowSettled(Outcome row) {
        waiting--;
        ended(row);
    }

    /** The workload has returned, and this is what it makes of its calls; rows that wait may still spoil it. */
    void returned(long calledNs, Outcome verdict) {
        sentNs = calledNs;
        worst = verdict;
    }

    /** Whether nothing more can come. */
    boolean over() {
        return sentNs >= 0 && waiting == 0;
    }
}
