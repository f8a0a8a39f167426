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
import squall.host.FolderLock;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.testbed.host.OwnClock;
import squall.testbed.net.Linked;

/**
 * One or more Apache Cassandra nodes on this machine, made, started and stopped by Squall and by nobody else.
 *
 * <p>Nodes outlive the JVM that started them. Every method may be called from any thread and any process; those that
 * make, start, add or remove exclude each other by a file lock. Clients need no password; nobody but this machine's users
 * can connect.
 */
public final class CassandraCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.Scales,
                Linked,
                Cluster.Disks,
                Cluster.Resizes,
                Cluster.Clocks,
                Cluster.Snapshots,
                Cluster.Changes,
                Cluster.Local {
    /** The name of the cluster that commands use when none is given. */
    public static final String DEFAULT_NAME = "cassandra";

    private static final Duration LOCK_LIMIT = Duration.ofMinutes(20);

    private final Home home;
    private final Nodes nodes;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public CassandraCluster(StateFolder state, String name) throws IOException {
        this.home = Home.named(state, name);
        this.nodes = new Nodes(state, home);
        this.lock = new FolderLock(home.lockFile(), LOCK_LIMIT);
    }

    /**
     * Makes the cluster and starts its nodes, where that is still to do; answers whether one was started.
     *
     * @param options the shape; for a cluster that is there already they must agree with it
     * @param say hears what takes longer than a moment, one line each
     * @throws IOException if it cannot run here; the message names the remedies
     */
    public boolean up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        return lock.hold(() -> new Bringing(nodes, say).up(options));
    }

    /** Ends all nodes in good order; answers whether there was one to end. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean any = false;
            List<NodeServer> servers = home.ring().isEmpty()
                    ? List.of()
                    : nodes.servers(home.ring().get());
            for (NodeServer server : servers) {
                any |= Nodes.awake(server) != State.DOWN;
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
            Optional<Ring> ring = home.ring();
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

    /** How each node is found at this moment; waits for nobody who starts or stops them. */
    public List<NodeStatus> status() throws IOException, InterruptedException {
        var found = new ArrayList<NodeStatus>();
        for (NodeServer server : nodes.servers(nodes.ring())) {
            found.add(server.status());
        }
        return List.copyOf(found);
    }

    @Override
    public Target target() throws IOException {
        return Targets.of(nodes.ring(), home.folder());
    }

    @Override
    public List<Node> nodes() throws IOException {
        return nodes.ring().seats().stream().map(Seat::node).toList();
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
        Nodes.awake(server);
        server.askToStop();
        server.awaitGone();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> brought(server(node)));
    }

    private NodeServer brought(NodeServer server) throws IOException, InterruptedException {
        if (Nodes.awake(server) == State.DOWN) {
            nodes.start(nodes.cassandra(line -> {}), nodes.ring(), List.of(server));
        } else {
            server.awaitUp(Nodes.READY_LIMIT);
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
    public void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException {
        new OwnClock(server(node).folder().path()).set(ahead, atMost);
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
    public Node usualNext() throws IOException {
        Ring ring = nodes.ring();
        int number = ring.made() + 1;
        return Seating.next(
                        ring,
                        home.subnet(),
                        ring.shape().rack(number),
                        ring.shape().dc(number))
                .node();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        return lock.hold(() -> new Membership(nodes).join(zone, region).node());
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        lock.hold(() -> new Membership(nodes).leave(node.name()));
    }

    @Override
    public String joinedMeans() {
        return "the new node says that it has copied its share of the data (mode NORMAL), and every other node counts it";
    }

    @Override
    public String leftMeans() {
        return "the node says that it has handed its data over (nodetool decommission)";
    }

    /** Some means are there only in nodes that were started with them. */
    @Override
    public Optional<String> lacks(Class<?> means) throws IOException {
        Optional<String> option = nodes.ring().shape().lacks(means);
        return option.isEmpty()
                ? Cluster.super.lacks(means)
                : option.map(missing -> "the nodes run without: 'testbed down cassandra', then 'testbed up cassandra --"
                        + missing + " true'");
    }

    /** The kernel where it can; else nobody, unless nodes were started with the means for faults. */
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
            bytes.ifPresent(size -> found.put(server.seat().node(), size));
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
            folders.put(server.seat().node(), server.folder().changes());
        }
        return folders;
    }

    private NodeServer server(Node node) throws IOException {
        return nodes.server(nodes.ring().seat(node.name()));
    }
}
