package squall.testbed.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.host.Deadline;
import squall.host.StateFolder;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.State;
import squall.testbed.net.Namespaces;
import squall.testbed.net.NetLinks;

/** The servers of one cluster, and how they are started together. */
record Nodes(StateFolder state, Home home) {
    static final Duration READY_LIMIT = Duration.ofMinutes(4);

    private static final Duration JOIN_LIMIT = Duration.ofMinutes(30);

    /** Each look asks every node over a connection of its own. */
    private static final long LOOK_EVERY_MS = 200;

    /** @throws IOException if the cluster was never made */
    Ring ring() throws IOException {
        return home.ring()
                .orElseThrow(() -> new IOException(
                        "there is no cassandra '" + home.name() + "' yet; 'testbed up cassandra' makes it"));
    }

    NodeServer server(Seat seat) throws IOException {
        return server(seat, namespaces(ring()), home.password());
    }

    private NodeServer server(Seat seat, Optional<Namespaces> namespaces, String password) {
        String host = namespaces.isPresent() ? seat.wires().host() : Jmx.LOOPBACK;
        return new NodeServer(seat, home.node(seat), new Jmx(host, seat.wires().jmx(), password), namespaces);
    }

    /** Empty if nodes have none of their own. */
    Optional<Namespaces> namespaces(Ring ring) throws IOException {
        var names = ring.seats().stream().map(Seat::name).toList();
        return home.subnet().map(subnet -> new Namespaces(home.folder(), subnet, names));
    }

    /** Called when all nodes have ended. */
    void endNamespaces() throws IOException, InterruptedException {
        Optional<Ring> ring = home.ring();
        Optional<Namespaces> namespaces = ring.isPresent() ? namespaces(ring.get()) : Optional.empty();
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    /** Who can disturb their links: the kernel where they have namespaces, else rules inside them; nobody, if they have neither. */
    Optional<? extends Links> relay() throws IOException {
        Ring ring = ring();
        Optional<Namespaces> namespaces = namespaces(ring);
        if (namespaces.isPresent()) {
            var ports = ring.seats().stream()
                    .collect(Collectors.toMap(Seat::name, seat -> seat.wires().cql()));
            return Optional.of(new NetLinks(namespaces.get(), ports));
        }
        return ring.shape().faults() ? Optional.of(new CassandraLinks(this)) : Optional.empty();
    }

    List<NodeServer> servers(Ring ring) throws IOException {
        String password = home.password();
        Optional<Namespaces> namespaces = namespaces(ring);
        return ring.seats().stream()
                .map(seat -> server(seat, namespaces, password))
                .toList();
    }

    Cassandra cassandra(Consumer<String> say) throws IOException, InterruptedException {
        return Cassandra.in(state, System.getenv(), say);
    }

    /** Its state. @throws IOException if it is frozen: it would neither start, stop nor answer */
    static State awake(NodeServer server) throws IOException, InterruptedException {
        State found = server.state();
        if (found == State.PAUSED) {
            throw new IOException(server.seat().name() + " is frozen (SIGSTOP); let process "
                    + server.process().map(process -> process.pid()).orElse(0L) + " go on with 'kill -CONT'");
        }
        return found;
    }

    /** All at once, as the first nodes of a cluster wait for each other. On failure none of them is left running. */
    void start(Cassandra cassandra, Ring ring, List<NodeServer> absent) throws IOException, InterruptedException {
        if (ring.shape().secured()) {
            home.keys().make(cassandra.jdk(), home.jmxPassword(), ring);
        }
        var files = new NodeFiles(cassandra, ring, home.password());
        boolean started = false;
        try {
            for (NodeServer server : absent) {
                server.start(files);
            }
            for (NodeServer server : absent) {
                awaitUp(server, ring);
            }
            awaitAgreement(ring);
            started = true;
        } finally {
            if (!started) {
                for (NodeServer server : absent) {
                    server.kill();
                }
            }
        }
    }

    private void awaitUp(NodeServer server, Ring ring) throws IOException, InterruptedException {
        if (server.seat().settled()) {
            server.awaitUp(READY_LIMIT);
            return;
        }
        var ranges = new PendingRanges(() -> sent(server, ring), server::copying, System::nanoTime);
        server.awaitUp(JOIN_LIMIT, () -> {
            if (!ranges.look()) {
                throw new IOException(
                        server.seat().name() + " was stopped before it joined: it began to copy data before "
                                + "every other node was seen to send it new writes for "
                                + PendingRanges.WRITE_LIMIT.toSeconds()
                                + " s, so acknowledged writes could have been lost; add a node again when the machine is less busy");
            }
            Thread.sleep(LOOK_EVERY_MS);
            return true;
        });
    }

    /** Whether each other node that runs sends the joining one the writes of its ranges; one that does not answer might not. */
    private boolean sent(NodeServer joining, Ring ring) throws IOException, InterruptedException {
        String address = joining.seat().wires().seed();
        for (NodeServer other : servers(ring)) {
            if (other.seat().number() != joining.seat().number() && other.state() != State.DOWN) {
                try {
                    if (!other.jmx().joining().contains(address)) {
                        return false;
                    }
                } catch (IOException e) {
                    return false; // asked again until the joining node copies data, which is the end of it
                }
            }
        }
        return true;
    }

    /**
     * Waits until all nodes that are up count each other. Before one is believed to be UP, the others refuse writes for want of
     * replicas; before it is known to have joined, they refuse a replication of which it is a part.
     */
    private void awaitAgreement(Ring ring) throws IOException, InterruptedException {
        var living = new ArrayList<NodeServer>();
        for (NodeServer server : servers(ring)) {
            if (server.state() == State.UP) {
                living.add(server);
            }
        }
        Set<String> addresses =
                living.stream().map(server -> server.seat().wires().seed()).collect(Collectors.toSet());
        for (NodeServer server : living) {
            if (!Deadline.in(READY_LIMIT).await(() -> server.jmx().members().containsAll(addresses))) {
                throw new IOException(server.seat().name() + " sees only "
                        + server.jmx().members() + " of " + addresses + " after " + READY_LIMIT.toSeconds() + " s");
            }
        }
    }
}
