package squall.adversity.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Restarts;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers what an upgrade does to a cluster, each node ended and started in turn, by the name {@code rollingRestart}. */
public final class RollingRestart implements FaultProvider {
    private static final Duration SETTLE = Duration.ofSeconds(5);

    @Override
    public String kind() {
        return "rollingRestart";
    }

    @Override
    public String summary() {
        return "ends and starts node after node in good order, the primary last, with a pause between (settle=5s); halts at one that does not come back";
    }

    /** One at a time is away; the others serve. */
    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        settle(options);
        return cluster instanceof Restarts
                ? Optional.empty()
                : Optional.of("nodes of this cluster cannot be restarted");
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        return new Roll(scene, settle(options), new Restarting(scene.cluster()));
    }

    private static Duration settle(Options options) {
        options.allowOnly(List.of("settle"));
        return options.duration("settle", SETTLE);
    }
}
