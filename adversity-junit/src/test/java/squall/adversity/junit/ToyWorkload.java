package squall.adversity.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import squall.spi.DelegatingLoad;
import squall.spi.FakeLoad;
import squall.spi.Load;
import squall.spi.Options;
import squall.spi.Outcome;
import squall.spi.PreparedWorkload;
import squall.spi.Target;
import squall.spi.Workload;

/** The workload {@code toy}: its load succeeds at once, without a database; with {@code disk: full} it fails before its first operation. */
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
                Load load = FakeLoad.answering(FakeLoad.READ, () -> Outcome.OK);
                return options.text("disk", "").equals("full") ? new FullDiskLoad(load) : load;
            }

            @Override
            public int sessions() {
                return 1;
            }
        };
    }

    private static final class FullDiskLoad extends DelegatingLoad {
        FullDiskLoad(Load load) {
            super(load);
        }

        @Override
        public void keepIn(Path directory) throws IOException {
            throw new IOException(directory + ": no space left on device");
        }
    }
}
