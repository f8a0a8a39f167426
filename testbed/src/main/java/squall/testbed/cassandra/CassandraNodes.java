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
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.PollDeadline.Condition;
import squall.system.StateFolder;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraVersion;
import squall.testbed.cassandra.layout.NodeAddress;
import squall.testbed.cassandra.layout.NodeJdk;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.RunAs;

/** Set of one cluster's servers, which are started together. */
record CassandraNodes(StateFolder state, CassandraFolder home) {
    static final Duration READY_LIMIT = Duration.ofMinutes(4);

    /** Number of nodes with the metadata of a cluster of version 6: as many replicas as its data has by default. */
    private static final int METADATA_MEMBERS = 3;

    private static final Duration JOIN_LIMIT = Duration.ofMinutes(30);

    /** Interval of the checks, each of which opens a separate connection to every node. */
    private static final long LOOK_EVERY_MS = 200;

    NodeServer server(NodeAddress member) throws IOException {
        return server(member, place(home.required()));
    }

    List<NodeServer> servers(CassandraRing ring) throws IOException {
        NodePlace place = place(ring);
        return ring.members().stream().map(member -> server(member, place)).toList();
    }

    private NodePlace place(CassandraRing ring) throws IOException {
        return new NodePlace(home.folder(), RunAs.CALLER, home.password(), home.namespaces(ring));
    }

    private static NodeServer server(NodeAddress member, NodePlace place) {
        String host = place.namespaces().isPresent() ? member.linkControl().host() : JmxClient.LOOPBACK;
        return new NodeServer(
                member,
                place.of(member),
                new JmxClient(host, member.linkControl().jmx(), place.password()));
    }

    /** Returns the installation on which the node runs, downloaded if no command has done so yet. */
    CassandraInstallation cassandra(NodeServer server, Consumer<String> say) throws IOException, InterruptedException {
        return CassandraInstallation.in(state, version(server), say);
    }

    CassandraInstallation cassandra(String version) throws IOException, InterruptedException {
        return CassandraInstallation.in(state, version, line -> {});
    }

    /** Returns the versions of all nodes: one, except during an upgrade. */
    SortedSet<String> versions() throws IOException {
        SortedSet<String> versions = new TreeSet<>();
        for (NodeServer server : servers(home.required())) {
            versions.add(version(server));
        }
        return versions;
    }

    /** Returns the versions of all nodes as reports print them. */
    String text() throws IOException {
        return versions().stream()
                .map(version -> new CassandraVersion(version).text())
                .collect(Collectors.joining(" and "));
    }

    /** Returns the version that the node runs, or will run when it is started. */
    static String version(NodeServer server) throws IOException {
        Optional<String> given = server.version().given();
        return given.isPresent() ? given.get() : CassandraJars.versions().pinned();
    }

    /** Spreads the metadata service, which the first node has founded, over up to three nodes: its only member would be missed by all. */
    void spreadMetadata(CassandraRing ring, Consumer<String> say) throws IOException, InterruptedException {
        int wanted = Math.min(METADATA_MEMBERS, ring.nodeAddresses().size());
        JmxClient first = servers(ring).getFirst().jmx();
        if (new CassandraVersion(ring.version()).accord()
                && first.metadataMembers().size() < wanted) {
            say.accept("spreading the metadata service over " + wanted + " nodes");
            first.spreadMetadata(wanted);
        }
    }

    /** Starts all nodes at once, as the first nodes of a cluster wait for each other. After a failure none of them is left running. */
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
        if (server.member().settled()) {
            server.awaitUp(READY_LIMIT);
            return;
        }
        var ranges = new PendingRanges(() -> sent(server, ring), server::copying, System::nanoTime);
        server.awaitUp(JOIN_LIMIT, () -> {
            if (!ranges.look()) {
                throw new IOException(
                        server.member().name() + " was stopped before it joined: it started to copy data before "
                                + "every other node had sent it new writes for "
                                + PendingRanges.WRITE_LIMIT.toSeconds()
                                + " s, so acknowledged writes could have been lost; add a node again when the machine is less busy");
            }
            Thread.sleep(LOOK_EVERY_MS);
            return true;
        });
    }

    /** Returns whether each other running node sends the joining one the writes of its ranges; one that does not respond might not. */
    private boolean sent(NodeServer joining, CassandraRing ring) throws IOException, InterruptedException {
        String address = joining.member().linkControl().seed();
        for (NodeServer other : servers(ring)) {
            if (other.member().number() != joining.member().number() && other.state() != State.DOWN) {
                try {
                    if (!other.jmx().joining().contains(address)) {
                        return false;
                    }
                } catch (IOException e) {
                    return false; // asked again until the joining node copies data, which ends it
                }
            }
        }
        return true;
    }

    /**
     * Waits until all nodes that are up count each other. Before one is believed to be UP, the others refuse writes for lack of replicas;
     * before it is known to have joined, they refuse a replication of which it is a part.
     */
    private void awaitAgreement(CassandraRing ring) throws IOException, InterruptedException {
        var living = new ArrayList<NodeServer>();
        for (NodeServer server : servers(ring)) {
            if (server.state() == State.UP) {
                living.add(server);
            }
        }
        Set<String> addresses = living.stream()
                .map(server -> server.member().linkControl().seed())
                .collect(Collectors.toSet());
        for (NodeServer server : living) {
            if (!PollDeadline.in(READY_LIMIT).await(() -> server.jmx().members().containsAll(addresses))) {
                throw new IOException(server.member().name() + " sees only "
                        + server.jmx().members() + " of " + addresses + " after " + READY_LIMIT.toSeconds() + " s");
            }
        }
    }

    /**
     * Check, while a node joins, that the other nodes sent it the writes of its ranges before it copied the data of these ranges. A write
     * that neither the copy nor the sender covers is acknowledged by the old owner alone, and lost as soon as reads go to the new one.
     */
    static final class PendingRanges {
        /** Time after which a write that was sent before has ended: Cassandra's limit for writes. */
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

        /**
         * Checks the nodes; to be called repeatedly until the node has joined. @return false if the node copies data too early and must be
         * stopped
         */
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

    /** Installation for a node: Cassandra's jars, and a JDK on which they run. */
    record CassandraInstallation(CassandraJars jars, NodeJdk jdk) {
        /** Finds the installation, the JDK first: without one the jars need not be downloaded. */
        static CassandraInstallation in(StateFolder state, String version, Consumer<String> say)
                throws IOException, InterruptedException {
            NodeJdk jdk = NodeJdk.find(new CassandraVersion(version), System.getenv(), Path.of("/"));
            return new CassandraInstallation(CassandraJars.in(state, version, say), jdk);
        }

        CassandraVersion version() {
            return new CassandraVersion(jars.version());
        }
    }
}
