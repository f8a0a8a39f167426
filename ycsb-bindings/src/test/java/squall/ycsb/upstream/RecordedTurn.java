package squall.ycsb.upstream;

import java.util.ArrayList;
import java.util.List;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Turn;

/** Turn with a clock that ticks at each look, and a memory of what was recorded. */
final class RecordedTurn implements Turn {
    record Recorded(String operation, long dueNs, long sentNs, Outcome outcome) {}

    private final List<Recorded> recorded = new ArrayList<>();
    private final long dueNs;
    private long nowNs;
    private boolean stopping;

    /** Creates a turn due at 0 and handed over at 100; a nanosecond passes at each look at the clock. */
    RecordedTurn() {
        this(0, 100);
    }

    RecordedTurn(long dueNs, long nowNs) {
        this.dueNs = dueNs;
        this.nowNs = nowNs;
    }

    void stop() {
        stopping = true;
    }

    List<Recorded> recorded() {
        return recorded;
    }

    /** Returns operation and code of each record. */
    List<String> codes() {
        return recorded.stream().map(r -> r.operation + " " + r.outcome.code()).toList();
    }

    @Override
    public long index() {
        return 0;
    }

    @Override
    public long dueNs() {
        return dueNs;
    }

    @Override
    public long nowNs() {
        return nowNs++;
    }

    @Override
    public void record(Operation operation, long due, long sentNs, Outcome outcome, int attempts) {
        recorded.add(new Recorded(operation.name(), due, sentNs, outcome));
    }

    @Override
    public boolean stopping() {
        return stopping;
    }
}
