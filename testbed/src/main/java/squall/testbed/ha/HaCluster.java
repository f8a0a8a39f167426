package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.spi.ClusterLog;
import squall.spi.StoredFiles;
import squall.system.FileTrees;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.PidFileProcess;
import squall.testbed.cluster.AdjustableCluster;
import squall.testbed.cluster.ClusterFolder;
import squall.testbed.cluster.NodePlace;
import squall.testbed.host.DiskShape;
import squall.testbed.host.MinorVersions;
import squall.testbed.host.NodeVersion;
import squall.testbed.host.RunAs;
import squall.testbed.link.ProxyWiring;
import squall.testbed.net.Subnet;
import squall.testbed.postgres.PostgresBinaries;
import squall.testbed.postgres.PostgresData;
import squall.testbed.postgres.PostgresFiles;
import squall.testbed.postgres.PostgresLogEvents;

/**
 * Cluster of a PostgreSQL primary and two quorum-synchronous standbys on this machine, with a supervisor that fails over.
 *
 * <p>The supervisor's failover excludes commands by the lock of the cluster. A node that was primary and was fenced comes back through
 * {@link #start}, as a new clone; a primary that is ended for an upgrade is followed by another, and comes back as a standby.
 */
public final class HaCluster extends ReplicatedCluster<HaGroup, HaNode>
        implements AdjustableCluster, StoredFiles, ClusterLog {
    private static final int FIRST_PORT = 15732;
    private static final int LAST_PORT = 15931;
    private static final Duration REPLAY_LIMIT = Duration.ofSeconds(30);

    private final StateFolder state;
    private final HaFolder home;

    /** @throws IllegalArgumentException if the name does not consist of small letters, digits and hyphens */
    public HaCluster(StateFolder state, String name) throws IOException {
        this(state, name, Optional.empty());
    }

    /** @param synchronousCommit as for {@link ReplicatedCluster} */
    public HaCluster(StateFolder state, String name, Optional<String> synchronousCommit) throws IOException {
        this(state, HaFolder.named(state, name), synchronousCommit);
    }

    private HaCluster(StateFolder state, HaFolder home, Optional<String> synchronousCommit) {
        super(home, FailoverSupervisor.LOCK_LIMIT, synchronousCommit);
        this.state = state;
        this.home = home;
    }

    @Override
    protected boolean bring(Linking linking, Optional<DiskShape> disks, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        if (version.isPresent()) {
            versions().checked(version.get());
        }
        Optional<HaGroup> known = home.note();
        if (known.isEmpty()) {
            say.accept("creating a PostgreSQL primary and two standbys");
        }
        HaGroup group = known.isEmpty() ? make(linking, disks, version, say) : known.get();
        if (version.isPresent()) {
            requireVersion(group, version.get());
        }
        home.keepPorts(group);
        boolean arranged = network().arrange(linking, group);
        boolean started = new GroupRejoin(HaServers.of(state, home, group), say).complete(group);
        network().settle();
        boolean supervised = supervision().start();
        return known.isEmpty() || arranged || started || supervised;
    }

    /** @throws IllegalArgumentException if a node has another version: the data exist, so nodes are moved one at a time */
    private void requireVersion(HaGroup group, String version) throws IOException {
        Map<String, String> versions = home.versions(group);
        if (versions.values().stream().anyMatch(each -> !each.equals(version))) {
            throw new IllegalArgumentException("the nodes of postgres-ha '" + home.name() + "' have the versions "
                    + versions + ", but " + version
                    + " was requested: omit the option version, move nodes with the fault"
                    + " rollingUpgrade, or choose another --name");
        }
    }

    /** Creates the data of the primary; standbys are cloned when the group is first started. */
    private HaGroup make(Linking linking, Optional<DiskShape> disks, Optional<String> version, Consumer<String> say)
            throws IOException, InterruptedException {
        if (version.isPresent()) {
            say.accept("using PostgreSQL " + version.get() + ", which is downloaded once");
        }
        PostgresBinaries binaries =
                version.isPresent() ? PostgresBinaries.in(state, version.get()) : PostgresBinaries.in(state);
        var runAs = RunAs.choose(StateFolder.root(), binaries::makingComplaint);
        Optional<Subnet> subnet = home.newSubnet(linking == Linking.NAMESPACES);
        List<Integer> ports =
                subnet.isPresent() ? List.of() : home.ports().take(GroupMember.HOST, FIRST_PORT, LAST_PORT, NODES);
        HaGroup fresh = HaGroup.of(binaries.version(), runAs.word(), members(subnet, ports));
        return home.make(new ClusterFolder.Placement(subnet, disks), fresh.names(), making -> {
            for (GroupMember member : fresh.members()) {
                Path folder = making.resolve(member.name());
                FileTrees.make(folder, ClusterFolder.OPEN);
                if (version.isPresent()) {
                    new NodeVersion(folder).give(version.get());
                }
            }
            String password = new HaFolder(making).passwords().create();
            GroupMember first = fresh.members().getFirst();
            var place = new NodePlace(making, runAs, password, Optional.empty()).of(first);
            var node = new HaNode(first, place, binaries);
            new PostgresData(binaries, runAs, node.folder(), node.data(), node.settings())
                    .make(password, subnet.map(HaCluster::admission).orElse(""), true);
            return fresh.withoutData(fresh.members().subList(1, NODES));
        });
    }

    private static String admission(Subnet subnet) {
        return "host all all " + subnet.range() + " scram-sha-256\nhost replication all " + subnet.range()
                + " scram-sha-256\n";
    }

    /** Stops the primary first, so that its last commits reach the remaining nodes. */
    @Override
    protected boolean shutDown(HaGroup group) throws IOException, InterruptedException {
        boolean supervised = supervision().end();
        HaServers servers = HaServers.of(state, home, group);
        GroupMember primary = group.member(group.primary());
        boolean any = stopInTurn(
                Stream.concat(Stream.of(primary), group.members().stream().filter(member -> !member.equals(primary)))
                        .map(servers::node)
                        .toList());
        home.links().end();
        return any || supervised;
    }

    @Override
    protected void endHelpers() throws IOException, InterruptedException {
        supervision().end();
        home.links().end();
    }

    @Override
    protected List<HaNode> servers(HaGroup group) throws IOException, InterruptedException {
        return HaServers.of(state, home, group).all(group);
    }

    @Override
    public MinorVersions versions() throws IOException {
        return PostgresBinaries.versions();
    }

    @Override
    public void obtain(String version) throws IOException, InterruptedException {
        PostgresBinaries.in(state, version);
    }

    @Override
    public String version(Node node) throws IOException, InterruptedException {
        return server(node).sql().text("SHOW server_version").split(" ", 2)[0];
    }

    @Override
    public Size size(Node node) throws IOException, InterruptedException {
        return server(node).size();
    }

    /** Returns the supervisor's process; empty if it is not running, and then there is no failover. */
    public Optional<PidFileProcess> supervisor() throws IOException, InterruptedException {
        return supervision().process();
    }

    /** Returns the log of the supervisor's observations and actions since it was started, a line each. */
    public Path supervisorLog() {
        return home.supervisor().output();
    }

    @Override
    public List<HaStatus> status() throws IOException, InterruptedException {
        HaGroup group = home.required();
        HaServers servers = HaServers.of(state, home, group);
        var found = new ArrayList<HaStatus>();
        var primary = MemberConnection.probing(group.member(group.primary()), servers.password());
        for (HaNode node : servers.all(group)) {
            var status = HaStatus.of(node.sql(), node, Optional.of(primary));
            found.add(group.stale().contains(node.name()) ? status.stale() : status);
        }
        return List.copyOf(found);
    }

    @Override
    protected SequencedMap<String, Object> facts(List<HaStatus> nodes) throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        facts.put("supervisor_pid", supervisor().map(PidFileProcess::pid).orElse(0L));
        facts.put("supervisor_log", supervisorLog().toString());
        return facts;
    }

    @Override
    public String problem() throws IOException, InterruptedException {
        return supervisor().isPresent() ? "" : "The supervisor is not running: there would be no failover.";
    }

    @Override
    protected Access access(HaGroup group) throws IOException {
        Stream<String> addresses = clientNodes().stream().map(node -> node.host() + ":" + node.port());
        var properties = new LinkedHashMap<String, String>();
        String versions = home.versions(group).values().stream()
                .distinct()
                .sorted()
                .collect(Collectors.joining(" and ")); // one, except during an upgrade
        properties.put("version", versions);
        properties.put("synchronous_standby_names", group.synchronousNames());
        properties.put(
                "supervisor",
                "own process, poll " + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                        + " misses");
        properties.put("run_as", group.runAs());
        if (home.links().wiring().isPresent()) {
            properties.put(
                    "links",
                    "clients and replication go through a TCP proxy on this machine: the ports of the url are the proxy's, the"
                            + " addresses of the nodes their own");
            properties.put("balancer", "none: clients connect to each node through the proxy");
        }
        properties.put("limits", limits(versions, group));
        return access(addresses, properties);
    }

    @Override
    public List<Node> clientNodes() throws IOException {
        Optional<ProxyWiring> wiring = home.links().wiring();
        return nodes().stream()
                .map(node -> new Node(
                        node.name(),
                        node.host(),
                        wiring.flatMap(wired -> wired.port(Links.CLIENTS, node.name()))
                                .orElse(node.port()),
                        node.zone(),
                        node.region()))
                .toList();
    }

    /** Describes the limits that every report about this target must state. */
    private static String limits(String versions, HaGroup group) {
        return "PostgreSQL " + versions + ", 1 primary + "
                + (group.members().size() - 1)
                + " quorum-synchronous standbys (ANY 1) on one host. Failover by Squall's own supervisor (poll "
                + FailoverSupervisor.POLL.toMillis() + " ms, " + FailoverSupervisor.MISSES
                + " misses, single decision maker, no consensus)."
                + " Not a distributed SQL database. Recovery times show this supervisor's settings. Zones are simulated.";
    }

    /** Returns the node that accepts writes now, by its own answer; what the supervisor plans does not count. */
    @Override
    public Optional<Node> primary() throws IOException, InterruptedException {
        HaGroup group = home.required();
        GroupMember member = group.member(group.primary());
        HaNode node = HaServers.of(state, home, group).node(member);
        return node.state() == State.UP && node.sql().takesWrites() ? Optional.of(member.node()) : Optional.empty();
    }

    @Override
    protected void startNode(Node node) throws IOException, InterruptedException {
        locked(() -> {
            HaGroup group = home.required();
            return new GroupRejoin(HaServers.of(state, home, group), line -> {})
                    .bring(group, group.member(node.name()));
        });
    }

    @Override
    protected Optional<Links> relayWithoutNamespaces(HaGroup group) throws IOException {
        return network().relay();
    }

    @Override
    public List<FileKind> fileKinds() {
        return PostgresFiles.KINDS;
    }

    @Override
    public DataFiles files(Node node) throws IOException, InterruptedException {
        HaNode server = server(node);
        return new PostgresFiles(
                server.data(), server.keptCopies(), List.of(server.log()), new PostgresFiles.AskedServer() {
                    @Override
                    public List<String> rows(String query) throws IOException {
                        return server.sql().rows(DATABASE, query);
                    }

                    @Override
                    public void checkpoint() throws IOException, InterruptedException {
                        HaCluster.this.checkpoint(server);
                    }

                    @Override
                    public boolean up() throws IOException, InterruptedException {
                        return server.state() == State.UP;
                    }
                });
    }

    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException, InterruptedException {
        List<LogEvent> events =
                new ArrayList<>(SupervisorLog.of(supervisorLog()).between(from, to));
        for (HaNode node : servers(home.required())) {
            events.addAll(new PostgresLogEvents(node.name(), List.of(node.log())).between(from, to));
        }
        return List.copyOf(events);
    }

    @Override
    public String detection() {
        return "supervisor: " + FailoverSupervisor.MISSES + " misses, " + FailoverSupervisor.POLL.toMillis()
                + " ms apart";
    }

    /** Writes changed pages. A standby writes them as a restart point, which it has only where it has replayed a checkpoint of its primary. */
    private void checkpoint(HaNode node) throws IOException, InterruptedException {
        Optional<Node> primary = primary().filter(other -> !other.name().equals(node.name()));
        if (primary.isPresent()) {
            MemberConnection source = server(primary.get()).sql();
            source.execute("CHECKPOINT");
            String written = source.text("SELECT pg_current_wal_flush_lsn()");
            if (!PollDeadline.in(REPLAY_LIMIT)
                    .await(() -> node.sql()
                            .text("SELECT pg_last_wal_replay_lsn() >= '" + written + "'")
                            .equals("t"))) {
                throw new IOException(node.name() + " has not replayed the log of "
                        + primary.get().name() + " up to " + written + " within " + REPLAY_LIMIT.toSeconds() + " s");
            }
        }
        node.sql().execute("CHECKPOINT");
    }

    private SupervisorProcess supervision() {
        return new SupervisorProcess(state, home);
    }

    private HaNetwork network() {
        return new HaNetwork(home);
    }
}
