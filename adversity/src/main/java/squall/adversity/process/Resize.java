package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Resizes;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers nodes that get more of their machine or less, one at a time, by the name {@code resize}. */
public final class Resize implements FaultProvider {
    private static final Duration SETTLE = Duration.ofSeconds(5);
    private static final int USUAL_PERCENT = 200;
    private static final int LEAST_PERCENT = 10;
    private static final int MOST_PERCENT = 1000;
    private static final int MOST_CPUS = 1024;

    @Override
    public String kind() {
        return "resize";
    }

    @Override
    public String summary() {
        return "restarts node after node with more or less of its machine: memory (percent of what it has, 200), cpus (as before), settle (5s); healed, back again";
    }

    /** One at a time is away; the others serve. */
    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        treatment(cluster, options, Map.of());
        try {
            return cluster.lacks(Resizes.class);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        Resizing resizing = treatment(scene.cluster(), options, scene.facts());
        return new Roll(scene, options.duration("settle", SETTLE), resizing);
    }

    private static Resizing treatment(Cluster cluster, Options options, Map<String, String> before) {
        options.allowOnly(List.of("memory", "cpus", "settle"));
        options.duration("settle", SETTLE);
        return new Resizing(
                cluster,
                options.number("memory", USUAL_PERCENT, LEAST_PERCENT, MOST_PERCENT),
                options.number("cpus", 0, 0, MOST_CPUS),
                before);
    }
}
