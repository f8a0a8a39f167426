package squall.adversity.junit;

import java.util.List;
import java.util.function.Consumer;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.Operation;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.PreparedWorkload;
import squall.spi.Session;
import squall.spi.Target;
import squall.spi.Turn;
import squall.spi.Workload;

/** Load that succeeds at once, without a database. */
final class ToyLoad implements Load {
    private static final Operation READ = new Operation(0, "READ", false);

    /** The workload {@code toy}. */
    public static final class Provider implements Workload {
        @Override
        public String name() {
            return "toy";
        }

        @Override
        public String summary() {
            return "succeeds";
        }

        @Override
        public PreparedWorkload prepare(Options options, Target target, long seed) {
            return new PreparedWorkload() {
                @Override
                public void fill(Consumer<String> say) {}

                @Override
                public Load load() {
                    return new ToyLoad();
                }

                @Override
                public int sessions() {
                    return 1;
                }
            };
        }
    }

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
                turn.record(READ, turn.nowNs(), Outcome.OK, 1);
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
