package squall.testbed;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.system.StateFolder;
import squall.testbed.TestbedCommand.DatabaseKind;
import squall.testbed.cassandra.CassandraCluster;
import squall.testbed.cassandra.NodeStatus;
import squall.testbed.cassandra.layout.CassandraShape;

/** {@code bin/testbed ... cassandra}. */
final class CassandraKind implements DatabaseKind.Scaling {
    private static final List<String> JOINING = List.of("name", "rack", "dc");

    @Override
    public String about() {
        return "Apache Cassandra 5: one or more nodes on 127.0.0.0/8, one JVM per node, kept until reset";
    }

    @Override
    public TestbedReport up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        CassandraCluster cluster = cluster(options, CassandraShape.OPTIONS);
        boolean started = cluster.up(options, say);
        return new TestbedReport(
                started ? "Cassandra was started." : "Cassandra was already running.",
                facts(cluster, "started", started));
    }

    @Override
    public TestbedReport down(Options options) throws IOException, InterruptedException {
        CassandraCluster cluster = cluster(options, List.of("name"));
        boolean stopped = cluster.down();
        return new TestbedReport(
                stopped ? "Cassandra was stopped; its data is kept." : "No node was running.",
                facts(cluster, "stopped", stopped));
    }

    @Override
    public TestbedReport status(Options options) throws IOException, InterruptedException {
        CassandraCluster cluster = cluster(options, List.of("name"));
        if (!cluster.exists()) {
            return new TestbedReport("There is no cluster yet; create one with 'testbed up cassandra'.", nothing());
        }
        List<NodeStatus> nodes = cluster.status();
        long up =
                nodes.stream().filter(node -> node.state() == Cluster.State.UP).count();
        return new TestbedReport(up + " of " + nodes.size() + " Cassandra nodes are up.", facts(cluster, nodes));
    }

    @Override
    public TestbedReport reset(Options options) throws IOException, InterruptedException {
        boolean removed = cluster(options, List.of("name")).reset();
        return new TestbedReport(
                removed ? "Cassandra was removed with its data." : "There was nothing to remove.", nothing());
    }

    @Override
    public TestbedReport addNode(Options options, Consumer<String> say) throws IOException, InterruptedException {
        CassandraCluster cluster = cluster(options, JOINING);
        say.accept("adding a node and moving its share of the data to it");
        Cluster.Node usual = cluster.usualNext();
        Cluster.Node added = cluster.add(options.text("rack", usual.zone()), options.text("dc", usual.region()));
        return new TestbedReport(added.name() + " has joined.", facts(cluster, "added", added.name()));
    }

    @Override
    public TestbedReport decommission(Options options, String node, Consumer<String> say)
            throws IOException, InterruptedException {
        CassandraCluster cluster = cluster(options, List.of("name"));
        Cluster.Node leaving = cluster.node(node);
        say.accept("moving the data of " + node + " to the other nodes");
        cluster.remove(leaving);
        return new TestbedReport(node + " has left.", facts(cluster, "removed", node));
    }

    private static CassandraCluster cluster(Options options, List<String> known) throws IOException {
        options.allowOnly(known);
        return new CassandraCluster(StateFolder.here(), options.text("name", CassandraCluster.DEFAULT_NAME));
    }

    private static SequencedMap<String, Object> nothing() {
        return new LinkedHashMap<>(Map.of("state", "never made"));
    }

    private static SequencedMap<String, Object> facts(CassandraCluster cluster, String what, Object done)
            throws IOException, InterruptedException {
        if (!cluster.exists()) {
            return nothing();
        }
        SequencedMap<String, Object> facts = facts(cluster, cluster.status());
        facts.put(what, done);
        return facts;
    }

    private static SequencedMap<String, Object> facts(CassandraCluster cluster, List<NodeStatus> nodes)
            throws IOException {
        var facts = new LinkedHashMap<String, Object>();
        var target = cluster.target();
        facts.put("url", target.url());
        facts.putAll(new TreeMap<>(target.properties()));
        facts.remove("nodes"); // listed one by one below
        facts.put("memory_mb", nodes.stream().mapToLong(NodeStatus::memoryBytes).sum() >> 20);
        var each = new LinkedHashMap<String, Object>();
        nodes.forEach(status -> each.put(status.node().name(), facts(status)));
        facts.put("nodes", each);
        return facts;
    }

    private static SequencedMap<String, Object> facts(NodeStatus status) {
        var node = status.node();
        var facts = new LinkedHashMap<String, Object>();
        facts.put("state", status.state().name().toLowerCase(Locale.ROOT));
        facts.put("mode", status.mode());
        facts.put("cql", node.host() + ":" + node.port());
        facts.put("dc", node.region());
        facts.put("rack", node.zone());
        facts.put("pid", status.pid());
        facts.put("memory_mb", status.memoryBytes() >> 20);
        facts.put("sees", new TreeMap<>(status.peers()));
        return facts;
    }
}
