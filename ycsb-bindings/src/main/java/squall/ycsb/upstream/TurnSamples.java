package squall.ycsb.upstream;

import java.util.ArrayList;
import java.util.List;
import site.ycsb.Status;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/**
 * What a workload measures by itself during one turn. It tells the latency first and then, not always, how it ended; so a sample waits
 * for its status until the next sample of that name, or the end of the turn.
 */
final class TurnSamples {
    private record Waiting(Operation operation, long sentNs) {}

    private final Turn turn;
    private final Failures failures;
    private final RowsVerified verified;
    private final List<Waiting> waiting = new ArrayList<>(2);

    TurnSamples(Turn turn, Failures failures, RowsVerified verified) {
        this.turn = turn;
        this.failures = failures;
        this.verified = verified;
    }

    /** False for a sample that began before its turn was due, or not yet: it is not of this turn. */
    boolean add(Operation operation, int latencyUs) {
        settle(operation, Outcome.OK);
        long sentNs = turn.nowNs() - latencyUs * 1000L;
        boolean ofThisTurn = latencyUs >= 0 && sentNs >= turn.dueNs();
        if (ofThisTurn) {
            waiting.add(new Waiting(operation, sentNs));
        }
        return ofThisTurn;
    }

    /** False if no sample waits for this status. */
    boolean answered(Operation operation, Status status) {
        return settle(operation, failures.verified(status));
    }

    /** Nobody told how these ended, which upstream takes for well. */
    void settle() {
        waiting.forEach(sample -> record(sample, Outcome.OK));
        waiting.clear();
    }

    private boolean settle(Operation operation, Outcome outcome) {
        return waiting.removeIf(sample -> {
            boolean same = sample.operation.equals(operation);
            if (same) {
                record(sample, outcome);
            }
            return same;
        });
    }

    private void record(Waiting sample, Outcome outcome) {
        if (sample.operation.equals(Operations.VERIFY)) {
            verified.add(outcome);
        }
        turn.record(sample.operation, turn.dueNs(), sample.sentNs, outcome, 1);
    }
}
