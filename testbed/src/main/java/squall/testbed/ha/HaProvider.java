package squall.testbed.ha;

import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/** Offers replicated PostgreSQL by the name {@code postgres-ha}; the option {@code name} tells several apart. */
public final class HaProvider implements TargetProvider, ClusterProvider {
    @Override
    public String kind() {
        return "postgres-ha";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return cluster(options, say).target();
    }

    @Override
    public Cluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        HaCluster cluster = named(options);
        cluster.up(say);
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        HaCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    private static HaCluster named(Options options) throws IOException {
        options.allowOnly(List.of("name"));
        return new HaCluster(StateFolder.here(), options.text("name", HaCluster.DEFAULT_NAME));
    }
}
