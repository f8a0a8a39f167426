package squall.testbed.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.spi.Cluster.State;
import squall.spi.Options;
import squall.testbed.host.OwnClock;
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;

/** Makes a cluster where there is none, and starts its nodes; called by the holder of its lock. @param say hears what takes a while */
record Bringing(Nodes nodes, Consumer<String> say) {
    /** All nodes up; answers whether one had to be started. */
    boolean up(Options options) throws IOException, InterruptedException {
        String where = "cassandra '" + nodes.home().name() + "'";
        Optional<Ring> known = nodes.home().ring();
        Shape asked = known.isPresent() ? known.get().shape().with(where, options) : Shape.of(where, options);
        if (asked.clock()) {
            OwnClock.library(Path.of("/")); // or it would be missed when the folders are made
        }
        Cassandra cassandra = nodes.cassandra(say);
        Ring ring = made(asked, cassandra.jars().version());
        Optional<Namespaces> namespaces = nodes.namespaces(ring);
        if (namespaces.isPresent()) {
            namespaces.get().up();
        }
        List<NodeServer> absent = absent(ring);
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

    private List<NodeServer> absent(Ring ring) throws IOException, InterruptedException {
        List<NodeServer> absent = new ArrayList<>();
        for (NodeServer server : nodes.servers(ring)) {
            if (Nodes.awake(server) == State.DOWN) {
                absent.add(server);
            }
        }
        return absent;
    }

    private Ring made(Shape asked, String version) throws IOException, InterruptedException {
        Home home = nodes.home();
        Optional<Ring> known = home.ring();
        if (known.isEmpty()) {
            Optional<Subnet> subnet = Optional.empty();
            if (asked.namespaced()) {
                Namespaces.require();
                subnet = Optional.of(Subnet.free(home.folder()));
            }
            home.make(Ring.of(version, home.name(), asked, subnet), subnet);
            return nodes.ring();
        }
        Ring ring = known.get();
        String what = "cassandra '" + home.name() + "' was made ";
        Shape there = ring.shape().equipped(asked.faults(), asked.clock());
        if (!asked.equals(there)) {
            throw new IOException(what + "with " + there.unlike(asked) + ", and asked for is " + asked.unlike(there)
                    + ": leave that out, add or remove nodes, choose another --name, or 'testbed reset cassandra'");
        }
        if (!major(ring.version()).equals(major(version))) {
            throw new IOException(what + "by Cassandra " + ring.version() + ", here is " + version
                    + "; 'testbed reset cassandra' removes it");
        }
        return asked.equals(ring.shape()) ? ring : equipped(ring, asked);
    }

    /** What a node is started with holds until it ends. */
    private Ring equipped(Ring ring, Shape asked) throws IOException, InterruptedException {
        if (absent(ring).size() < ring.seats().size()) {
            throw new IOException("nodes of cassandra '" + ring.name() + "' run with faults="
                    + ring.shape().faults() + " and clock=" + ring.shape().clock()
                    + "; 'testbed down cassandra' ends them, and then they can be started otherwise");
        }
        nodes.home().write(ring.shaped(asked));
        return nodes.ring();
    }

    private static String major(String version) {
        return version.substring(0, version.indexOf('.'));
    }
}
