package squall.scenario.target;

import java.util.List;
import squall.spi.Cluster;

/** What fails as one. */
public enum Level {
    ZONE("zone") {
        // Zones of different regions may bear one name, as racks do.
        @Override
        String of(Cluster.Node node) {
            return node.zone();
        }
    },
    REGION("region") {
        @Override
        String of(Cluster.Node node) {
            return node.region();
        }
    };

    private final String key;

    Level(String key) {
        this.key = key;
    }

    /** As users write it. */
    public String key() {
        return key;
    }

    abstract String of(Cluster.Node node);

    /** Those there are, in the order of their nodes. */
    List<String> names(List<Cluster.Node> nodes) {
        return nodes.stream().map(this::of).distinct().toList();
    }
}
