package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.testbed.cassandra.CassandraNodes.CassandraInstallation;
import squall.testbed.cassandra.layout.CassandraFolder;
import squall.testbed.cassandra.layout.CassandraRing;
import squall.testbed.cassandra.layout.CassandraShape;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.host.DiskShape;
import squall.testbed.host.MinorVersions;
import squall.testbed.host.ProcessClock;
import squall.testbed.net.Subnet;

/**
 * Startup of a cluster, which is created if it does not exist; performed by the holder of its lock. @param say receives a line for each
 * slow step
 */
record CassandraStartup(CassandraNodes nodes, Consumer<String> say) {
    /** Starts all nodes; returns whether one had to be started. */
    boolean up(Options options) throws IOException, InterruptedException {
        String where = "cassandra '" + nodes.home().name() + "'";
        Optional<CassandraRing> known = nodes.home().note();
        CassandraShape asked =
                known.isPresent() ? known.get().shape().with(where, options) : CassandraShape.of(where, options);
        if (asked.clock()) {
            ProcessClock.library(Path.of("/")); // else its absence would be noticed only when the nodes start
        }
        String version = version(options);
        CassandraInstallation cassandra = CassandraInstallation.in(nodes.state(), version, say);
        nodes.home().keepPorts();
        CassandraRing ring = made(asked, version, DiskShape.of(options));
        requireVersion(ring, options);
        nodes.home().upNamespaces(ring);
        List<NodeServer> absent = absent(ring);
        if (!absent.isEmpty()) {
            say.accept("starting Apache Cassandra %s: %d %s on Java %d, heap %d MB each"
                    .formatted(
                            nodes.text(),
                            absent.size(),
                            absent.size() == 1 ? "node" : "nodes",
                            cassandra.jdk().major(),
                            ring.shape().heapMb()));
            nodes.start(ring, absent, say);
        }
        for (NodeServer server : nodes.servers(ring)) {
            server.awaitUp(CassandraNodes.READY_LIMIT);
        }
        new CassandraMembership(nodes).settle(ring);
        nodes.spreadMetadata(ring, say);
        return !absent.isEmpty();
    }

    private String version(Options options) throws IOException {
        MinorVersions versions = CassandraJars.versions();
        String asked = options.text(CassandraShape.VERSION, "");
        if (!asked.isEmpty()) {
            return versions.checked(asked);
        }
        Optional<CassandraRing> known = nodes.home().note();
        return known.isEmpty()
                ? versions.pinned()
                : CassandraNodes.version(nodes.servers(known.get()).getFirst());
    }

    /** @throws IllegalArgumentException if a node has another version: the data exist, so nodes are moved one at a time */
    private void requireVersion(CassandraRing ring, Options options) throws IOException {
        String asked = options.text(CassandraShape.VERSION, "");
        String found = String.join(" and ", nodes.versions());
        if (!asked.isEmpty() && !found.equals(asked)) {
            throw new IllegalArgumentException("the nodes of cassandra '" + ring.name() + "' have version " + found
                    + ", but " + asked + " was requested: omit the option version, move nodes with the fault"
                    + " rollingUpgrade, or choose another --name");
        }
    }

    private List<NodeServer> absent(CassandraRing ring) throws IOException, InterruptedException {
        List<NodeServer> absent = new ArrayList<>();
        for (NodeServer server : nodes.servers(ring)) {
            if (server.awake() == State.DOWN) {
                absent.add(server);
            }
        }
        return absent;
    }

    private CassandraRing made(CassandraShape asked, String version, Optional<DiskShape> disks)
            throws IOException, InterruptedException {
        CassandraFolder home = nodes.home();
        Optional<CassandraRing> known = home.note();
        if (known.isEmpty()) {
            Optional<Subnet> subnet = home.newSubnet(asked.namespaced());
            CassandraRing made = CassandraRing.of(version, home.name(), asked, home.allocator(subnet));
            home.make(made, new ClusterFolder.Placement(subnet, disks));
            for (NodeServer server : nodes.servers(made)) {
                server.choose(version);
            }
            return made;
        }
        CassandraRing ring = known.get();
        String what = "cassandra '" + home.name() + "' was created ";
        CassandraShape there = ring.shape().equipped(asked.faults(), asked.clock());
        if (!asked.equals(there)) {
            throw new IllegalArgumentException(
                    what + "with " + there.unlike(asked) + ", but " + asked.unlike(there) + " was requested"
                            + ": omit that option, add or remove nodes, choose another --name, or run 'testbed reset cassandra'");
        }
        if (!major(ring.version()).equals(major(version))) {
            throw new IllegalArgumentException(what + "by Cassandra " + ring.version() + ", here is " + version
                    + "; remove it with 'testbed reset cassandra'");
        }
        return asked.equals(ring.shape()) ? ring : equipped(ring, asked);
    }

    /**
     * Changes the options with which nodes are started, which stay in effect until they end. @throws IllegalArgumentException if a node runs
     * with others
     */
    private CassandraRing equipped(CassandraRing ring, CassandraShape asked) throws IOException, InterruptedException {
        if (absent(ring).size() < ring.nodeAddresses().size()) {
            throw new IllegalArgumentException("the nodes of cassandra '" + ring.name() + "' run with faults="
                    + ring.shape().faults() + " and clock=" + ring.shape().clock()
                    + "; stop them with 'testbed down cassandra' first, then start them with the other value");
        }
        nodes.home().write(ring.shaped(asked));
        return nodes.home().required();
    }

    private static String major(String version) {
        return version.substring(0, version.indexOf('.'));
    }
}
