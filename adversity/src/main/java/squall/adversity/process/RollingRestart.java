package squall.adversity.process;

import java.util.List;
import java.util.Map;
import squall.spi.Cluster;
import squall.spi.Cluster.Restarts;
import squall.spi.Options;

/** Offers what an upgrade does to a cluster, each node ended and started in turn, by the name {@code rollingRestart}. */
public final class RollingRestart implements InTurn {
    @Override
    public String kind() {
        return "rollingRestart";
    }

    @Override
    public String summary() {
        return "ends and starts node after node in good order, the primary last, with a pause between (settle=5s); halts at one that does not come back";
    }

    @Override
    public List<String> own() {
        return List.of();
    }

    @Override
    public Class<?> means() {
        return Restarts.class;
    }

    @Override
    public Treatment treatment(Cluster cluster, Options options, Map<String, String> before) {
        return new Restarting(cluster);
    }
}
