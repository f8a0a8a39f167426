package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import squall.host.Deadline;
import squall.host.Folders;
import squall.host.StateFolder;
import squall.spi.Cluster.State;
import squall.testbed.ha.Member;
import squall.testbed.ha.Sql;
import squall.testbed.host.Port;
import squall.testbed.host.RunAs;

/** Makes a group, brings it up, takes it down and removes it; called by the holder of its lock. */
record Upkeep(Home home) {
    static final String DATABASE = "squall";

    private static final int NODES = 3;
    private static final int FIRST_PORT = 16132;
    private static final int LAST_PORT = 16331;
    private static final Duration UP_LIMIT = Duration.ofMinutes(4);

    /** As {@link PatroniCluster#up}. */
    boolean up(Consumer<String> say) throws IOException, InterruptedException {
        Optional<Group> known = home.group();
        if (known.isEmpty()) {
            say.accept("making three PostgreSQL servers, kept by Patroni");
        }
        Servers servers = Servers.of(home, known.isEmpty() ? make() : known.get());
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
        return known.isEmpty() || started || !whole;
    }

    private Group make() throws IOException, InterruptedException {
        Programs programs = Programs.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), programs::complaint);
        Group group = Group.of(programs.versions(runAs), runAs.word(), seats());
        Home making = home.making();
        Folders.delete(making.folder());
        Folders.make(making.folder(), Home.OPEN);
        making.passwords().create();
        for (Seat seat : group.seats()) {
            new NodeFolder(making.node(seat)).make(runAs);
        }
        making.write(group);
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
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
        return any;
    }

    /** As {@link PatroniCluster#reset}. */
    boolean reset() throws IOException, InterruptedException {
        Optional<Group> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        for (PatroniNode node : Servers.of(home, group.get()).nodes()) {
            node.kill();
        }
        home.delete();
        return true;
    }
}
