package squall.testbed.patroni;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import squall.spi.ClusterLog;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.ha.GroupMember;
import squall.testbed.ha.MemberConnection;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.host.DiskShape;
import squall.testbed.host.RunAs;
import squall.testbed.net.Subnet;
import squall.testbed.patroni.PatroniGroup.PatroniMember;

/**
 * Cluster of three PostgreSQL servers on this machine, each managed by its own Patroni; the leader is elected through etcd, of which each
 * node has one member.
 *
 * <p>A node is killed, stopped, frozen and started with its server, its Patroni and its member of etcd. A killed leader's role is free
 * after Patroni's {@code ttl}; the node comes back by {@link #start}, and Patroni makes a standby of it.
 */
public final class PatroniCluster extends ReplicatedCluster<PatroniGroup, PatroniNode> implements ClusterLog {
    private static final int FIRST_PORT = 16132;
    private static final int LAST_PORT = 16331;

    /** Limit for the lock; longer than any command holds it. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(10);

    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private static final String SETTINGS = "ttl " + PatroniSettings.TTL + " s, loop_wait " + PatroniSettings.LOOP_WAIT
            + " s, retry_timeout " + PatroniSettings.RETRY_TIMEOUT + " s, synchronous_mode on";

    private final PatroniFolder home;

    /** @throws IllegalArgumentException if the name does not consist of small letters, digits and hyphens */
    public PatroniCluster(StateFolder state, String name) throws IOException {
        this(state, name, Optional.empty());
    }

    /** @param synchronousCommit as for {@link ReplicatedCluster} */
    public PatroniCluster(StateFolder state, String name, Optional<String> synchronousCommit) throws IOException {
        this(PatroniFolder.named(state, name), synchronousCommit);
    }

    private PatroniCluster(PatroniFolder home, Optional<String> synchronousCommit) {
        super(home, LOCK_LIMIT, synchronousCommit);
        this.home = home;
    }

    @Override
    protected boolean bring(Linking linking, Optional<DiskShape> disks, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        if (linking == Linking.LINKED) {
            throw new IllegalArgumentException(
                    "the manager patroni does not work with a proxy between nodes: every node is given one address"
                            + " of the leader; omit --links, or use --namespaces");
        }
        Optional<PatroniGroup> known = home.note();
        if (known.isEmpty()) {
            say.accept("creating three PostgreSQL servers, managed by Patroni");
        }
        PatroniGroup group = known.isEmpty() ? make(linking, disks) : known.get();
        home.requireNamespaces(linking == Linking.NAMESPACES);
        home.keepPorts(group);
        boolean placed = home.upNamespaces(group);
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

    private PatroniGroup make(Linking linking, Optional<DiskShape> disks) throws IOException, InterruptedException {
        Optional<Subnet> subnet = home.newSubnet(linking == Linking.NAMESPACES);
        PatroniPrograms programs = PatroniPrograms.here();
        RunAs runAs = RunAs.choose(StateFolder.root(), RunAs.Probe.version(programs::versions));
        PatroniGroup group = PatroniGroup.of(programs.versions(runAs), runAs.word(), patroniMembers(subnet));
        return home.make(new ClusterFolder.Placement(subnet, disks), group.names(), making -> {
            new PatroniFolder(making).passwords().create();
            for (PatroniMember member : group.members()) {
                new PatroniNodeFolder(making.resolve(member.name())).make(runAs);
            }
            return group;
        });
    }

    /** Chooses the members; nodes with their own addresses have the usual ports. */
    private List<PatroniMember> patroniMembers(Optional<Subnet> subnet) throws IOException, InterruptedException {
        if (subnet.isPresent()) {
            return members(subnet, List.of()).stream()
                    .map(member -> new PatroniMember(member, 8008, 2379, 2380))
                    .toList();
        }
        List<Integer> ports = home.ports().take(GroupMember.HOST, FIRST_PORT, LAST_PORT, NODES * 4);
        var patroniMembers = new ArrayList<PatroniMember>();
        for (GroupMember member : members(subnet, ports)) {
            int i = patroniMembers.size();
            patroniMembers.add(new PatroniMember(
                    member, ports.get(NODES + i), ports.get(2 * NODES + i), ports.get(3 * NODES + i)));
        }
        return patroniMembers;
    }

    private static void awaitWhole(PatroniServers servers) throws IOException, InterruptedException {
        boolean whole = PollDeadline.in(START_LIMIT).await(() -> {
            for (PatroniNode node : servers.nodes()) {
                node.requireAlive();
            }
            return whole(servers);
        });
        if (!whole) {
            throw new IOException("Patroni has no leader with a synchronous standby and another after "
                    + START_LIMIT.toSeconds() + " s; see "
                    + servers.nodes().getFirst().patroni().output());
        }
    }

    /** Returns whether all nodes are up, both standbys stream, one of them confirms each commit, and the database exists. */
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
            return false; // it led a moment ago; checked again
        }
    }

    /** Stops the standbys first: a remaining one would take over from a leader that ends. */
    @Override
    protected boolean shutDown(PatroniGroup group) throws IOException, InterruptedException {
        PatroniServers servers = PatroniServers.of(home, group);
        Optional<PatroniMember> leader = servers.leadership().leader();
        boolean any = false;
        for (PatroniNode node : servers.nodes()) {
            any |= node.runs();
            node.resume();
            if (leader.filter(node.member()::equals).isEmpty()) {
                node.patroni().end(PatroniNode.END_LIMIT);
            }
        }
        if (leader.isPresent()) {
            servers.node(leader.get()).patroni().end(PatroniNode.END_LIMIT);
        }
        stopInTurn(servers.nodes());
        return any;
    }

    @Override
    protected List<PatroniNode> servers(PatroniGroup group) throws IOException {
        return PatroniServers.of(home, group).nodes();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        PatroniServers servers = PatroniServers.of(home, home.required());
        Optional<MemberConnection> leader =
                servers.leadership().leader().map(member -> servers.node(member).sql());
        var found = new ArrayList<HaStatus>();
        for (PatroniNode node : servers.nodes()) {
            found.add(HaStatus.of(servers.sql(node.member()), node, leader));
        }
        return List.copyOf(found);
    }

    @Override
    protected SequencedMap<String, Object> facts(List<HaStatus> nodes) throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        for (PatroniNode node : servers(home.required())) {
            var each = new LinkedHashMap<String, Object>();
            each.put("pid", node.patroni().pid());
            each.put("etcd_pid", node.etcd().pid());
            each.put("log", node.patroni().output().toString());
            facts.put("patroni_" + node.name(), each);
        }
        return facts;
    }

    @Override
    public String problem() throws IOException, InterruptedException {
        PatroniGroup group = home.required();
        int votes = PatroniServers.of(home, group).votes();
        return votes < group.majority()
                ? "Only " + votes + " of " + group.members().size()
                        + " etcd members are running: no leader can be elected."
                : "";
    }

    @Override
    protected Access access(PatroniGroup group) throws IOException {
        PatroniPrograms.Versions versions = group.versions();
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", versions.postgres());
        properties.put(
                "supervisor", "Patroni " + versions.patroni() + " with etcd " + versions.etcd() + ", " + SETTINGS);
        properties.put("run_as", group.runAs());
        properties.put("limits", limits(group));
        return access(
                group.members().stream().map(member -> member.member().address().toString()), properties);
    }

    /** Describes the limits that every report about this target must state. */
    private static String limits(PatroniGroup group) {
        return "PostgreSQL " + group.versions().postgres() + ", 1 primary + "
                + (group.members().size() - 1)
                + " standbys, one of them synchronous, on one host. Failover by Patroni "
                + group.versions().patroni() + " (" + SETTINGS + "), which coordinates through etcd "
                + group.versions().etcd() + ", one member per node. Not a distributed SQL database."
                + " Recovery times show these settings. Zones are simulated.";
    }

    /** Returns the node that is leader in etcd and reports itself that it accepts writes. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        PatroniServers servers = PatroniServers.of(home, home.required());
        Optional<PatroniMember> leader = servers.leadership().leader();
        if (leader.isEmpty() || servers.node(leader.get()).state() != State.UP) {
            return Optional.empty();
        }
        boolean leads = servers.sql(leader.get()).takesWrites();
        return leads ? leader.map(PatroniMember::node) : Optional.empty();
    }

    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException, InterruptedException {
        List<LogEvent> events = new ArrayList<>();
        for (PatroniNode node : servers(home.required())) {
            events.addAll(new PatroniLog(node.name(), node.patroni().output()).between(from, to));
        }
        return List.copyOf(events);
    }

    @Override
    public String detection() {
        return "Patroni ttl " + PatroniSettings.TTL + " s";
    }

    /** Starts a node; if there are too few members of etcd for a leader, it waits for the others. */
    @Override
    protected void startNode(Node node) throws IOException, InterruptedException {
        locked(() -> {
            PatroniServers servers = PatroniServers.of(home, home.required());
            PatroniNode starting = server(node);
            starting.start(servers.settings());
            if (servers.votes() >= servers.group().majority()) {
                starting.awaitUp(START_LIMIT);
            }
            return starting;
        });
    }
}
