package squall.testbed.ha;

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
import squall.system.StateFolder;
import squall.system.process.PidFileProcess;
import squall.system.process.ProcessTree;
import squall.testbed.ha.ReplicatedCluster.HaStatus;
import squall.testbed.host.NodeVersion;
import squall.testbed.link.ProxyWiring;
import squall.testbed.net.LinkedCluster;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PasswordFile;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.Postmaster;

/**
 * A PostgreSQL primary and two quorum-synchronous standbys on this machine, with a supervisor that fails over.
 *
 * <p>All processes outlive the JVM that started them. Every method may be called from any thread and any process; methods that create,
 * start or end something exclude each other, and the supervisor's failover, by a file lock. A node that was primary and was fenced comes
 * back through {@link #start}, as a new clone.
 */
public final class HaCluster
        implements ReplicatedCluster, Cluster.Resizes, Cluster.Upgrades, Cluster.Local, LinkedCluster {
    private final StateFolder state;
    private final HaFolder home;
    private final FolderLock lock;

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public HaCluster(StateFolder state, String name) throws IOException {
        this.state = state;
        this.home = HaFolder.named(state, name);
        this.lock = new FolderLock(home.lockFile(), FailoverSupervisor.LOCK_LIMIT);
    }

    @Override
    public boolean up(Linking linking, Consumer<String> say) throws IOException, InterruptedException {
        return up(linking, Optional.empty(), say);
    }

    /**
     * As {@link #up(Linking, Consumer)}, with this version of PostgreSQL on each node of a new group.
     *
     * @throws IllegalArgumentException if there is no such version, or a node of an existing group has another
     */
    public boolean up(Linking linking, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        return lock.hold(() -> maintenance().up(linking, version, say));
    }

    @Override
    public String version(Node node) throws IOException, InterruptedException {
        String told = MemberConnection.of(
                        group().member(node.name()), home.passwords().read())
                .text("SHOW server_version");
        return told.split(" ", 2)[0];
    }

    @Override
    public Optional<String> usualUpgrade(String from) throws IOException {
        return PostgresBinaries.versions().usualUpgrade(from);
    }

    @Override
    public Optional<String> refusal(String version) throws IOException, InterruptedException {
        String from = home.versions(group()).values().iterator().next();
        Optional<String> refusal = PostgresBinaries.versions().refusal(from, version);
        if (refusal.isEmpty()) {
            PostgresBinaries.in(state, version);
        }
        return refusal;
    }

    /** A primary that is ended is followed by another, and comes back as a standby. */
    @Override
    public void upgrade(Node node, String version) throws IOException, InterruptedException {
        PostgresBinaries.in(state, version); // before the node is stopped
        NodeVersion choice = home.version(group().member(node.name()));
        if (state(node) == State.UP && version(node).equals(version)) {
            choice.give(version);
            return;
        }
        stop(node);
        choice.give(version);
        start(node);
        if (!version(node).equals(version)) {
            throw new IOException(
                    node.name() + " runs PostgreSQL " + version(node) + " after its upgrade to " + version);
        }
    }

    /** The supervisor's process; empty if it is not running, and then there is no failover. */
    public Optional<PidFileProcess> supervisor() throws IOException, InterruptedException {
        return new SupervisorProcess(state, home).process();
    }

    @Override
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> maintenance().down());
    }

    @Override
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> maintenance().reset());
    }

    @Override
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    /** What the supervisor saw and did since it was started, a line each. */
    public Path supervisorLog() {
        return home.supervisorLog();
    }

    @Override
    public Path passwordFile() {
        return home.passwords().file();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        HaGroup group = group();
        HaServers servers = servers(group);
        var found = new ArrayList<HaStatus>();
        var primary = MemberConnection.probing(group.member(group.primary()), servers.password());
        for (HaNode node : servers.all(group)) {
            long pid = node.postmaster().map(Postmaster::pid).orElse(0L);
            var status =
                    HaStatus.of(servers.sql(node.member()), node.state(servers.password()), pid, Optional.of(primary));
            found.add(group.stale().contains(node.member().name()) ? status.stale() : status);
        }
        return List.copyOf(found);
    }

    @Override
    public SequencedMap<String, Object> deciders() throws IOException, InterruptedException {
        var deciders = new LinkedHashMap<String, Object>();
        deciders.put("supervisor_pid", supervisor().map(PidFileProcess::pid).orElse(0L));
        deciders.put("supervisor_log", supervisorLog().toString());
        return deciders;
    }

    @Override
    public String problem() throws IOException, InterruptedException {
        return supervisor().isPresent() ? "" : "The supervisor is not running: there would be no failover.";
    }

    @Override
    public Target target() throws IOException {
        HaGroup group = group();
        return HaTargets.of(group, home);
    }

    @Override
    public List<Node> nodes() throws IOException {
        return group().members().stream().map(GroupMember::node).toList();
    }

    /** The one that takes writes now, asked itself; what the supervisor plans does not count. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        HaGroup group = group();
        GroupMember member = group.member(group.primary());
        HaNode node = servers(group).node(member);
        if (node.state(home.passwords().read()) != State.UP) {
            return Optional.empty();
        }
        boolean leads = MemberConnection.of(member, home.passwords().read()).takesWrites();
        return leads ? Optional.of(member.node()) : Optional.empty();
    }

    @Override
    public State state(Node node) throws IOException, InterruptedException {
        return server(node).state(home.passwords().read());
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        server(node).stop();
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            HaGroup group = group();
            return new GroupRejoin(servers(group), line -> {}).bring(group, group.member(node.name()));
        });
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return server(node).size(home.passwords().read());
    }

    /** A primary that is ended is followed by another, and comes back as a standby. */
    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        if (state(node) == State.UP && size(node).equals(size)) {
            return;
        }
        stop(node);
        server(node).allotment().give(size);
        start(node);
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        var postmaster = server(node).postmaster();
        return postmaster.isPresent() ? new ProcessTree(postmaster.get().pid()).pids() : List.of();
    }

    @Override
    public Path data(Node node) throws IOException, InterruptedException {
        return server(node).data();
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    /** None, unless the group was brought up {@link Linking#LINKED} or with {@link Linking#NAMESPACES}. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        return new HaNetwork(home).relay(group());
    }

    private ClusterMaintenance maintenance() {
        return new ClusterMaintenance(state, home);
    }

    private HaNode server(Node node) throws IOException, InterruptedException {
        HaGroup group = group();
        return servers(group).node(group.member(node.name()));
    }

    private HaServers servers(HaGroup group) throws IOException, InterruptedException {
        return HaServers.of(state, home, group);
    }

    private HaGroup group() throws IOException {
        return home.group()
                .orElseThrow(() -> new IOException(
                        "there is no postgres-ha '" + home.name() + "' yet; create it with 'testbed up postgres-ha'"));
    }

    /** The description of a group for clients, including its limits. */
    private static final class HaTargets {
        private HaTargets() {}

        static Target of(HaGroup group, HaFolder home) throws IOException {
            Optional<ProxyWiring> wiring = home.links().wiring();
            String url = group.members().stream()
                    .map(member -> member.host() + ":" + port(member, wiring))
                    .collect(Collectors.joining(
                            ",", "jdbc:postgresql://", "/" + GroupRejoin.DATABASE + "?targetServerType=primary"));
            return new Target(
                    "postgres-ha",
                    url,
                    PasswordFile.USER,
                    home.passwords().read(),
                    properties(group, home, wiring.isPresent()));
        }

        private static int port(GroupMember member, Optional<ProxyWiring> wiring) {
            return wiring.flatMap(wired -> wired.port(Cluster.Links.CLIENTS, member.name()))
                    .orElse(member.port());
        }

        private static Map<String, String> properties(HaGroup group, HaFolder home, boolean wired) throws IOException {
            var properties = new LinkedHashMap<String, String>();
            properties.put("version", versions(group, home));
            properties.put("host_count", "1");
            properties.put("synchronous_standby_names", group.synchronousNames());
            properties.put(
                    "supervisor",
                    "own process, poll " + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                            + " misses");
            properties.put("run_as", group.runAs());
            properties.put("folder", home.folder().toString());
            properties.put("links", links(home, wired));
            properties.put("balancer", "none: clients connect to each node directly");
            properties.put("limits", limits(group, home));
            return properties;
        }

        /** One, except during an upgrade. */
        private static String versions(HaGroup group, HaFolder home) throws IOException {
            return home.versions(group).values().stream().distinct().sorted().collect(Collectors.joining(" and "));
        }

        private static String links(HaFolder home, boolean wired) throws IOException {
            Optional<Subnet> subnet = home.subnet();
            if (subnet.isPresent()) {
                return "each node in its own network namespace, " + subnet.get().range();
            }
            return wired ? "clients and replication go through a TCP proxy on this machine" : "none";
        }

        /** The limits that every report about this target must state. */
        private static String limits(HaGroup group, HaFolder home) throws IOException {
            return "PostgreSQL " + versions(group, home) + ", 1 primary + "
                    + (group.members().size() - 1)
                    + " quorum-synchronous standbys (ANY 1) on one host. Failover by Squall's own supervisor (poll "
                    + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                    + " misses, single decision maker, no consensus)."
                    + " Not a distributed SQL database. Recovery times show this supervisor's settings. Zones are simulated.";
        }
    }
}
