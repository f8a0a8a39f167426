package squall.adversity.junit;

import java.util.List;
import java.util.function.Consumer;
import squall.spi.DatabaseInfo;
import squall.spi.Load;
import squall.spi.LoadProvider;
import squall.spi.Operation;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.Session;
import squall.spi.Target;
import squall.spi.Turn;

/** Succeeds at once, without a database. */
final class ToyLoad implements Load {
    private static final Operation READ = new Operation(0, "READ", false);

    /** Offers it by the name {@code toy}. */
    public static final class Provider implements LoadProvider {
        @Override
        public String kind() {
            return "toy";
        }

        @Override
        public String summary() {
            return "succeeds";
        }

        @Override
        public Offer offer(Options options, Target target, long seed) {
            return new Offer() {
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
