package squall.testbed.cassandra;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cassandra.layout.CassandraVersion;
import squall.testbed.cassandra.rule.LinkRule;
import squall.testbed.cluster.LocalClusterProvider;
import squall.testbed.host.MinorVersions;

/**
 * Provider of Cassandra on this machine under the name {@code cassandra}. Options: {@code name} distinguishes several; {@code nodes},
 * {@code racks}, {@code dcs}, {@code heap-mb}, {@code addresses}, {@code namespaces} and {@code quick} define a new cluster; {@code faults}
 * and {@code clock} apply to each start of its nodes.
 */
public final class CassandraProvider extends LocalClusterProvider<CassandraCluster> {
    public CassandraProvider() {
        super("cassandra");
    }

    @Override
    protected Options forFaults(Options options) {
        return options.text("faults", "").isEmpty() ? options.with(Map.of("faults", "true")) : options;
    }

    @Override
    public Optional<Outline> outline(Options options) throws IOException {
        CassandraCluster cluster = named(options);
        cluster.requireSize(options);
        CassandraShape shape = CassandraShape.of(kind(), forFaults(options));
        List<Cluster.Node> nodes = IntStream.rangeClosed(1, shape.nodes())
                .mapToObj(number ->
                        new Cluster.Node("n" + number, "127.0.0.1", 9042, shape.rack(number), shape.dc(number)))
                .toList();
        MinorVersions versions = CassandraJars.versions();
        String version = versions.checked(options.text(CassandraShape.VERSION, versions.pinned()));
        Target target = new Target(
                kind(),
                "cql://127.0.0.1:9042?dc=" + shape.dc(1),
                "",
                "",
                Map.of("version", new CassandraVersion(version).text()));
        return Optional.of(new Outline(
                target,
                nodes,
                unavailable(
                        cluster,
                        options,
                        capability -> shape.unavailable(capability)
                                .map(option -> "its nodes would run without it: set the option " + option + "=true")),
                problem -> shape.namespaced() ? Optional.empty() : LinkRule.refusal(problem),
                cluster.fileKinds()));
    }

    @Override
    public CassandraCluster named(Options options) throws IOException {
        options.allowOnly(CassandraShape.OPTIONS);
        return new CassandraCluster(StateFolder.here(), options.text("name", CassandraCluster.DEFAULT_NAME));
    }
}
