package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.PidFileProcess;
import squall.testbed.ha.MemberConnection;
import squall.testbed.ha.ReplicatedCluster;
import squall.testbed.ha.ReplicatedCluster.HaStatus;
import squall.testbed.net.LinkedCluster;
import squall.testbed.net.NamespaceLinks;
import squall.testbed.patroni.PatroniGroup.PatroniMember;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.Postmaster;

/**
 * Three PostgreSQL servers on this machine, each managed by its own Patroni; the leader is elected through etcd, of which each node has one
 * member.
 *
 * <p>A node is killed, stopped, frozen and started with its server, its Patroni and its vote. A killed leader's role is free after
 * Patroni's {@code ttl}; the node comes back by {@link #start}, and Patroni makes a standby of it.
 */
public final class PatroniCluster implements ReplicatedCluster, Cluster.Local, LinkedCluster {
    /** Longer than any command holds it. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(10);

    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private final PatroniFolder home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public PatroniCluster(StateFolder state, String name) throws IOException {
        this.home = PatroniFolder.named(state, name);
        this.lock = new FolderLock(home.lockFile(), LOCK_LIMIT);
    }

    @Override
    public boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        if (linking == Linking.LINKED) {
            throw new IllegalArgumentException(
                    "the manager patroni does not work with a proxy between nodes: every node is given one address"
                            + " of the leader; omit --links, or use --namespaces");
        }
        return lock.hold(() -> new PatroniMaintenance(home).up(linking, say));
    }

    @Override
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> new PatroniMaintenance(home).down());
    }

    @Override
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> new PatroniMaintenance(home).reset());
    }

    @Override
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    @Override
    public Path passwordFile() {
        return home.passwords().file();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        PatroniServers servers = servers();
        Optional<MemberConnection> leader = servers.leadership()
                .leader()
                .map(patroniMember -> MemberConnection.probing(patroniMember.member(), servers.password()));
        var found = new ArrayList<HaStatus>();
        for (PatroniNode node : servers.nodes()) {
            long pid = node.postmaster().map(Postmaster::pid).orElse(0L);
            found.add(HaStatus.of(
                    MemberConnection.of(node.patroniMember().member(), servers.password()), node.state(), pid, leader));
        }
        return List.copyOf(found);
    }

    @Override
    public SequencedMap<String, Object> deciders() throws IOException, InterruptedException {
        var deciders = new LinkedHashMap<String, Object>();
        for (PatroniNode node : servers().nodes()) {
            var each = new LinkedHashMap<String, Object>();
            each.put("pid", node.patroni().process().map(PidFileProcess::pid).orElse(0L));
            each.put("etcd_pid", node.etcd().process().map(PidFileProcess::pid).orElse(0L));
            each.put("log", node.folder().output("patroni").toString());
            deciders.put("patroni_" + node.name(), each);
        }
        return deciders;
    }

    @Override
    public String problem() throws IOException, InterruptedException {
        PatroniServers servers = servers();
        int votes = votes(servers);
        return votes < servers.group().majority()
                ? "Only " + votes + " of " + servers.group().patroniMembers().size()
                        + " etcd members are running: no leader can be elected."
                : "";
    }

    private static int votes(PatroniServers servers) throws IOException, InterruptedException {
        int votes = 0;
        for (PatroniNode node : servers.nodes()) {
            votes += node.etcd().runs() ? 1 : 0;
        }
        return votes;
    }

    @Override
    public Target target() throws IOException {
        return PatroniTargets.of(group(), home);
    }

    @Override
    public List<Node> nodes() throws IOException {
        return group().patroniMembers().stream()
                .map(patroniMember -> patroniMember.member().node())
                .toList();
    }

    /** The node that is leader in etcd and reports itself that it accepts writes. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        PatroniServers servers = servers();
        Optional<PatroniMember> leader = servers.leadership().leader();
        if (leader.isEmpty() || servers.node(leader.get()).state() != State.UP) {
            return Optional.empty();
        }
        boolean leads = servers.sql(leader.get()).takesWrites();
        return leads ? leader.map(patroniMember -> patroniMember.member().node()) : Optional.empty();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return server(node).state();
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        server(node).stop();
    }

    /** If there are too few votes for a leader, the node is started and waits for the others. */
    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            PatroniServers servers = servers();
            PatroniNode starting = servers.node(servers.group().patroniMember(node.name()));
            starting.start(servers.settings());
            if (votes(servers) >= servers.group().majority()) {
                awaitUp(starting);
            }
            return starting;
        });
    }

    private static void awaitUp(PatroniNode node) throws IOException, InterruptedException {
        boolean up = PollDeadline.in(START_LIMIT).await(() -> {
            node.requireAlive();
            return node.state() == State.UP;
        });
        if (!up) {
            throw new IOException(node.name() + " is " + node.state() + " " + START_LIMIT.toSeconds()
                    + " s after it was started: " + node.patroni().lastWords() + "; see "
                    + node.folder().output("patroni"));
        }
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        return server(node).pids();
    }

    @Override
    public Path data(Node node) throws IOException {
        return server(node).folder().data();
    }

    /** None, unless the group was created with {@link Linking#NAMESPACES}. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        PatroniGroup group = group();
        var ports = group.patroniMembers().stream()
                .collect(Collectors.toMap(
                        PatroniMember::name,
                        patroniMember -> patroniMember.member().port()));
        return home.namespaces(group).map(namespaces -> new NamespaceLinks(namespaces, ports));
    }

    private PatroniNode server(Node node) throws IOException {
        PatroniServers servers = servers();
        return servers.node(servers.group().patroniMember(node.name()));
    }

    private PatroniServers servers() throws IOException {
        return PatroniServers.of(home, group());
    }

    private PatroniGroup group() throws IOException {
        return home.group()
                .orElseThrow(() -> new IOException("there is no postgres-ha '" + home.name()
                        + "' with Patroni yet; create it with 'testbed up postgres-ha --manager patroni'"));
    }

    /** The description of a group for clients, including its limits. */
    private static final class PatroniTargets {
        private PatroniTargets() {}

        static Target of(PatroniGroup group, PatroniFolder home) throws IOException {
            String url = group.patroniMembers().stream()
                    .map(patroniMember -> patroniMember.member().address().toString())
                    .collect(Collectors.joining(
                            ",",
                            "jdbc:postgresql://",
                            "/" + PatroniMaintenance.DATABASE + "?targetServerType=primary"));
            return new Target(
                    "postgres-ha", url, PasswordFile.USER, home.passwords().read(), properties(group, home));
        }

        private static Map<String, String> properties(PatroniGroup group, PatroniFolder home) throws IOException {
            var properties = new LinkedHashMap<String, String>();
            properties.put("version", group.versions().postgres());
            properties.put("host_count", "1");
            properties.put(
                    "supervisor",
                    "Patroni " + group.versions().patroni() + " with etcd "
                            + group.versions().etcd() + ", " + settings());
            properties.put("run_as", group.runAs());
            properties.put("folder", home.folder().toString());
            properties.put(
                    "links",
                    home.subnet()
                            .map(subnet -> "each node in its own network namespace, " + subnet.range())
                            .orElse("none"));
            properties.put("balancer", "none: clients connect to each node directly");
            properties.put("limits", limits(group));
            return properties;
        }

        private static String settings() {
            return "ttl " + PatroniSettings.TTL + " s, loop_wait " + PatroniSettings.LOOP_WAIT + " s, retry_timeout "
                    + PatroniSettings.RETRY_TIMEOUT + " s, synchronous_mode on";
        }

        /** The limits that every report about this target must state. */
        private static String limits(PatroniGroup group) {
            return "PostgreSQL " + group.versions().postgres() + ", 1 primary + "
                    + (group.patroniMembers().size() - 1)
                    + " standbys, one of them synchronous, on one host. Failover by Patroni "
                    + group.versions().patroni() + " (" + settings() + "), which coordinates through etcd "
                    + group.versions().etcd() + ", one member per node. Not a distributed SQL database."
                    + " Recovery times show these settings. Zones are simulated.";
        }
    }
}
