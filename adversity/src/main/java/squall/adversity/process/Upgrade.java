package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Upgrades;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers nodes that are moved to another version, one at a time, by the name {@code rollingUpgrade}. */
public final class Upgrade implements FaultProvider {
    private static final Duration SETTLE = Duration.ofSeconds(5);

    @Override
    public String kind() {
        return "rollingUpgrade";
    }

    @Override
    public String summary() {
        return "moves node after node to another version: to (an image), settle (5s); halts at one that does not start; healed, back again";
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
            return cluster.lacks(Upgrades.class);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        Upgrading upgrading = treatment(scene.cluster(), options, scene.facts());
        return new Roll(scene, options.duration("settle", SETTLE), upgrading);
    }

    private static Upgrading treatment(Cluster cluster, Options options, Map<String, String> before) {
        options.allowOnly(List.of("to", "settle"));
        options.duration("settle", SETTLE);
        String to = options.text("to", "");
        if (to.isEmpty()) {
            throw new IllegalArgumentException("rollingUpgrade: option 'to' must name a version, as an image");
        }
        return new Upgrading(cluster, to, before);
    }
}
