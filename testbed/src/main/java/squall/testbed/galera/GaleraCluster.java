package squall.testbed.galera;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.ClusterLog;
import squall.spi.Options;
import squall.spi.StoredFiles;
import squall.spi.Target;
import squall.system.StateFolder;
import squall.testbed.cluster.LocalCluster;
import squall.testbed.cluster.ScalableCluster;
import squall.testbed.host.DiskShape;

/**
 * Cluster of MariaDB servers on this machine that replicate to each other through Galera, each of which accepts writes.
 *
 * <p>A node is {@link Cluster.State#UP} while it belongs to the primary component and accepts statements; one without quorum is
 * {@link Cluster.State#BUSY}. Nodes tell each other their real addresses, so a proxy cannot relay between them: only namespaces give them
 * links.
 */
public final class GaleraCluster extends LocalCluster<GaleraGroup, GaleraNode, GaleraCluster.GaleraStatus>
        implements ScalableCluster, StoredFiles, ClusterLog {
    /** Name of the group that commands use by default. */
    public static final String DEFAULT_NAME = "galera";

    /** Kind of these clusters, as users type it. */
    static final String KIND = "galera";

    /** Name of the clients' database. */
    static final String DATABASE = "squall";

    /** Limit for the lock; longer than any command holds it. */
    private static final Duration LOCK_LIMIT = Duration.ofMinutes(30);

    private static final String READ_SYNC = "wsrep_sync_wait=";

    private final StateFolder state;
    private final GaleraFolder home;
    private final GaleraShape.Clients clients;

    /**
     * Creates a cluster whose clients connect to every node. @throws IllegalArgumentException if the name does not consist of small
     * letters, digits and hyphens
     */
    public GaleraCluster(StateFolder state, String name) throws IOException {
        this(state, GaleraFolder.named(state, name), GaleraShape.Clients.USUAL);
    }

    private GaleraCluster(StateFolder state, GaleraFolder home, GaleraShape.Clients clients) {
        super(home, LOCK_LIMIT);
        this.state = state;
        this.home = home;
        this.clients = clients;
    }

    /** Returns the same cluster for clients that use it in another way. */
    GaleraCluster usedBy(GaleraShape.Clients others) {
        return new GaleraCluster(state, home, others);
    }

    @Override
    protected boolean bring(Options options, Consumer<String> say) throws IOException, InterruptedException {
        GaleraShape shape = GaleraShape.of(options);
        Optional<GaleraGroup> known = home.note();
        if (known.isPresent()) {
            requireFits(shape, known.get());
        } else {
            say.accept("creating " + shape.nodes() + " MariaDB servers with Galera");
        }
        GaleraGroup group =
                known.isPresent() ? known.get() : new GaleraMaker(state, home).make(shape, DiskShape.of(options));
        home.keepPorts(group);
        boolean placed = home.upNamespaces(group);
        return GaleraServers.of(home, group).bringAll(say) || placed || known.isEmpty();
    }

    @Override
    protected long leastDiskBytes() {
        return DiskShape.LEAST_BYTES_WITH_LOG_FOR_OTHERS;
    }

    @Override
    public List<FileKind> fileKinds() {
        return GaleraFiles.KINDS;
    }

    @Override
    public DataFiles files(Node node) throws IOException, InterruptedException {
        return new GaleraFiles(server(node));
    }

    @Override
    public List<LogEvent> events(Instant from, Instant to) throws IOException, InterruptedException {
        List<GaleraLog> logs = servers(home.required()).stream()
                .map(node -> new GaleraLog(node.name(), node.log()))
                .toList();
        return GaleraLog.between(logs, from, to);
    }

    @Override
    public String detection() throws IOException {
        return home.required().members().size() == 1 ? "" : "evs.suspect_timeout " + GaleraSettings.SUSPECT_TIMEOUT;
    }

    @Override
    public Duration resolution() {
        return GaleraLog.RESOLUTION;
    }

    @Override
    protected int nodeCount(Options options) {
        return GaleraShape.of(options).nodes();
    }

    private void requireFits(GaleraShape shape, GaleraGroup group) throws IOException {
        home.requireNamespaces(shape.namespaces());
        if (shape.flushLog().isPresent() && !shape.flushLog().get().equals(group.flushLog())) {
            throw new IllegalArgumentException("galera '" + home.name() + "' was created with flush-log="
                    + group.flushLog() + ", not " + shape.flushLog().get()
                    + ": omit flush-log, choose another --name, or run 'testbed reset galera'");
        }
        if (shape.nodesGiven() && shape.nodes() != group.members().size()) {
            throw new IllegalArgumentException("galera '" + home.name() + "' has "
                    + group.members().size() + " nodes, not " + shape.nodes()
                    + "; change that with 'testbed add-node galera' or 'testbed decommission galera'");
        }
    }

    /** Lists the nodes in the order in which they are stopped: the next start begins with the last one to leave. */
    @Override
    protected List<GaleraNode> servers(GaleraGroup group) throws IOException {
        return GaleraServers.of(home, group).nodes();
    }

    /** Returns the file with the login for MariaDB's own programs ({@code --defaults-extra-file}); readable by its owner only. */
    public Path clientFile() {
        return home.clientFile();
    }

    @Override
    public List<GaleraStatus> status() throws IOException, InterruptedException {
        var found = new ArrayList<GaleraStatus>();
        for (GaleraNode node : servers(home.required())) {
            State now = node.state();
            boolean answers = now == State.UP || now == State.BUSY;
            found.add(
                    GaleraStatus.of(node.member().node(), now, answers ? node.report() : Optional.empty(), node.pid()));
        }
        return List.copyOf(found);
    }

    @Override
    public String summary() throws IOException, InterruptedException {
        List<GaleraStatus> nodes = status();
        long up = nodes.stream().filter(node -> node.state() == State.UP).count();
        return up == 0
                ? "No node accepts statements: there is no primary component."
                : up + " of " + nodes.size() + " Galera nodes are up.";
    }

    @Override
    protected SequencedMap<String, Object> loginFacts(Target target) throws IOException {
        var facts = new LinkedHashMap<String, Object>();
        facts.put(
                "one_writer_url",
                usedBy(new GaleraShape.Clients(GaleraShape.Writers.ONE, clients.syncWait()))
                        .target()
                        .url());
        facts.put("user", target.user());
        facts.put("password_file", clientFile().toString());
        return facts;
    }

    @Override
    protected SequencedMap<String, Object> facts(List<GaleraStatus> nodes) {
        var facts = new LinkedHashMap<String, Object>();
        nodes.stream()
                .map(GaleraStatus::provider)
                .filter(version -> !version.isEmpty())
                .findFirst()
                .ifPresent(version -> facts.put("galera", version));
        return facts;
    }

    @Override
    protected Access access(GaleraGroup group) throws IOException {
        String hosts = group.members().stream()
                .map(member -> member.address().toString())
                .collect(Collectors.joining(","));
        var properties = new LinkedHashMap<String, String>();
        properties.put("version", "MariaDB " + group.version());
        properties.put(
                "supervisor",
                "none: the nodes decide by quorum (evs.suspect_timeout " + GaleraSettings.SUSPECT_TIMEOUT
                        + ", evs.inactive_timeout " + GaleraSettings.INACTIVE_TIMEOUT + ")");
        properties.put("run_as", group.runAs());
        properties.put("innodb_flush_log_at_trx_commit", group.flushLog());
        if (clients.writers() == GaleraShape.Writers.ONE) {
            properties.put("balancer", "none: clients connect to one node");
        }
        properties.put("limits", limits(group));
        return new Access(url(hosts, clients), GaleraFolder.USER, home.password(), properties);
    }

    static String url(String hosts, GaleraShape.Clients clients) {
        String first = clients.writers() == GaleraShape.Writers.ONE
                ? List.of(hosts.split(",")).getFirst()
                : hosts;
        String session = clients.syncWait() == 0 ? "" : "?sessionVariables=" + READ_SYNC + clients.syncWait();
        return "jdbc:mariadb://" + first + "/" + DATABASE + session;
    }

    /** Describes the limits that every report about this target must state. */
    private String limits(GaleraGroup group) {
        boolean readsWait = (clients.syncWait() & 1) == 1;
        return "MariaDB " + group.version() + " with Galera, "
                + group.members().size()
                + " nodes on one host. Every node holds all data and accepts writes: no sharding, no leases, no"
                + " rebalancing. Across nodes less than snapshot isolation: of two transactions that change the same row,"
                + " the first to be certified commits and the other fails at commit, but lost updates and long forks"
                + " were seen. "
                + (readsWait
                        ? "Reads wait for what other nodes committed before (" + READ_SYNC + clients.syncWait() + ")."
                        : "Reads may be stale unless a session sets " + READ_SYNC + "1.")
                + " The outage after a lost node is mostly evs.suspect_timeout ("
                + GaleraSettings.SUSPECT_TIMEOUT + ") and the change of view that follows. Zones are simulated.";
    }

    /** Starts a node; if there are too few nodes for a primary component, it waits for the others. */
    @Override
    protected void startNode(Node node) throws IOException, InterruptedException {
        locked(() -> {
            GaleraServers servers = GaleraServers.of(home, home.required());
            GaleraNode starting = server(node);
            servers.bring(starting);
            return starting;
        });
    }

    @Override
    public Node usualNext() throws IOException {
        return GaleraMember.withOwnAddress(home.required().lastNumber() + 1, GaleraMember.HOST)
                .node();
    }

    @Override
    public Node add(String zone, String region) throws IOException, InterruptedException {
        if (!region.equals(GaleraMember.REGION)) {
            throw new IllegalArgumentException("galera has one region, " + GaleraMember.REGION + ", not " + region);
        }
        return locked(() -> new GaleraMembership(home)
                .join(new GaleraMaker(state, home).next(home.required(), zone))
                .node());
    }

    @Override
    public void remove(Node node) throws IOException, InterruptedException {
        locked(() -> {
            GaleraMember leaving = home.required().member(node.name());
            new GaleraMembership(home).leave(leaving);
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

    /**
     * State of a node.
     *
     * @param component that it belongs to, as it reports: Primary or non-Primary; empty if it does not respond
     * @param synced its progress, as it reports: Synced, Joining, Donor/Desynced …; empty if it does not respond
     * @param sees number of nodes in its component
     * @param committed number of the last transaction that it has committed; -1 if it does not respond
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
            long pid)
            implements NodeReport {
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

        @Override
        public SequencedMap<String, Object> facts() {
            var facts = new LinkedHashMap<String, Object>();
            facts.put("state", state.name().toLowerCase(Locale.ROOT));
            facts.put("component", component);
            facts.put("synced", synced);
            if (!component.isEmpty()) {
                facts.put("sees", sees);
                facts.put("committed", committed);
            }
            facts.put("address", node.host() + ":" + node.port());
            facts.put("zone", node.zone());
            facts.put("pid", pid);
            return facts;
        }
    }
}
