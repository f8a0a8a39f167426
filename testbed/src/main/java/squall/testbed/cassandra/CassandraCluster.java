package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.testbed.host.FolderLock;
import squall.testbed.host.Folders;
import squall.testbed.host.StateFolder;

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

    private static final Logger LOG = LoggerFactory.getLogger(CassandraCluster.class);
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(20);
    private static final Duration READY_LIMIT = Duration.ofMinutes(4);
    private static final Duration JOIN_LIMIT = Duration.ofMinutes(30);

    private final StateFolder state;
    private final Home home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public CassandraCluster(StateFolder state, String name) throws IOException {
        this.state = state;
        this.home = Home.named(state, name);
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
        var cassandra = Cassandra.in(state, System.getenv(), say);
        Ring ring = made(options, cassandra.jars().version());
        List<NodeServer> servers = servers(ring);
        List<NodeServer> absent = new ArrayList<>();
        for (NodeServer server : servers) {
            if (required(server) == State.DOWN) {
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
            start(new NodeFiles(cassandra, ring, home.password()), absent);
        }
        for (NodeServer server : servers) {
            server.awaitUp(READY_LIMIT);
        }
        settle(ring);
        return !absent.isEmpty();
    }

    private Ring made(Options options, String version) throws IOException {
        Optional<Ring> known = home.ring();
        String where = "cassandra '" + home.name() + "'";
        if (known.isEmpty()) {
            home.make(Ring.of(version, home.name(), Shape.of(where, options)));
            return home.ring().orElseThrow();
        }
        Ring ring = known.get();
        Shape wanted = ring.shape().with(where, options);
        if (!wanted.equals(ring.shape())) {
            throw new IOException(
                    where + " was made as " + ring.shape() + ", which is not " + wanted
                            + ": leave the options out, add or remove nodes, choose another --name, or 'testbed reset cassandra'");
        }
        if (!major(ring.version()).equals(major(version))) {
            throw new IOException(where + " was made by Cassandra " + ring.version() + ", here is " + version
                    + "; 'testbed reset cassandra' removes it");
        }
        return ring;
    }

    private static String major(String version) {
        return version.substring(0, version.indexOf('.'));
    }

    private static State required(NodeServer server) throws IOException, InterruptedException {
        State found = server.state();
        if (found == State.PAUSED) {
            throw new IOException(server.seat().name() + " is frozen (SIGSTOP); let process "
                    + server.process().map(process -> process.pid()).orElse(0L) + " go on with 'kill -CONT'");
        }
        return found;
    }

    /** All at once, as the first nodes of a cluster wait for each other. On failure none of them is left running. */
    private static void start(NodeFiles files, List<NodeServer> absent) throws IOException, InterruptedException {
        boolean started = false;
        try {
            for (NodeServer server : absent) {
                server.start(files);
            }
            for (NodeServer server : absent) {
                server.awaitUp(server.seat().settled() ? READY_LIMIT : JOIN_LIMIT);
            }
            started = true;
        } finally {
            if (!started) {
                for (NodeServer server : absent) {
                    server.kill();
                }
            }
        }
    }

    /** Of a node that joined while nobody waited for it. */
    private void settle(Ring ring) throws IOException {
        Ring settled = ring;
        for (Seat seat : ring.seats()) {
            settled = settled.replacing(seat.joined());
        }
        if (!settled.equals(ring)) {
            home.write(settled);
        }
    }

    /** Ends all nodes in good order; answers whether there was one to end. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            boolean any = false;
            List<NodeServer> servers =
                    home.ring().isEmpty() ? List.of() : servers(home.ring().get());
            for (NodeServer server : servers) {
                any |= required(server) != State.DOWN;
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
            for (NodeServer server : servers(ring.get())) {
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
        for (NodeServer server : servers(ring())) {
            found.add(server.status());
        }
        return List.copyOf(found);
    }

    @Override
    public Target target() throws IOException {
        return Targets.of(ring(), home.folder());
    }

    @Override
    public List<Node> nodes() throws IOException {
        return ring().seats().stream().map(Seat::node).toList();
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
        required(server);
        server.askToStop();
        server.awaitGone();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            NodeServer server = server(node);
            if (required(server) == State.DOWN) {
                start(files(ring()), List.of(server));
            } else {
                server.awaitUp(READY_LIMIT);
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

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        return lock.hold(() -> join(zone, region));
    }

    /** Where the next node would stand if nodes are dealt out to data centres and racks as before. */
    public Node usualNext() throws IOException {
        Ring ring = ring();
        int number = ring.made() + 1;
        return Seating.next(ring, ring.shape().rack(number), ring.shape().dc(number))
                .node();
    }

    private Node join(String rack, String dc) throws IOException, InterruptedException {
        Ring before = ring();
        Seat seat = Seating.next(before, rack, dc);
        Ring ring = before.with(seat);
        home.write(ring);
        boolean joined = false;
        try {
            start(files(ring), List.of(server(ring, seat)));
            home.write(ring.replacing(seat.joined()));
            joined = true;
        } finally {
            if (!joined) {
                forget(ring, seat);
            }
        }
        return seat.node();
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            Ring ring = ring();
            Seat seat = ring.seat(node.name());
            if (ring.seats().size() == 1) {
                throw new IOException(node.name() + " is the last node; 'testbed reset cassandra' removes all");
            }
            NodeServer server = server(ring, seat);
            if (server.state() != State.UP) {
                throw new IOException(
                        node.name() + " is " + server.state() + "; only a node that is UP can hand its data over");
            }
            server.jmx().decommission();
            forget(ring, seat);
            return node;
        });
    }

    /** Its number is not given again: the others remember it for a while. */
    private void forget(Ring ring, Seat seat) throws IOException, InterruptedException {
        server(ring, seat).kill(); // a node that has left lives on, for nothing
        home.write(ring.without(seat));
        Folders.delete(home.node(seat).path());
        LOG.info("{}: {} was removed", home.folder(), seat.name());
    }

    private NodeFiles files(Ring ring) throws IOException, InterruptedException {
        return new NodeFiles(Cassandra.in(state, System.getenv(), LOG::info), ring, home.password());
    }

    private Ring ring() throws IOException {
        return home.ring()
                .orElseThrow(() -> new IOException(
                        "there is no cassandra '" + home.name() + "' yet; 'testbed up cassandra' makes it"));
    }

    private NodeServer server(Node node) throws IOException {
        Ring ring = ring();
        return server(ring, ring.seat(node.name()));
    }

    private NodeServer server(Ring ring, Seat seat) throws IOException {
        return new NodeServer(seat, home.node(seat), new Jmx(seat.wires().jmx(), home.password()));
    }

    private List<NodeServer> servers(Ring ring) throws IOException {
        String password = home.password();
        return ring.seats().stream()
                .map(seat -> new NodeServer(
                        seat, home.node(seat), new Jmx(seat.wires().jmx(), password)))
                .toList();
    }

    /** Where the nodes keep everything. */
    public Path folder() {
        return home.folder();
    }
}
