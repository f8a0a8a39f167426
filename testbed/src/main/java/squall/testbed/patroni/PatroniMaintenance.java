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
import squall.spi.Cluster.State;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.ha.GroupMember;
import squall.testbed.ha.MemberConnection;
import squall.testbed.ha.ReplicatedCluster.Linking;
import squall.testbed.host.RunAs;
import squall.testbed.net.NetworkNamespaces;
import squall.testbed.net.Subnet;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

/** Makes a group, brings it up, takes it down and removes it; called by the holder of its lock. */
record PatroniMaintenance(PatroniFolder home) {
    static final String DATABASE = "squall";

    private static final int NODES = 3;
    private static final int FIRST_PORT = 16132;
    private static final int LAST_PORT = 16331;
    private static final Duration UP_LIMIT = Duration.ofMinutes(4);

    /** As {@link PatroniCluster#up}. */
    boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        Optional<PatroniGroup> known = home.group();
        if (known.isEmpty()) {
            say.accept("creating three PostgreSQL servers, managed by Patroni");
        }
        PatroniGroup group = known.isEmpty() ? make(linking) : known.get();
        boolean placed = place(linking, group);
        PatroniServers servers = PatroniServers.of(home, group);
        PatroniSettings settings = servers.settings();
        boolean started = false;
        for (PatroniNode node : servers.nodes()) {
            node.resume();
            started |= node.start(settings);
        }
        boolean whole = whole(servers);
        if (!whole) {
            say.accept("waiting for Patroni to have a leader and two standbys");
            awaitWhole(servers);
        }
        return known.isEmpty() || placed || started || !whole;
    }

    /** The data contains addresses, so the choice made when the group was created is permanent. */
    private boolean place(Linking linking, PatroniGroup group) throws IOException, InterruptedException {
        Optional<NetworkNamespaces> namespaces = home.namespaces(group);
        if (linking == Linking.NAMESPACES && namespaces.isEmpty()) {
            throw new IOException("postgres-ha '" + home.name()
                    + "' was created without namespaces: choose another --name, or run 'testbed reset postgres-ha'");
        }
        return namespaces.isPresent() && namespaces.get().up();
    }

    private PatroniGroup make(Linking linking) throws IOException, InterruptedException {
        Optional<Subnet> subnet = Optional.empty();
        if (linking == Linking.NAMESPACES) {
            NetworkNamespaces.require();
            subnet = Optional.of(Subnet.free(home.folder()));
        }
        PatroniPrograms programs = PatroniPrograms.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), programs::complaint);
        PatroniGroup group = PatroniGroup.of(
                programs.versions(runAs),
                runAs.word(),
                subnet.isPresent() ? patroniMembers(subnet.get()) : patroniMembers());
        PatroniFolder making = home.making();
        FileTrees.delete(making.folder());
        FileTrees.make(making.folder(), PatroniFolder.OPEN);
        making.passwords().create();
        for (PatroniMember patroniMember : group.patroniMembers()) {
            new PatroniNodeFolder(making.node(patroniMember)).make(runAs);
        }
        making.write(group);
        if (subnet.isPresent()) {
            subnet.get().write(NetworkNamespaces.file(making.folder()));
        }
        Files.move(making.folder(), home.folder(), StandardCopyOption.ATOMIC_MOVE);
        return group;
    }

    /** Each node has its own address, with the default ports. */
    private static List<PatroniMember> patroniMembers(Subnet subnet) {
        return IntStream.rangeClosed(1, NODES)
                .mapToObj(number -> new GroupMember("n" + number, subnet.address("n" + number), 5432, "zone" + number))
                .map(member -> new PatroniMember(member, 8008, 2379, 2380))
                .toList();
    }

    private List<PatroniMember> patroniMembers() throws IOException, InterruptedException {
        List<Integer> ports = home.ports().take(GroupMember.HOST, FIRST_PORT, LAST_PORT, NODES * 4);
        var patroniMembers = new ArrayList<PatroniMember>();
        for (int i = 0; i < NODES; i++) {
            var member = new GroupMember("n" + (i + 1), GroupMember.HOST, ports.get(i), "zone" + (i + 1));
            patroniMembers.add(new PatroniMember(
                    member, ports.get(NODES + i), ports.get(2 * NODES + i), ports.get(3 * NODES + i)));
        }
        return patroniMembers;
    }

    private static void awaitWhole(PatroniServers servers) throws IOException, InterruptedException {
        boolean whole = PollDeadline.in(UP_LIMIT).await(() -> {
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
    private static boolean whole(PatroniServers servers) throws IOException, InterruptedException {
        Optional<PatroniMember> leader = servers.leadership().leader();
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

    private static boolean replicated(MemberConnection leader) {
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

    private static void ensureDatabase(MemberConnection leader) throws IOException {
        if (leader.rows("SELECT datname FROM pg_database WHERE datname = '" + DATABASE + "'")
                .isEmpty()) {
            leader.execute("CREATE DATABASE " + DATABASE);
        }
    }

    /** As {@link PatroniCluster#down}. Standbys first: while one is left it would take over from a leader that ends. */
    boolean down() throws IOException, InterruptedException {
        Optional<PatroniGroup> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        PatroniServers servers = PatroniServers.of(home, group.get());
        Optional<PatroniMember> leader = servers.leadership().leader();
        boolean any = false;
        var last = new ArrayList<PatroniNode>();
        for (PatroniNode node : servers.nodes()) {
            any |= node.state() != State.DOWN;
            node.resume();
            if (leader.filter(node.patroniMember()::equals).isPresent()) {
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

    private static void endNetworks(PatroniServers servers) throws IOException, InterruptedException {
        if (servers.namespaces().isPresent()) {
            servers.namespaces().get().down();
        }
    }

    /** As {@link PatroniCluster#reset}. */
    boolean reset() throws IOException, InterruptedException {
        Optional<PatroniGroup> group = home.group();
        if (group.isEmpty()) {
            return false;
        }
        home.requireOwn(group.get());
        PatroniServers servers = PatroniServers.of(home, group.get());
        for (PatroniNode node : servers.nodes()) {
            node.kill();
        }
        endNetworks(servers);
        home.delete();
        return true;
    }
}
