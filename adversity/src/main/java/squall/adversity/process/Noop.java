package squall.adversity.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers a fault that does nothing, by the name {@code noop}: what is then measured is noise. */
public final class Noop implements FaultProvider {
    @Override
    public String kind() {
        return "noop";
    }

    @Override
    public String summary() {
        return "does nothing, with everything around it: what noise alone scores";
    }

    @Override
    public Aim aim() {
        return Aim.CLUSTER;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of());
        return Optional.empty();
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        options.allowOnly(List.of());
        return new Nothing();
    }

    private static final class Nothing implements Fault {
        private boolean injected;

        @Override
        public List<String> steps() {
            return List.of("inject: nothing", "verify: nothing", "heal: nothing");
        }

        @Override
        public void inject(Duration atMost) {
            injected = true;
        }

        @Override
        public Effect effect() {
            return injected ? Effect.seen("nothing is to be seen of nothing") : Effect.absent("nothing was done");
        }

        @Override
        public void heal() {
            injected = false;
        }
    }
}
