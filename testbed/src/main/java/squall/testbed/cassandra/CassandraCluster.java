package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.FolderLock;
import squall.host.StateFolder;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;

/**
 * One or more Apache Cassandra nodes on this machine, made, started and stopped by Squall and by nobody else.
 *
 * <p>Nodes outlive the JVM that started them. Every method may be called from any thread and any process; those that
 * make, start, add or remove exclude each other by a file lock. Clients need no password; nobody but this machine's users
 * can connect.
 */
public final class CassandraCluster implements Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.Scales {
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
        return lock.hold(() -> bring(options, say));
    }

    private boolean bring(Options options, Consumer<String> say) throws IOException, InterruptedException {
        String where = "cassandra '" + home.name() + "'";
        Shape asked = home.ring().isPresent() ? nodes.ring().shape().with(where, options) : Shape.of(where, options);
        Cassandra cassandra = nodes.cassandra(say);
        Ring ring = made(asked, cassandra.jars().version());
        List<NodeServer> absent = new ArrayList<>();
        for (NodeServer server : nodes.servers(ring)) {
            if (Nodes.awake(server) == State.DOWN) {
                absent.add(server);
            }
        }
        if (!absent.isEmpty()) {
            say.accept("starting Apache Cassandra %s: %d %s on Java %d, heap %d MB each"
                    .formatted(
                            ring.version(),
                            absent.size(),
                            absent.size() == 1 ? "node" : "nodes",
                            cassandra.jdk().major(),
                            ring.shape().heapMb()));
            nodes.start(cassandra, ring, absent);
        }
        for (NodeServer server : nodes.servers(ring)) {
            server.awaitUp(Nodes.READY_LIMIT);
        }
        new Membership(nodes).settle(ring);
        return !absent.isEmpty();
    }

    private Ring made(Shape asked, String version) throws IOException {
        Optional<Ring> known = home.ring();
        if (known.isEmpty()) {
            home.make(Ring.of(version, home.name(), asked));
            return nodes.ring();
        }
        Ring ring = known.get();
        String what = "cassandra '" + home.name() + "' was made ";
        if (!asked.equals(ring.shape())) {
            throw new IOException(
                    what + "as " + ring.shape() + ", which is not " + asked
                            + ": leave the options out, add or remove nodes, choose another --name, or 'testbed reset cassandra'");
        }
        if (!major(ring.version()).equals(major(version))) {
            throw new IOException(what + "by Cassandra " + ring.version() + ", here is " + version
                    + "; 'testbed reset cassandra' removes it");
        }
        return ring;
    }

    private static String major(String version) {
        return version.substring(0, version.indexOf('.'));
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
        lock.hold(() -> {
            NodeServer server = server(node);
            if (Nodes.awake(server) == State.DOWN) {
                nodes.start(nodes.cassandra(line -> {}), nodes.ring(), List.of(server));
            } else {
                server.awaitUp(Nodes.READY_LIMIT);
            }
            return node;
        });
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
        return Seating.next(ring, ring.shape().rack(number), ring.shape().dc(number))
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

    private NodeServer server(Node node) throws IOException {
        return nodes.server(nodes.ring().seat(node.name()));
    }
}
