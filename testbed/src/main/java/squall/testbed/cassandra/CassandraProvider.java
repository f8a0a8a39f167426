package squall.testbed.cassandra;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/**
 * Offers Cassandra on this machine by the name {@code cassandra}. Options: {@code name} tells several apart; {@code
 * nodes}, {@code racks}, {@code dcs}, {@code heap-mb}, {@code addresses}, {@code namespaces} and {@code quick} give a new one its shape; {@code faults} and
 * {@code clock} are what its nodes are started with.
 */
public final class CassandraProvider implements TargetProvider, ClusterProvider {
    @Override
    public String kind() {
        return "cassandra";
    }

    @Override
    public Target up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        CassandraCluster cluster = named(options);
        cluster.up(options, say);
        return cluster.target();
    }

    /** One that is made for faults can have them. */
    @Override
    public CassandraCluster cluster(Options options, Consumer<String> say) throws IOException, InterruptedException {
        CassandraCluster cluster = named(options);
        boolean silent = options.text("faults", "").isEmpty();
        cluster.up(silent && !cluster.exists() ? options.with(Map.of("faults", "true")) : options, say);
        return cluster;
    }

    @Override
    public Cluster find(Options options) throws IOException {
        CassandraCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    private static CassandraCluster named(Options options) throws IOException {
        options.allowOnly(Shape.OPTIONS);
        return new CassandraCluster(StateFolder.here(), options.text("name", CassandraCluster.DEFAULT_NAME));
    }
}
