package squall.ycsb.output;

import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** A turn that passes everything on, and shows a {@link SampleSink} what is recorded. */
final class SampledTurn implements Turn {
    private final Turn turn;
    private final SampleSink sink;

    SampledTurn(Turn turn, SampleSink sink) {
        this.turn = turn;
        this.sink = sink;
    }

    @Override
    public long index() {
        return turn.index();
    }

    @Override
    public int terminal() {
        return turn.terminal();
    }

    @Override
    public long step() {
        return turn.step();
    }

    @Override
    public void defer() {
        turn.defer();
    }

    @Override
    public boolean deferred() {
        return turn.deferred();
    }

    @Override
    public long dueNs() {
        return turn.dueNs();
    }

    @Override
    public long nowNs() {
        return turn.nowNs();
    }

    @Override
    public void record(Operation operation, long dueNs, long sentNs, Outcome outcome, int attempts) {
        turn.record(operation, dueNs, sentNs, outcome, attempts);
        sink.add(operation, dueNs, sentNs, turn.nowNs(), outcome);
    }

    @Override
    public boolean stopping() {
        return turn.stopping();
    }
}
