package squall.adversity.process;

import java.util.List;
import java.util.Map;
import squall.spi.Cluster;
import squall.spi.Cluster.Upgrades;
import squall.spi.Options;

/** Offers nodes that are moved to another version, one at a time, by the name {@code rollingUpgrade}. */
public final class Upgrade implements InTurn {
    @Override
    public String kind() {
        return "rollingUpgrade";
    }

    @Override
    public String summary() {
        return "moves node after node to another version: to (an image), settle (5s); halts at one that does not start; healed, back again";
    }

    @Override
    public List<String> own() {
        return List.of("to");
    }

    @Override
    public Class<?> means() {
        return Upgrades.class;
    }

    @Override
    public Treatment treatment(Cluster cluster, Options options, Map<String, String> before) {
        String to = options.text("to", "");
        if (to.isEmpty()) {
            throw new IllegalArgumentException("rollingUpgrade: option 'to' must name a version, as an image");
        }
        return new Upgrading(cluster, to, before);
    }
}
