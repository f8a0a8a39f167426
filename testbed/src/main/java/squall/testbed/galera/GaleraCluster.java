package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.system.StateFolder;
import squall.system.process.PidFileProcess;
import squall.testbed.net.LinkedCluster;
import squall.testbed.net.NamespaceLinks;

/**
 * MariaDB servers on this machine that replicate to each other through Galera, each of which accepts writes.
 *
 * <p>All processes outlive the JVM that started them. Every method may be called from any thread and any process; methods that create,
 * start or remove something exclude each other by a file lock. A node is {@link Cluster.State#UP} while it belongs to the primary component
 * and accepts statements; one without quorum is {@link Cluster.State#BUSY}.
 */
public final class GaleraCluster
        implements Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.Scales, Cluster.Local, LinkedCluster {
    /** The name of the group that commands use when none is given. */
    public static final String DEFAULT_NAME = "galera";

    /** Longer than any command holds it. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(30);

    private final StateFolder state;
    private final GaleraFolder home;
    private final GaleraShape.Clients clients;
    private final FolderLock lock;

    /** Clients are given every node. @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    public GaleraCluster(StateFolder state, String name) throws IOException {
        this(state, name, GaleraShape.Clients.USUAL);
    }

    /** @throws IllegalArgumentException if the name is not of small letters, digits and hyphens */
    GaleraCluster(StateFolder state, String name, GaleraShape.Clients clients) throws IOException {
        this.state = state;
        this.home = GaleraFolder.named(state, name);
        this.clients = clients;
        this.lock = new FolderLock(home.lockFile(), LOCK_LIMIT);
    }

    /**
     * Creates the group and starts its nodes, where that is still to do; answers whether anything was.
     *
     * @param options those of {@link GaleraProvider}
     * @param say receives one line for each step that takes noticeable time
     * @throws IOException if it cannot run here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown or has no such value
     */
    public boolean up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        GaleraShape shape = GaleraShape.of(options);
        return lock.hold(() -> maintenance().up(shape, say));
    }

    /** Shuts every node down cleanly; returns whether one was running. */
    public boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> maintenance().down());
    }

    /**
     * Kills every node and removes the data for good; answers whether there was anything.
     *
     * @throws IOException if the folder holds what Squall did not put there; then nothing was removed
     */
    public boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> maintenance().reset());
    }

    /** Whether it was ever created. */
    public boolean exists() throws IOException {
        return home.group().isPresent();
    }

    /** Read by MariaDB's own programs ({@code --defaults-extra-file}); readable by its owner only. */
    public Path clientFile() {
        return home.clientFile();
    }

    /** How each node is found at this moment, and what it says about its group. */
    public List<GaleraStatus> status() throws IOException, InterruptedException {
        var found = new ArrayList<GaleraStatus>();
        for (GaleraNode node : servers().nodes()) {
            State now = node.state();
            long pid = node.process().map(PidFileProcess::pid).orElse(0L);
            boolean answers = now == State.UP || now == State.BUSY;
            found.add(GaleraStatus.of(node.member().node(), now, answers ? node.report() : Optional.empty(), pid));
        }
        return List.copyOf(found);
    }

    @Override
    public Target target() throws IOException {
        return GaleraTargets.of(group(), home, clients);
    }

    @Override
    public List<Node> nodes() throws IOException {
        return group().members().stream().map(GaleraMember::node).toList();
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

    /** If there are too few nodes for a primary component, the node is started and waits for the others. */
    @Override
    public void start(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            GaleraServers servers = servers();
            GaleraNode starting = servers.node(servers.group().member(node.name()));
            servers.bring(starting);
            return starting;
        });
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
    public Node add(String zone, String region) throws IOException, InterruptedException {
        if (!region.equals(GaleraMember.REGION)) {
            throw new IllegalArgumentException("galera has one region, " + GaleraMember.REGION + ", not " + region);
        }
        return lock.hold(() -> maintenance().join(zone).node());
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        lock.hold(() -> {
            GaleraMember leaving = group().member(node.name());
            maintenance().leave(leaving);
            return leaving;
        });
    }

    @Override
    public String joinedMeans() {
        return "the node copied all data from another node (rsync), is Synced, and accepts statements";
    }

    @Override
    public String leftMeans() {
        return "the node was shut down cleanly and its data deleted; every other node holds all data";
    }

    @Override
    public List<Long> pids(Node node) throws IOException, InterruptedException {
        return server(node).pids();
    }

    @Override
    public Path data(Node node) throws IOException {
        return server(node).data();
    }

    /** None, unless the group was created with namespaces: nodes tell each other their real addresses, so a proxy cannot stand between them. */
    @Override
    public Optional<? extends Links> relay() throws IOException {
        GaleraGroup group = group();
        var ports = group.members().stream().collect(Collectors.toMap(GaleraMember::name, GaleraMember::port));
        return home.namespaces(group).map(namespaces -> new NamespaceLinks(namespaces, ports));
    }

    private GaleraMaintenance maintenance() {
        return new GaleraMaintenance(state, home);
    }

    private GaleraNode server(Node node) throws IOException {
        GaleraServers servers = servers();
        return servers.node(servers.group().member(node.name()));
    }

    private GaleraServers servers() throws IOException {
        return GaleraServers.of(home, group());
    }

    private GaleraGroup group() throws IOException {
        return maintenance().group();
    }

    /**
     * How a node is found.
     *
     * @param component that it belongs to, in its own words: Primary or non-Primary; empty if it does not answer
     * @param synced its progress, in its own words: Synced, Joining, Donor/Desynced …; empty if it does not answer
     * @param sees how many nodes its component has
     * @param committed number of the last transaction that it has committed; -1 if it does not answer
     * @param pid of its server; 0 if it does not run
     */
    public record GaleraStatus(
            Cluster.Node node,
            Cluster.State state,
            String component,
            String synced,
            int sees,
            long committed,
            String provider,
            long pid) {
        static GaleraStatus of(
                Cluster.Node node, Cluster.State state, Optional<GaleraConnection.Report> report, long pid) {
            return new GaleraStatus(
                    node,
                    state,
                    report.map(GaleraConnection.Report::component).orElse(""),
                    report.map(GaleraConnection.Report::state).orElse(""),
                    report.map(GaleraConnection.Report::size).orElse(0),
                    report.map(GaleraConnection.Report::committed).orElse(-1L),
                    report.map(GaleraConnection.Report::provider).orElse(""),
                    pid);
        }
    }

    /** The description of a group for clients, including its limits. */
    static final class GaleraTargets {
        private static final String READ_SYNC = "wsrep_sync_wait=";

        private GaleraTargets() {}

        static Target of(GaleraGroup group, GaleraFolder home, GaleraShape.Clients clients) throws IOException {
            String hosts = group.members().stream()
                    .map(member -> member.address().toString())
                    .collect(Collectors.joining(","));
            return new Target(
                    "galera",
                    url(hosts, clients),
                    GaleraFolder.USER,
                    home.password(),
                    properties(group, home, clients));
        }

        static String url(String hosts, GaleraShape.Clients clients) {
            String first = clients.writers() == GaleraShape.Writers.ONE
                    ? List.of(hosts.split(",")).getFirst()
                    : hosts;
            String session = clients.syncWait() == 0 ? "" : "?sessionVariables=" + READ_SYNC + clients.syncWait();
            return "jdbc:mariadb://" + first + "/" + GaleraMaintenance.DATABASE + session;
        }

        private static Map<String, String> properties(GaleraGroup group, GaleraFolder home, GaleraShape.Clients clients)
                throws IOException {
            var properties = new LinkedHashMap<String, String>();
            properties.put("version", "MariaDB " + group.version());
            properties.put("host_count", "1");
            properties.put("supervisor", "none: the nodes decide by quorum (" + settings() + ")");
            properties.put("run_as", group.runAs());
            properties.put("folder", home.folder().toString());
            properties.put(
                    "links",
                    home.subnet()
                            .map(subnet -> "each node in its own network namespace, " + subnet.range())
                            .orElse("none"));
            properties.put(
                    "balancer",
                    clients.writers() == GaleraShape.Writers.ONE
                            ? "none: clients connect to one node"
                            : "none: clients connect to each node directly");
            properties.put("limits", limits(group, clients));
            return properties;
        }

        private static String settings() {
            return "evs.suspect_timeout " + GaleraSettings.SUSPECT_TIMEOUT + ", evs.inactive_timeout "
                    + GaleraSettings.INACTIVE_TIMEOUT;
        }

        /** The limits that every report about this target must state. */
        private static String limits(GaleraGroup group, GaleraShape.Clients clients) {
            return "MariaDB " + group.version() + " with Galera, "
                    + group.members().size()
                    + " nodes on one host. Every node holds all data and accepts writes: no sharding, no leases, no"
                    + " rebalancing. Snapshot isolation across nodes: of two transactions that change the same row, the"
                    + " first to be certified commits and the other fails at commit; no serializable isolation across"
                    + " nodes. " + stale(clients.syncWait())
                    + " The outage after a lost node is mostly evs.suspect_timeout ("
                    + GaleraSettings.SUSPECT_TIMEOUT + ") and the change of view that follows. Zones are simulated.";
        }

        private static String stale(int syncWait) {
            boolean reads = (syncWait & 1) == 1;
            return reads
                    ? "Reads wait for what other nodes committed before (" + READ_SYNC + syncWait + ")."
                    : "Reads may be stale unless a session sets " + READ_SYNC + "1.";
        }
    }
}
