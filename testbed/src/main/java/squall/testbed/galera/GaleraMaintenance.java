package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import squall.spi.Cluster.State;
import squall.spi.NoSuchClusterException;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.ExternalProgram;
import squall.testbed.host.LocalPort;
import squall.testbed.host.RunAs;
import squall.testbed.host.UnpackedFolders;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;

/** Creates a group, starts it, shuts it down, removes it, and adds and removes its nodes; called by the holder of its lock. */
record GaleraMaintenance(StateFolder state, GaleraFolder home) {
    /** Of clients. */
    static final String DATABASE = "squall";

    /** More than Galera waits before it evicts a node that says nothing. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(30);

    /** As {@link GaleraCluster#up}. */
    boolean up(GaleraShape shape, Consumer<String> say) throws IOException, InterruptedException {
        Optional<GaleraGroup> known = home.group();
        if (known.isPresent()) {
            requireFits(shape, known.get());
        } else {
            say.accept("creating " + shape.nodes() + " MariaDB servers with Galera");
        }
        GaleraGroup group = known.isPresent() ? known.get() : make(shape);
        GaleraServers servers = GaleraServers.of(home, group);
        boolean placed =
                servers.namespaces().isPresent() && servers.namespaces().get().up();
        return servers.bringAll(say) || placed || known.isEmpty();
    }

    /** The data contains addresses, so the choice made when the group was created is permanent. */
    private void requireFits(GaleraShape shape, GaleraGroup group) throws IOException {
        if (shape.namespaces() && home.subnet().isEmpty()) {
            throw new IOException("galera '" + home.name()
                    + "' was created without namespaces: choose another --name, or run 'testbed reset galera'");
        }
        if (shape.nodesGiven() && shape.nodes() != group.members().size()) {
            throw new IllegalArgumentException("galera '" + home.name() + "' has "
                    + group.members().size() + " nodes, not " + shape.nodes()
                    + "; change that with 'testbed add-node galera' or 'testbed decommission galera'");
        }
    }

    private GaleraGroup make(GaleraShape shape) throws IOException, InterruptedException {
        Optional<Subnet> subnet = Optional.empty();
        if (shape.namespaces()) {
            NetworkNamespaces.require();
            subnet = Optional.of(Subnet.free(home.folder()));
        }
        GaleraPrograms programs = GaleraPrograms.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), programs::complaint);
        GaleraGroup group = GaleraGroup.of(
                programs.version(runAs),
                runAs.word(),
                subnet.isPresent() ? members(subnet.get(), shape.nodes()) : GaleraPorts.members(shape.nodes()));
        GaleraFolder making = home.making();
        FileTrees.delete(making.folder());
        FileTrees.make(making.folder(), GaleraFolder.OPEN);
        making.createPassword();
        GaleraServers servers = GaleraServers.of(making, group);
        for (GaleraNode node : servers.nodes()) {
            node.make();
        }
        new GaleraTemplate(state, programs, group.version(), runAs).fill(servers.nodes(), servers.settings(), DATABASE);
        making.write(group);
        if (subnet.isPresent()) {
            subnet.get().write(NetworkNamespaces.file(making.folder()));
        }
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
    }

    private static List<GaleraMember> members(Subnet subnet, int nodes) {
        return IntStream.rangeClosed(1, nodes)
                .mapToObj(number -> GaleraMember.withOwnAddress(number, subnet.address("n" + number)))
                .toList();
    }

    /** As {@link GaleraCluster#down}. The last node to leave is the one that the next start begins with. */
    boolean down() throws IOException, InterruptedException {
        Optional<GaleraGroup> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        GaleraServers servers = GaleraServers.of(home, group.get());
        boolean any = false;
        for (GaleraNode node : servers.nodes()) {
            any |= node.runs();
            node.stop();
        }
        endNetworks(servers);
        return any;
    }

    private static void endNetworks(GaleraServers servers) throws IOException, InterruptedException {
        if (servers.namespaces().isPresent()) {
            servers.namespaces().get().down();
        }
    }

    /** As {@link GaleraCluster#reset}. */
    boolean reset() throws IOException, InterruptedException {
        Optional<GaleraGroup> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        GaleraServers servers = GaleraServers.of(home, group.get());
        for (GaleraNode node : servers.nodes()) {
            node.kill();
        }
        endNetworks(servers);
        home.delete();
        return true;
    }

    /** A new node with a copy of all data; on failure it was never there. */
    GaleraMember join(String zone) throws IOException, InterruptedException {
        GaleraGroup before = group();
        GaleraServers present = GaleraServers.of(home, before);
        requirePrimary(present, "a node can join");
        int number = before.lastNumber() + 1;
        String place = zone.isEmpty() ? "zone" + number : zone;
        Optional<Subnet> subnet = home.subnet();
        GaleraMember joining = subnet.isPresent()
                ? GaleraMember.withOwnAddress(number, subnet.get().address("n" + number))
                        .in(place)
                : GaleraPorts.next(number, place, before.members());
        GaleraGroup group = before.with(joining);
        home.write(group);
        boolean joined = false;
        try {
            GaleraServers servers = GaleraServers.of(home, group);
            if (servers.namespaces().isPresent()) {
                servers.namespaces().get().up();
            }
            GaleraNode node = servers.node(joining);
            node.make();
            node.start(servers.settings(), List.of());
            GaleraServers.awaitUp(node);
            joined = true;
        } finally {
            if (!joined) {
                forget(group, joining);
            }
        }
        return joining;
    }

    /** The other nodes have all its data. */
    void leave(GaleraMember leaving) throws IOException, InterruptedException {
        GaleraGroup group = group();
        GaleraServers servers = GaleraServers.of(home, group);
        boolean anotherServes = false;
        for (GaleraNode node : servers.nodes()) {
            anotherServes |= !node.member().equals(leaving) && node.state() == State.UP;
        }
        if (!anotherServes) {
            throw new IOException(leaving.name() + " cannot leave: no other node is UP");
        }
        boolean counted = servers.node(leaving).state() == State.UP;
        servers.node(leaving).stop();
        if (counted) {
            awaitNotCounted(servers, leaving);
        }
        forget(group, leaving);
    }

    /** The others notice that a node has left a moment after its server has ended. */
    private static void awaitNotCounted(GaleraServers servers, GaleraMember leaving)
            throws IOException, InterruptedException {
        boolean agreed = PollDeadline.in(LEAVE_LIMIT).await(() -> {
            int serving = 0;
            int most = 0;
            for (GaleraNode node : servers.nodes()) {
                if (!node.member().equals(leaving) && node.state() == State.UP) {
                    serving++;
                    most = Math.max(
                            most,
                            node.report().map(GaleraConnection.Report::size).orElse(0));
                }
            }
            return most == serving;
        });
        if (!agreed) {
            throw new IOException(leaving.name() + " was stopped, and " + LEAVE_LIMIT.toSeconds()
                    + " s later other nodes still count it as theirs; see 'testbed status galera'");
        }
    }

    private static void requirePrimary(GaleraServers servers, String what) throws IOException, InterruptedException {
        for (GaleraNode node : servers.nodes()) {
            if (node.state() == State.UP) {
                return;
            }
        }
        throw new IOException("no node is UP; " + what + " only while the others take clients");
    }

    private void forget(GaleraGroup group, GaleraMember member) throws IOException, InterruptedException {
        GaleraServers servers = GaleraServers.of(home, group);
        servers.node(member).kill();
        Optional<NetworkNamespaces> namespaces = servers.namespaces();
        if (namespaces.isPresent()) {
            namespaces.get().remove(member.name());
        }
        home.write(group.without(member));
        Path folder = home.node(member);
        FileTrees.delete(folder);
    }

    GaleraGroup group() throws IOException {
        return home.group()
                .orElseThrow(() -> new NoSuchClusterException(
                        "there is no galera '" + home.name() + "' yet; create it with 'testbed up galera'"));
    }

    /**
     * Initialised data of a group without any table of users, created once for all groups of a version. All nodes begin with copies of it at
     * the same position, so that none of them needs a full copy from another.
     */
    private record GaleraTemplate(StateFolder state, GaleraPrograms programs, String version, RunAs runAs) {
        private static final Duration LIMIT = Duration.ofMinutes(3);

        /** What a server writes for itself; a copy must not have it. */
        private static final List<String> OF_ONE_SERVER =
                List.of("galera.cache", "gvwstate.dat", "mariadbd.pid", "mariadbd.sock", "ib_buffer_pool", "ibtmp1");

        /** Fills the data folders of the nodes, which share one login. @param database of clients */
        void fill(List<GaleraNode> nodes, GaleraSettings settings, String database)
                throws IOException, InterruptedException {
            GaleraNode first = nodes.getFirst();
            copy(whole().resolve("n1/data"), first.data());
            first.execute(settings, statements(first.password(), database), LIMIT);
            for (GaleraNode node : nodes.subList(1, nodes.size())) {
                copy(first.data(), node.data());
            }
        }

        /** Without a group the server has read no table of rights yet, which FLUSH does. */
        private static List<String> statements(String password, String database) {
            String user = "'" + GaleraFolder.USER + "'@'%'";
            return List.of(
                    "FLUSH PRIVILEGES",
                    "CREATE OR REPLACE USER " + user + " IDENTIFIED BY '" + password + "'",
                    "GRANT ALL PRIVILEGES ON *.* TO " + user + " WITH GRANT OPTION",
                    "DELETE FROM mysql.global_priv WHERE User = 'root'",
                    "FLUSH PRIVILEGES",
                    "CREATE DATABASE IF NOT EXISTS " + database);
        }

        private static void copy(Path from, Path to) throws IOException, InterruptedException {
            FileTrees.delete(to);
            new ExternalProgram(List.of("cp", "-a", from.toString(), to.toString()), Path.of("/"), LIMIT)
                    .run()
                    .orThrow();
        }

        private Path whole() throws IOException, InterruptedException {
            String name = "mariadb-" + version + "-" + runAs.word();
            return new UnpackedFolders(state.folder("galera-templates")).filled(name, this::make);
        }

        /** By a group of one node, so that the data has a position from which nodes can be started. */
        private void make(Path folder) throws IOException, InterruptedException {
            GaleraMember member = GaleraPorts.members(1).getFirst();
            var settings = new GaleraSettings(programs, "squall-template-" + member.port(), List.of(member));
            var node = new GaleraNode(member, folder.resolve("n1"), runAs, "template", Optional.empty());
            node.make();
            node.run(settings.install(node.data()), LIMIT);
            node.execute(settings, statements("template", "squall"), LIMIT);
            try {
                node.start(settings, List.of("--wsrep-new-cluster"));
                boolean up = PollDeadline.in(LIMIT).await(() -> {
                    node.requireAlive();
                    return node.state() == State.UP;
                });
                if (!up) {
                    throw new IOException("the server that creates initial data did not accept clients within "
                            + LIMIT.toSeconds() + " s; see " + node.log());
                }
                node.stop();
            } finally {
                node.kill();
            }
            for (String name : OF_ONE_SERVER) {
                Files.deleteIfExists(node.data().resolve(name));
            }
        }
    }

    /** Ports on loopback for nodes without their own network, {@value #FIRST} to {@value #LAST}; four for each node. */
    private static final class GaleraPorts {
        private static final int FIRST = 16332;
        private static final int LAST = 16531;
        private static final int EACH = 4;

        private GaleraPorts() {}

        /** New nodes n1, n2, … with ports that are free now. */
        static List<GaleraMember> members(int count) throws IOException {
            List<Integer> ports = free(count * EACH, Set.of());
            return IntStream.range(0, count)
                    .mapToObj(i -> new GaleraMember(
                            "n" + (i + 1),
                            GaleraMember.HOST,
                            ports.get(i),
                            ports.get(count + i),
                            ports.get(2 * count + i),
                            ports.get(3 * count + i),
                            "zone" + (i + 1)))
                    .toList();
        }

        /** One more node. @param members whose ports belong to them even while they are down */
        static GaleraMember next(int number, String zone, List<GaleraMember> members) throws IOException {
            Set<Integer> taken = members.stream()
                    .flatMap(each -> Stream.of(each.port(), each.group(), each.increments(), each.copies()))
                    .collect(Collectors.toSet());
            List<Integer> ports = free(EACH, taken);
            return new GaleraMember(
                    "n" + number, GaleraMember.HOST, ports.get(0), ports.get(1), ports.get(2), ports.get(3), zone);
        }

        private static List<Integer> free(int wanted, Set<Integer> taken) throws IOException {
            var free = new ArrayList<Integer>();
            for (int port = FIRST; port <= LAST && free.size() < wanted; port++) {
                if (!taken.contains(port) && new LocalPort(GaleraMember.HOST, port).free()) {
                    free.add(port);
                }
            }
            if (free.size() < wanted) {
                throw new IOException("fewer than " + wanted + " ports from " + FIRST + " to " + LAST + " are free on "
                        + GaleraMember.HOST + "; stop a server to free them");
            }
            return free;
        }
    }
}
