package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import squall.host.Deadline;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Cluster.State;
import squall.testbed.ha.Member;
import squall.testbed.ha.Replicas.Linking;
import squall.testbed.ha.Sql;
import squall.testbed.host.Port;
import squall.testbed.host.RunAs;
import squall.testbed.net.Namespaces;
import squall.testbed.net.Subnet;

/** Makes a group, brings it up, takes it down and removes it; called by the holder of its lock. */
record Upkeep(Home home) {
    static final String DATABASE = "squall";

    private static final int NODES = 3;
    private static final int FIRST_PORT = 16132;
    private static final int LAST_PORT = 16331;
    private static final Duration UP_LIMIT = Duration.ofMinutes(4);

    /** As {@link PatroniCluster#up}. */
    boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        Optional<Group> known = home.group();
        if (known.isEmpty()) {
            say.accept("making three PostgreSQL servers, kept by Patroni");
        }
        Group group = known.isEmpty() ? make(linking) : known.get();
        boolean placed = place(linking, group);
        Servers servers = Servers.of(home, group);
        Settings settings = servers.settings();
        boolean started = false;
        for (PatroniNode node : servers.nodes()) {
            node.resume();
            started |= node.start(settings);
        }
        boolean whole = whole(servers);
        if (!whole) {
            say.accept("waiting until Patroni has a leader and two standbys");
            awaitWhole(servers);
        }
        return known.isEmpty() || placed || started || !whole;
    }

    /** Addresses stand in the data, so what was decided when the group was made stays. */
    private boolean place(Linking linking, Group group) throws IOException, InterruptedException {
        Optional<Namespaces> namespaces = home.namespaces(group);
        if (linking == Linking.NAMESPACES && namespaces.isEmpty()) {
            throw new IOException("postgres-ha '" + home.name()
                    + "' was made without namespaces: choose another --name, or 'testbed reset postgres-ha'");
        }
        return namespaces.isPresent() && namespaces.get().up();
    }

    private Group make(Linking linking) throws IOException, InterruptedException {
        Optional<Subnet> subnet = Optional.empty();
        if (linking == Linking.NAMESPACES) {
            Namespaces.require();
            subnet = Optional.of(Subnet.free(home.folder()));
        }
        Programs programs = Programs.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), programs::complaint);
        Group group =
                Group.of(programs.versions(runAs), runAs.word(), subnet.isPresent() ? seats(subnet.get()) : seats());
        Home making = home.making();
        Folders.delete(making.folder());
        Folders.make(making.folder(), Home.OPEN);
        making.passwords().create();
        for (Seat seat : group.seats()) {
            new NodeFolder(making.node(seat)).make(runAs);
        }
        making.write(group);
        if (subnet.isPresent()) {
            subnet.get().write(Namespaces.file(making.folder()));
        }
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
    }

    /** Each alone at its address, with everybody's usual ports. */
    private static List<Seat> seats(Subnet subnet) {
        return IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new Member("n" + number, subnet.address("n" + number), 5432, "zone" + number))
                .map(member -> new Seat(member, 8008, 2379, 2380))
                .toList();
    }

    private static List<Seat> seats() throws IOException {
        List<Integer> ports = freePorts(NODES * 4);
        var seats = new ArrayList<Seat>();
        for (int i = 0; i < NODES; i++) {
            var member = new Member("n" + (i + 1), Member.HOST, ports.get(i), "zone" + (i + 1));
            seats.add(new Seat(member, ports.get(NODES + i), ports.get(2 * NODES + i), ports.get(3 * NODES + i)));
        }
        return seats;
    }

    private static List<Integer> freePorts(int wanted) throws IOException {
        var free = new ArrayList<Integer>();
        for (int port = FIRST_PORT; port <= LAST_PORT && free.size() < wanted; port++) {
            if (new Port(Member.HOST, port).free()) {
                free.add(port);
            }
        }
        if (free.size() < wanted) {
            throw new IOException("fewer than " + wanted + " ports from " + FIRST_PORT + " to " + LAST_PORT
                    + " are free on " + Member.HOST + "; end some server there");
        }
        return free;
    }

    private static void awaitWhole(Servers servers) throws IOException, InterruptedException {
        boolean whole = Deadline.in(UP_LIMIT).await(() -> {
            for (PatroniNode node : servers.nodes()) {
                node.requireAlive();
            }
            return whole(servers);
        });
        if (!whole) {
            throw new IOException("Patroni has no leader with a synchronous standby and another after "
                    + UP_LIMIT.toSeconds() + " s; see "
                    + servers.nodes().getFirst().folder().output("patroni"));
        }
    }

    /** All nodes up, both standbys streaming, one of them to confirm each commit, and the database there. */
    private static boolean whole(Servers servers) throws IOException, InterruptedException {
        Optional<Seat> leader = servers.leadership().leader();
        if (leader.isEmpty()) {
            return false;
        }
        for (PatroniNode node : servers.nodes()) {
            if (node.state() != State.UP) {
                return false;
            }
        }
        return replicated(servers.sql(leader.get()));
    }

    private static boolean replicated(Sql leader) {
        try {
            List<String> modes = leader.rows("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'");
            boolean whole = modes.size() == NODES - 1 && modes.contains("sync");
            if (whole) {
                ensureDatabase(leader);
            }
            return whole;
        } catch (IOException e) {
            return false; // it led a moment ago; looked at again
        }
    }

    private static void ensureDatabase(Sql leader) throws IOException {
        if (leader.rows("SELECT datname FROM pg_database WHERE datname = '" + DATABASE + "'")
                .isEmpty()) {
            leader.execute("CREATE DATABASE " + DATABASE);
        }
    }

    /** As {@link PatroniCluster#down}. Standbys first: while one is left it would take over from a leader that ends. */
    boolean down() throws IOException, InterruptedException {
        Optional<Group> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        Servers servers = Servers.of(home, group.get());
        Optional<Seat> leader = servers.leadership().leader();
        boolean any = false;
        var last = new ArrayList<PatroniNode>();
        for (PatroniNode node : servers.nodes()) {
            any |= node.state() != State.DOWN;
            node.resume();
            if (leader.filter(node.seat()::equals).isPresent()) {
                last.add(node);
            } else {
                node.patroni().end();
            }
        }
        for (PatroniNode node : last) {
            node.patroni().end();
        }
        for (PatroniNode node : servers.nodes()) {
            node.stop();
        }
        endNetworks(servers);
        return any;
    }

    private static void endNetworks(Servers servers) throws IOException, InterruptedException {
        if (servers.namespaces().isPresent()) {
            servers.namespaces().get().down();
        }
    }

    /** As {@link PatroniCluster#reset}. */
    boolean reset() throws IOException, InterruptedException {
        Optional<Group> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        Servers servers = Servers.of(home, group.get());
        for (PatroniNode node : servers.nodes()) {
            node.kill();
        }
        endNetworks(servers);
        home.delete();
        return true;
    }
}
