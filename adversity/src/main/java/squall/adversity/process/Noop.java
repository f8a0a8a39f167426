package squall.adversity.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.adversity.NamedFaultProvider;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of a fault that does nothing, by the name {@code noop}: its measurements are noise. */
public final class Noop extends NamedFaultProvider {
    public Noop() {
        super("noop", "injects nothing, with all other steps: the score of noise alone", Aim.CLUSTER);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of());
        return Optional.empty();
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        options.allowOnly(List.of());
        return new NoopFault();
    }

    private static final class NoopFault implements Fault {
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
        public FaultEffect effect() {
            return injected ? FaultEffect.seen("nothing to verify") : FaultEffect.absent("nothing was done");
        }

        @Override
        public void heal() {
            injected = false;
        }
    }
}
