package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.ClusterLog;
import squall.spi.Options;
import squall.spi.StoredFiles;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.rule.DiskRule;
import squall.testbed.cluster.AdjustableCluster;
import squall.testbed.cluster.LocalCluster;
import squall.testbed.cluster.ScalableCluster;
import squall.testbed.host.MinorVersions;
import squall.testbed.host.ProcessClock;
import squall.testbed.host.ServerPriority;

/**
 * Cluster of one or more Apache Cassandra nodes on this machine.
 *
 * <p>Clients need no password, unless the cluster is secured; only users of this machine can connect. Link faults are implemented by the
 * kernel if nodes have namespaces; otherwise by rules inside nodes that were started with support for faults.
 */
public final class CassandraCluster extends LocalCluster<CassandraRing, NodeServer, NodeStatus>
        implements AdjustableCluster,
                ScalableCluster,
                Cluster.Disks,
                Cluster.Clocks,
                Cluster.Snapshots,
                Cluster.Changes,
                StoredFiles,
                ClusterLog {
    /** Name of the cluster that commands use by default. */
    public static final String DEFAULT_NAME = "cassandra";

    private static final Duration LOCK_LIMIT = Duration.ofMinutes(20);

    /** Name of Cassandra's first user, which is also its password; a node on loopback protects nothing by it. */
    private static final String LOGIN = "cassandra";

    private final CassandraFolder home;
    private final CassandraNodes nodes;

    /** @throws IllegalArgumentException if the name does not consist of small letters, digits and hyphens */
    public CassandraCluster(StateFolder state, String name) throws IOException {
        this(state, CassandraFolder.named(state, name));
    }

    private CassandraCluster(StateFolder state, CassandraFolder home) {
        super(home, LOCK_LIMIT);
        this.home = home;
        this.nodes = new CassandraNodes(state, home);
    }

    @Override
    protected boolean bring(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return new CassandraStartup(nodes, say).up(options);
    }

    @Override
    protected int nodeCount(Options options) {
        return CassandraShape.of(home.kind(), options).nodes();
    }

    /** Returns the memory of a node: its process takes at least twice its heap. */
    @Override
    protected int leastMemoryMb(Optional<CassandraRing> ring, Options options) {
        CassandraShape shape = ring.isPresent()
                ? ring.get().shape().with(home.kind(), options)
                : CassandraShape.of(home.kind(), options);
        return 2 * shape.heapMb();
    }

    @Override
    protected List<NodeServer> servers(CassandraRing ring) throws IOException {
        return nodes.servers(ring);
    }

    /** Stops all nodes at once. */
    @Override
    protected boolean shutDown(CassandraRing ring) throws IOException, InterruptedException {
        boolean any = false;
        for (NodeServer server : servers(ring)) {
            any |= server.awake() != State.DOWN;
            server.askToStop();
        }
        for (NodeServer server : servers(ring)) {
            server.awaitGone();
        }
        return any;
    }

    @Override
    public List<NodeStatus> status() throws IOException, InterruptedException {
        var found = new ArrayList<NodeStatus>();
        for (NodeServer server : servers(home.required())) {
            found.add(server.status());
        }
        return List.copyOf(found);
    }

    @Override
    public String summary() throws IOException, InterruptedException {
        List<NodeStatus> found = status();
        long up = found.stream().filter(node -> node.state() == State.UP).count();
        return up + " of " + found.size() + " Cassandra nodes are up.";
    }

    @Override
    protected SequencedMap<String, Object> facts(List<NodeStatus> found) {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("memory_mb", found.stream().mapToLong(NodeStatus::memoryBytes).sum() >> 20);
        return facts;
    }

    /** Lists the nodes of the first data centre for clients: drivers stay within one, and find the other nodes by themselves. */
    @Override
    protected Access access(CassandraRing ring) throws IOException {
        String dc = ring.nodeAddresses().getFirst().dc();
        String url = ring.nodeAddresses().stream()
                .filter(nodeAddress -> nodeAddress.dc().equals(dc))
                .map(nodeAddress -> nodeAddress.linkControl().clients().toString())
                .collect(Collectors.joining(",", "cql://", "?dc=" + dc));
        String login = ring.shape().secured() ? LOGIN : "";
        return new Access(url, login, login, properties(ring));
    }

    private Map<String, String> properties(CassandraRing ring) throws IOException {
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", nodes.text());
        properties.put("nodes", Integer.toString(ring.nodeAddresses().size()));
        properties.put("replication", replication(ring));
        properties.put("heap_mb", Integer.toString(ring.shape().heapMb()));
        properties.put("compiler", ring.shape().quick() ? "C1 only: figures are not quotable" : "C1 and C2");
        properties.put("commitlog_sync", ring.shape().commitlogSync());
        properties.put("nice", ring.standsBack() ? Integer.toString(ServerPriority.NICE) : "0");
        if (ring.shape().secured()) {
            properties.put("user", LOGIN);
            properties.put("tls_certificate", home.keys().certificate().toString());
        }
        properties.put("links", ring.shape().namespaced() ? "each node in its own network namespace" : "loopback");
        long apartMs = ring.shape().apartMs();
        properties.put("region_latency", apartMs == 0 ? "none" : apartMs + " ms one way, by rules inside the nodes");
        return properties;
    }

    /** Returns the replication for CREATE KEYSPACE: three replicas in each data centre, or as many as it has nodes. */
    private static String replication(CassandraRing ring) {
        Map<String, Long> nodes = ring.nodeAddresses().stream()
                .collect(Collectors.groupingBy(NodeAddress::dc, LinkedHashMap::new, Collectors.counting()));
        return nodes.entrySet().stream()
                .map(dc -> ", '" + dc.getKey() + "': " + Math.min(3, dc.getValue()))
                .collect(Collectors.joining("", "{'class': 'NetworkTopologyStrategy'", "}"));
    }

    @Override
    protected void startNode(Node node) throws IOException, InterruptedException {
        locked(() -> {
            NodeServer server = server(node);
            if (server.awake() == State.DOWN) {
                nodes.start(home.required(), List.of(server), line -> {});
            } else {
                server.awaitUp(CassandraNodes.READY_LIMIT);
            }
            return server;
        });
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return server(node).size();
    }

    @Override
    public String version(Node node) throws IOException, InterruptedException {
        return server(node).jmx().version();
    }

    @Override
    public MinorVersions versions() throws IOException {
        return CassandraJars.versions();
    }

    @Override
    public void obtain(String version) throws IOException, InterruptedException {
        nodes.cassandra(version);
    }

    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException {
        List<LogEvent> events = new ArrayList<>();
        for (NodeServer server : servers(home.required())) {
            events.addAll(new CassandraLog(server.name(), server.folder().wholeLog()).between(from, to));
        }
        return List.copyOf(events);
    }

    /** {@inheritDoc} The threshold is Cassandra's default: its settings here name none. */
    @Override
    public String detection() throws IOException {
        return home.required().nodeAddresses().size() == 1 ? "" : "gossip, phi_convict_threshold 8";
    }

    @Override
    public void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException {
        new ProcessClock(server(node).folder().path()).set(ahead, atMost);
    }

    @Override
    public Duration ahead(Node node) throws IOException, InterruptedException {
        return rules(node).ahead(InstantSource.system());
    }

    @Override
    public Node usualNext() throws IOException, InterruptedException {
        CassandraRing ring = home.required();
        int number = ring.made() + 1;
        return home.allocator(home.subnet())
                .next(ring, ring.shape().rack(number), ring.shape().dc(number))
                .node();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        return locked(() -> new CassandraMembership(nodes).join(zone, region).node());
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        locked(() -> new CassandraMembership(nodes).leave(node.name()));
    }

    @Override
    public String joinedMeans() {
        return "the new node reports that it has copied its share of the data (mode NORMAL), and every other node lists it as UP";
    }

    @Override
    public String leftMeans() {
        return "the node reports that it has moved its data to the others (nodetool decommission)";
    }

    @Override
    public boolean keepsMovedData() {
        return true;
    }

    @Override
    public void cleanUp(Node node) throws IOException, InterruptedException {
        server(node).jmx().cleanUp();
    }

    @Override
    public String operatorCommand(Change change, Node node) {
        String tool = "nodetool -h " + node.host();
        return switch (change) {
            case JOIN ->
                "cassandra, on " + node.host()
                        + " (with cluster_name, seeds and listen_address in cassandra.yaml, and its rack in cassandra-rackdc.properties)";
            case LEAVE -> tool + " decommission";
            case CLEAN_UP -> tool + " cleanup";
        };
    }

    /** Returns why an action is unavailable: some are supported only by nodes that were started with support for them. */
    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        Optional<String> option = home.required().shape().unavailable(capability);
        return option.isEmpty()
                ? super.unavailable(capability)
                : option.map(missing ->
                        "the nodes were started without it: 'testbed down cassandra', then 'testbed up cassandra --"
                                + missing + " true'");
    }

    @Override
    protected Optional<Links> relayWithoutNamespaces(CassandraRing ring) {
        return ring.shape().faults() ? Optional.of(new CassandraLinks(nodes)) : Optional.empty();
    }

    @Override
    public Duration apart(Link link) throws IOException {
        return home.required().apart(link);
    }

    @Override
    public String how() {
        return "a sleep inside Cassandra before each sync of its commit log and data files; the device itself is not affected";
    }

    @Override
    public void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException {
        NodeRules rules = rules(node);
        rules.replace(
                diskRules(rules), atMost, until -> DiskRule.all(each, until).map(DiskRule::rule));
    }

    /** {@inheritDoc} The rules of a node that has ended are gone. */
    @Override
    public void release(Node node) throws IOException, InterruptedException {
        if (server(node).process().isPresent()) {
            rules(node).remove(diskRules(rules(node)));
        }
    }

    @Override
    public Optional<Duration> held(Node node) throws IOException, InterruptedException {
        return server(node).process().isPresent()
                ? rules(node).disk(false).stream().map(DiskRule::each).findFirst()
                : Optional.empty();
    }

    @Override
    public Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException {
        return rules(node).sync(server(node).folder().data().resolve("squall.probe"), atMost);
    }

    private static List<String> diskRules(NodeRules rules) throws IOException, InterruptedException {
        return rules.disk(true).stream().map(DiskRule::name).toList();
    }

    private NodeRules rules(Node node) throws IOException, InterruptedException {
        return new NodeRules(server(node).jmx());
    }

    @Override
    public void snapshot(String name, Duration keep) throws IOException, InterruptedException {
        for (NodeServer server : servers(home.required())) {
            new NodeSnapshots(server).take(name, keep);
        }
    }

    @Override
    public Map<Node, Long> snapshots(String name) throws IOException, InterruptedException {
        var found = new LinkedHashMap<Node, Long>();
        for (NodeServer server : servers(home.required())) {
            var bytes = new NodeSnapshots(server).bytes(name);
            bytes.ifPresent(size -> found.put(server.member().node(), size));
        }
        return found;
    }

    @Override
    public void clear(String name) throws IOException, InterruptedException {
        for (NodeServer server : servers(home.required())) {
            new NodeSnapshots(server).clear(name);
        }
    }

    @Override
    public List<FileKind> fileKinds() {
        return CassandraFiles.KINDS;
    }

    @Override
    public DataFiles files(Node node) throws IOException, InterruptedException {
        return new CassandraFiles(server(node));
    }

    @Override
    public Map<Node, Path> changeFolders() throws IOException {
        var folders = new LinkedHashMap<Node, Path>();
        for (NodeServer server : servers(home.required())) {
            folders.put(server.member().node(), server.folder().changes());
        }
        return folders;
    }
}
