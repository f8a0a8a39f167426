package squall.adversity.junit;

import java.util.function.Consumer;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;

/** The workload {@code toy}: its load succeeds at once, without a database. */
public final class ToyWorkload implements Workload {
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
                return FakeLoad.answering(FakeLoad.READ, () -> Outcome.OK);
            }

            @Override
            public int sessions() {
                return 1;
            }
        };
    }
}
