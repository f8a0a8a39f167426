package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import squall.spi.Cluster.Links;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.PollDeadline.Condition;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.layout.NodeJdk;
import squall.testbed.net.NamespaceLinks;
import squall.testbed.net.NetworkNamespaces;

/** The servers of one cluster, and how they are started together. */
record CassandraNodes(StateFolder state, CassandraFolder home) {
    static final Duration READY_LIMIT = Duration.ofMinutes(4);

    private static final Duration JOIN_LIMIT = Duration.ofMinutes(30);

    /** Each query opens a separate connection to every node. */
    private static final long LOOK_EVERY_MS = 200;

    /** @throws IOException if the cluster was never made */
    CassandraRing ring() throws IOException {
        return home.ring()
                .orElseThrow(() -> new IOException(
                        "there is no cassandra '" + home.name() + "' yet; create it with 'testbed up cassandra'"));
    }

    NodeServer server(NodeAddress nodeAddress) throws IOException {
        return server(nodeAddress, namespaces(ring()), home.password());
    }

    private NodeServer server(NodeAddress nodeAddress, Optional<NetworkNamespaces> namespaces, String password) {
        String host = namespaces.isPresent() ? nodeAddress.linkControl().host() : JmxClient.LOOPBACK;
        return new NodeServer(
                nodeAddress,
                home.node(nodeAddress),
                new JmxClient(host, nodeAddress.linkControl().jmx(), password),
                namespaces);
    }

    /** Empty if nodes have no network namespaces. */
    Optional<NetworkNamespaces> namespaces(CassandraRing ring) throws IOException {
        var names = ring.nodeAddresses().stream().map(NodeAddress::name).toList();
        return home.subnet().map(subnet -> new NetworkNamespaces(home.folder(), subnet, names));
    }

    /** Called when all nodes have ended. */
    void endNamespaces() throws IOException, InterruptedException {
        Optional<CassandraRing> ring = home.ring();
        Optional<NetworkNamespaces> namespaces = ring.isPresent() ? namespaces(ring.get()) : Optional.empty();
        if (namespaces.isPresent()) {
            namespaces.get().down();
        }
    }

    /**
     * How link faults are implemented: by the kernel if nodes have namespaces, else by rules inside them; not at all if they have
     * neither.
     */
    Optional<? extends Links> relay() throws IOException {
        CassandraRing ring = ring();
        Optional<NetworkNamespaces> namespaces = namespaces(ring);
        if (namespaces.isPresent()) {
            var ports = ring.nodeAddresses().stream()
                    .collect(Collectors.toMap(
                            NodeAddress::name,
                            nodeAddress -> nodeAddress.linkControl().cql()));
            return Optional.of(new NamespaceLinks(namespaces.get(), ports));
        }
        return ring.shape().faults() ? Optional.of(new CassandraLinks(this)) : Optional.empty();
    }

    List<NodeServer> servers(CassandraRing ring) throws IOException {
        String password = home.password();
        Optional<NetworkNamespaces> namespaces = namespaces(ring);
        return ring.nodeAddresses().stream()
                .map(nodeAddress -> server(nodeAddress, namespaces, password))
                .toList();
    }

    /** What the node runs on, downloaded if no command has done so yet. */
    CassandraInstallation cassandra(NodeServer server, Consumer<String> say) throws IOException, InterruptedException {
        return CassandraInstallation.in(state, version(server), say);
    }

    CassandraInstallation cassandra(String version) throws IOException, InterruptedException {
        return CassandraInstallation.in(state, version, line -> {});
    }

    /** Of all nodes: one, except during an upgrade. */
    String versions() throws IOException {
        Set<String> versions = new TreeSet<>();
        for (NodeServer server : servers(ring())) {
            versions.add(version(server));
        }
        return String.join(" and ", versions);
    }

    /** What the node runs, or will run when it is started. */
    static String version(NodeServer server) throws IOException {
        Optional<String> given = server.folder().version().given();
        return given.isPresent() ? given.get() : CassandraJars.versions().pinned();
    }

    /** Its state. @throws IOException if it is frozen: it would neither start, stop nor answer */
    static State awake(NodeServer server) throws IOException, InterruptedException {
        State found = server.state();
        if (found == State.PAUSED) {
            throw new IOException(server.nodeAddress().name() + " is frozen (SIGSTOP); resume process "
                    + server.process().map(process -> process.pid()).orElse(0L) + " with 'kill -CONT'");
        }
        return found;
    }

    /** All at once, as the first nodes of a cluster wait for each other. On failure none of them is left running. */
    void start(CassandraRing ring, List<NodeServer> absent, Consumer<String> say)
            throws IOException, InterruptedException {
        var files = new LinkedHashMap<NodeServer, NodeFiles>();
        for (NodeServer server : absent) {
            files.put(server, new NodeFiles(cassandra(server, say), ring, home.password()));
        }
        if (ring.shape().secured()) {
            home.keys().make(cassandra(absent.getFirst(), say).jdk(), home.jmxPassword(), ring);
        }
        if (!ring.shape().clientCa().isEmpty()) {
            home.keys().trust(Path.of(ring.shape().clientCa()), home.password());
        }
        boolean started = false;
        try {
            for (var server : files.entrySet()) {
                server.getKey().start(server.getValue());
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

    private void awaitUp(NodeServer server, CassandraRing ring) throws IOException, InterruptedException {
        if (server.nodeAddress().settled()) {
            server.awaitUp(READY_LIMIT);
            return;
        }
        var ranges = new PendingRanges(() -> sent(server, ring), server::copying, System::nanoTime);
        server.awaitUp(JOIN_LIMIT, () -> {
            if (!ranges.look()) {
                throw new IOException(
                        server.nodeAddress().name() + " was stopped before it joined: it started to copy data before  "
                                + "every other node had sent it new writes for "
                                + PendingRanges.WRITE_LIMIT.toSeconds()
                                + " s, so acknowledged writes could have been lost; add a node again when the machine is less busy");
            }
            Thread.sleep(LOOK_EVERY_MS);
            return true;
        });
    }

    /** Whether each other node that runs sends the joining one the writes of its ranges; one that does not answer might not. */
    private boolean sent(NodeServer joining, CassandraRing ring) throws IOException, InterruptedException {
        String address = joining.nodeAddress().linkControl().seed();
        for (NodeServer other : servers(ring)) {
            if (other.nodeAddress().number() != joining.nodeAddress().number() && other.state() != State.DOWN) {
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
    private void awaitAgreement(CassandraRing ring) throws IOException, InterruptedException {
        var living = new ArrayList<NodeServer>();
        for (NodeServer server : servers(ring)) {
            if (server.state() == State.UP) {
                living.add(server);
            }
        }
        Set<String> addresses = living.stream()
                .map(server -> server.nodeAddress().linkControl().seed())
                .collect(Collectors.toSet());
        for (NodeServer server : living) {
            if (!PollDeadline.in(READY_LIMIT).await(() -> server.jmx().members().containsAll(addresses))) {
                throw new IOException(server.nodeAddress().name() + " sees only "
                        + server.jmx().members() + " of " + addresses + " after " + READY_LIMIT.toSeconds() + " s");
            }
        }
    }

    /**
     * Checks, while a node joins, that the other nodes sent it the writes of its ranges before it copied the data of these ranges. A write that
     * neither the copy nor the sender covers is acknowledged by the old owner alone, and lost as soon as reads go to the new one.
     */
    static final class PendingRanges {
        /** A write that was sent before has ended after this: Cassandra's limit for writes. */
        static final Duration WRITE_LIMIT = Duration.ofSeconds(2);

        private final Condition sent;
        private final Condition copying;
        private final LongSupplier nanoTime;
        private OptionalLong sentSinceNs = OptionalLong.empty();
        private boolean confirmed;

        /**
         * @param sent whether all other nodes send the joining node its writes
         * @param copying whether the joining node has begun to copy data
         */
        PendingRanges(Condition sent, Condition copying, LongSupplier nanoTime) {
            this.sent = sent;
            this.copying = copying;
            this.nanoTime = nanoTime;
        }

        /** To be called again and again until the node has joined. Answers false if the node copies data and must be stopped. */
        boolean look() throws IOException, InterruptedException {
            if (confirmed) {
                return true;
            }
            if (sentSinceNs.isEmpty() && sent.holds()) {
                sentSinceNs = OptionalLong.of(nanoTime.getAsLong());
            }
            boolean longEnough =
                    sentSinceNs.isPresent() && nanoTime.getAsLong() - sentSinceNs.getAsLong() >= WRITE_LIMIT.toNanos();
            boolean begun =
                    copying.holds(); // read after the clock: if it has not started by now, it had not started then
            confirmed = longEnough && !begun;
            return !begun || confirmed;
        }
    }

    /** What a node needs to run: Cassandra's jars, and a JDK that they run on. */
    record CassandraInstallation(CassandraJars jars, NodeJdk jdk) {
        /** Finds the JDK first: without one the jars need not be downloaded. */
        static CassandraInstallation in(StateFolder state, String version, Consumer<String> say)
                throws IOException, InterruptedException {
            NodeJdk jdk = NodeJdk.find(System.getenv(), Path.of("/"));
            return new CassandraInstallation(CassandraJars.in(state, version, say), jdk);
        }
    }
}
