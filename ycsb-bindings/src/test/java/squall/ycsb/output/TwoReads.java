package squall.ycsb.output;

import static squall.ycsb.output.Runs.READ;

import java.util.List;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Turn;

/** One turn makes two reads, sent at 1 ms and at 2 ms, which end so. */
record TwoReads(Outcome first, Outcome second) implements Load {
    @Override
    public List<Operation> operations() {
        return List.of(READ);
    }

    @Override
    public void setUp() {}

    @Override
    public DatabaseInfo database() {
        return DatabaseInfo.NONE;
    }

    @Override
    public Session open(int session) {
        return new Session() {
            @Override
            public boolean perform(Turn turn) {
                turn.record(READ, 1_000_000, first, 1);
                turn.record(READ, 2_000_000, second, 1);
                return true;
            }

            @Override
            public void abort() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void close() {}
}
