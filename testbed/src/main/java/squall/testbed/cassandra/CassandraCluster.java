package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraRing.CassandraTargets;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.rule.DiskRule;
import squall.testbed.host.ProcessClock;
import squall.testbed.net.LinkedCluster;

/**
 * One or more Apache Cassandra nodes on this machine, created, started and stopped only by Squall.
 *
 * <p>Nodes outlive the JVM that started them. Every method may be called from any thread and any process; methods that create, start, add
 * or remove exclude each other by a file lock. Clients need no password; only users of this machine can connect.
 */
public final class CassandraCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.Scales,
                LinkedCluster,
                Cluster.Disks,
                Cluster.Resizes,
                Cluster.Upgrades,
                Cluster.Clocks,
                Cluster.Snapshots,
                Cluster.Changes,
                Cluster.Local {
    /** The name of the cluster that commands use when none is given. */
    public static final String DEFAULT_NAME = "cassandra";

    private static final Duration LOCK_LIMIT = Duration.ofMinutes(20);

    private final CassandraFolder home;
    private final CassandraNodes nodes;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public CassandraCluster(StateFolder state, String name) throws IOException {
        this.home = CassandraFolder.named(state, name);
        this.nodes = new CassandraNodes(state, home);
        this.lock = new FolderLock(home.lockFile(), LOCK_LIMIT);
    }

    /**
     * Makes the cluster and starts its nodes, where that is still to do; answers whether one was started.
     *
     * @param options the shape; they must agree with that of an existing cluster
     * @param say receives one line for each step that takes noticeable time
     * @throws IOException if it cannot run here; the message names the remedies
     */
    public boolean up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return lock.hold(() -> new CassandraStartup(nodes, say).up(options));
    }

    /** Shuts all nodes down cleanly; returns whether one was running. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean any = false;
            List<NodeServer> servers = home.ring().isEmpty()
                    ? List.of()
                    : nodes.servers(home.ring().get());
            for (NodeServer server : servers) {
                any |= CassandraNodes.awake(server) != State.DOWN;
                server.askToStop();
            }
            for (NodeServer server : servers) {
                server.awaitGone();
            }
            nodes.endNamespaces();
            return any;
        });
    }

    /**
     * Kills all nodes and removes their data for good; answers whether there was anything.
     *
     * @throws IOException if the folder holds what Squall did not put there; then nothing was removed
     */
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> {
            Optional<CassandraRing> ring = home.ring();
            if (ring.isEmpty()) {
                return false;
            }
            home.requireOwn(ring.get());
            for (NodeServer server : nodes.servers(ring.get())) {
                server.kill();
            }
            nodes.endNamespaces();
            home.delete();
            return true;
        });
    }

    /** Whether it was ever made. */
    public boolean exists() throws IOException {
        return home.ring().isPresent();
    }

    /** The current state of each node; does not wait for commands that start or stop them. */
    public List<NodeStatus> status() throws IOException, InterruptedException {
        var found = new ArrayList<NodeStatus>();
        for (NodeServer server : nodes.servers(nodes.ring())) {
            found.add(server.status());
        }
        return List.copyOf(found);
    }

    @Override
    public Target target() throws IOException {
        return CassandraTargets.of(nodes.ring(), nodes.versions(), home.folder());
    }

    @Override
    public List<Node> nodes() throws IOException {
        return nodes.ring().nodeAddresses().stream().map(NodeAddress::node).toList();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return server(node).state();
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        NodeServer server = server(node);
        CassandraNodes.awake(server);
        server.askToStop();
        server.awaitGone();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> brought(server(node)));
    }

    private NodeServer brought(NodeServer server) throws IOException, InterruptedException {
        if (CassandraNodes.awake(server) == State.DOWN) {
            nodes.start(nodes.ring(), List.of(server), line -> {});
        } else {
            server.awaitUp(CassandraNodes.READY_LIMIT);
        }
        return server;
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return server(node).size();
    }

    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        lock.hold(() -> {
            NodeServer server = server(node);
            if (server.state() != State.UP || !server.size().equals(size)) {
                stop(node);
                server.folder().allotment().give(size);
            }
            return brought(server);
        });
    }

    @Override
    public String version(Node node) throws IOException, InterruptedException {
        return server(node).jmx().version();
    }

    @Override
    public Optional<String> usualUpgrade(String from) throws IOException {
        return CassandraJars.versions().usualUpgrade(from);
    }

    @Override
    public Optional<String> refusal(String version) throws IOException, InterruptedException {
        String from = CassandraNodes.version(nodes.servers(nodes.ring()).getFirst());
        Optional<String> refusal = CassandraJars.versions().refusal(from, version);
        if (refusal.isEmpty()) {
            nodes.cassandra(version);
        }
        return refusal;
    }

    @Override
    public void upgrade(Node node, String version) throws IOException, InterruptedException {
        nodes.cassandra(version); // before the node is stopped
        lock.hold(() -> {
            NodeServer server = server(node);
            if (server.state() != State.UP || !version(node).equals(version)) {
                stop(node);
                server.choose(version);
            }
            return brought(server);
        });
        if (!version(node).equals(version)) {
            throw new IOException(
                    node.name() + " runs Cassandra " + version(node) + " after its upgrade to " + version);
        }
    }

    @Override
    public void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException {
        new ProcessClock(server(node).folder().path()).set(ahead, atMost);
    }

    @Override
    public Duration ahead(Node node) throws IOException, InterruptedException {
        return new NodeRules(server(node).jmx()).ahead(InstantSource.system());
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    /** Where the next node would stand if nodes are dealt out to data centres and racks as before. */
    public Node usualNext() throws IOException, InterruptedException {
        CassandraRing ring = nodes.ring();
        int number = ring.made() + 1;
        return home.allocator(home.subnet())
                .next(ring, ring.shape().rack(number), ring.shape().dc(number))
                .node();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        return lock.hold(() -> new CassandraMembership(nodes).join(zone, region).node());
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        lock.hold(() -> new CassandraMembership(nodes).leave(node.name()));
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

    /** Some actions are supported only by nodes that were started with support for them. */
    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        Optional<String> option = nodes.ring().shape().unavailable(capability);
        return option.isEmpty()
                ? Cluster.super.unavailable(capability)
                : option.map(missing ->
                        "the nodes were started without it: 'testbed down cassandra', then 'testbed up cassandra --"
                                + missing + " true'");
    }

    /** The kernel if it can; otherwise none, unless nodes were started with support for faults. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        return nodes.relay();
    }

    @Override
    public Duration apart(Link link) throws IOException {
        return nodes.ring().apart(link);
    }

    @Override
    public String how() {
        return NodeDisk.HOW;
    }

    @Override
    public void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException {
        new NodeDisk(server(node)).hold(each, atMost);
    }

    @Override
    public void release(Node node) throws IOException, InterruptedException {
        new NodeDisk(server(node)).release();
    }

    @Override
    public Optional<Duration> held(Node node) throws IOException, InterruptedException {
        return new NodeDisk(server(node)).held();
    }

    @Override
    public Optional<Duration> probe(Node node, Duration atMost) throws IOException, InterruptedException {
        return new NodeDisk(server(node)).probe(atMost);
    }

    @Override
    public void snapshot(String name, Duration keep) throws IOException, InterruptedException {
        for (NodeServer server : nodes.servers(nodes.ring())) {
            new NodeSnapshots(server).take(name, keep);
        }
    }

    @Override
    public Map<Node, Long> snapshots(String name) throws IOException, InterruptedException {
        var found = new LinkedHashMap<Node, Long>();
        for (NodeServer server : nodes.servers(nodes.ring())) {
            var bytes = new NodeSnapshots(server).bytes(name);
            bytes.ifPresent(size -> found.put(server.nodeAddress().node(), size));
        }
        return found;
    }

    @Override
    public void clear(String name) throws IOException, InterruptedException {
        for (NodeServer server : nodes.servers(nodes.ring())) {
            new NodeSnapshots(server).clear(name);
        }
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        var process = server(node).process();
        return process.isPresent() ? process.get().tree().pids() : List.of();
    }

    @Override
    public Path data(Node node) throws IOException {
        return server(node).folder().data();
    }

    @Override
    public Map<Node, Path> changeFolders() throws IOException {
        var folders = new LinkedHashMap<Node, Path>();
        for (NodeServer server : nodes.servers(nodes.ring())) {
            folders.put(server.nodeAddress().node(), server.folder().changes());
        }
        return folders;
    }

    private NodeServer server(Node node) throws IOException {
        return nodes.server(nodes.ring().nodeAddress(node.name()));
    }

    /** What a running node forces to its disk, held up by rules before it gets there. */
    private record NodeDisk(NodeServer server) {
        static final String HOW =
                "a sleep inside Cassandra before each sync of its commit log and data files; the device itself is not affected";

        void hold(Duration each, Duration atMost) throws IOException, InterruptedException {
            rules().replace(names(), atMost, until -> DiskRule.all(each, until).map(DiskRule::rule));
        }

        /** Of a node that has ended, the rules have ended too. */
        void release() throws IOException, InterruptedException {
            if (server.process().isPresent()) {
                rules().remove(names());
            }
        }

        Optional<Duration> held() throws IOException, InterruptedException {
            return server.process().isPresent()
                    ? rules().disk(false).stream().map(DiskRule::each).findFirst()
                    : Optional.empty();
        }

        private List<String> names() throws IOException, InterruptedException {
            return rules().disk(true).stream().map(DiskRule::name).toList();
        }

        Optional<Duration> probe(Duration atMost) throws IOException, InterruptedException {
            return rules().sync(server.folder().data().resolve("squall.probe"), atMost);
        }

        private NodeRules rules() {
            return new NodeRules(server.jmx());
        }
    }
}
