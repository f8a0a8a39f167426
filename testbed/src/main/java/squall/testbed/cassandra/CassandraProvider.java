package squall.testbed.cassandra;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cassandra.rule.LinkRule;

/**
 * Offers Cassandra on this machine by the name {@code cassandra}. Options: {@code name} distinguishes several; {@code nodes}, {@code
 * racks}, {@code dcs}, {@code heap-mb}, {@code addresses}, {@code namespaces} and {@code quick} define a new cluster; {@code faults} and
 * {@code clock} apply to each start of its nodes.
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
        cluster.up(cluster.exists() ? options : made(options), say);
        return cluster;
    }

    private static Options made(Options options) {
        return options.text("faults", "").isEmpty() ? options.with(Map.of("faults", "true")) : options;
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        CassandraCluster cluster = named(options);
        CassandraShape shape = CassandraShape.of(kind(), made(options));
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, shape.nodes())
                .mapToObj(number ->
                        new Cluster.Node("n" + number, "127.0.0.1", 9042, shape.rack(number), shape.dc(number)))
                .toList();
        Target target = new Target(kind(), "cql://127.0.0.1:9042?dc=" + shape.dc(1), "", "", Map.of());
        return Optional.of(new Outline(
                target,
                nodes,
                capability -> unavailable(cluster, shape, capability),
                problem -> shape.namespaced() ? Optional.empty() : LinkRule.refusal(problem)));
    }

    private static Optional<String> unavailable(CassandraCluster cluster, CassandraShape shape, Class<?> capability) {
        if (!capability.isInstance(cluster)) {
            return Optional.of("cassandra does not support it");
        }
        return shape.unavailable(capability)
                .map(option -> "its nodes would run without it: set the option " + option + "=true");
    }

    @Override
    public void down(Options options) throws IOException, InterruptedException {
        named(options).down();
    }

    @Override
    public Cluster find(Options options) throws IOException {
        CassandraCluster cluster = named(options);
        cluster.nodes();
        return cluster;
    }

    private static CassandraCluster named(Options options) throws IOException {
        options.allowOnly(CassandraShape.OPTIONS);
        return new CassandraCluster(StateFolder.here(), options.text("name", CassandraCluster.DEFAULT_NAME));
    }
}
