package squall.testbed.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.spi.Target;
import squall.system.FolderLock;
import squall.testbed.host.DiskShape;
import squall.testbed.host.LoopDisk;
import squall.testbed.host.NodeSize;
import squall.testbed.host.SizedNodes.Demand;
import squall.testbed.net.NamespaceLinks;
import squall.testbed.net.NetworkNamespaces;

/**
 * Cluster of database nodes on this machine, created, started and stopped only by Squall. A subclass is the recipe of one engine.
 *
 * <p>All processes outlive the JVM that started them. Every method may be called from any thread and any process; methods that create,
 * start or remove anything exclude each other by a file lock.
 *
 * @param <G> note of the cluster
 * @param <N> node of the engine
 * @param <R> report on a node
 */
public abstract class LocalCluster<G extends ClusterNote<?>, N extends LocalNode, R extends LocalCluster.NodeReport>
        implements Cluster, Cluster.Restarts, Cluster.Pauses, Cluster.Local, Cluster.DelegatedLinks, PowerCutCluster {
    /** Memory that the smallest settings of these databases take, with room for connections. */
    private static final int LEAST_MEMORY_MB = 256;

    private final ClusterFolder<G> home;
    private final FolderLock lock;

    /** @param lockLimit longer than any command holds the lock */
    protected LocalCluster(ClusterFolder<G> home, Duration lockLimit) {
        this.home = home;
        this.lock = new FolderLock(home.lockFile(), lockLimit);
    }

    /**
     * Creates the cluster and starts its nodes, as far as necessary; returns whether anything was done. Called by the holder of the lock.
     */
    protected abstract boolean bring(Options options, Consumer<String> say) throws IOException, InterruptedException;

    /** Starts a node whose disk is mounted; on return it is {@link State#UP}. */
    protected abstract void startNode(Node node) throws IOException, InterruptedException;

    /** Returns the nodes of the cluster, in the order of its note. */
    protected abstract List<N> servers(G note) throws IOException, InterruptedException;

    /** Describes how clients reach the cluster. */
    protected abstract Access access(G note) throws IOException;

    /** Reports the current state of each node; does not wait for commands that start or stop them. */
    public abstract List<R> status() throws IOException, InterruptedException;

    /** Describes the state of an existing cluster in one sentence. */
    public abstract String summary() throws IOException, InterruptedException;

    /** Returns facts about the login, for users; no secrets. */
    protected SequencedMap<String, Object> loginFacts(Target target) throws IOException {
        return Collections.emptyNavigableMap();
    }

    /** Returns facts for users about the cluster as a whole, besides its properties. */
    protected SequencedMap<String, Object> facts(List<R> nodes) throws IOException, InterruptedException {
        return Collections.emptyNavigableMap();
    }

    /** Ends the processes that belong to no node, before the cluster is removed. */
    protected void endHelpers() throws IOException, InterruptedException {}

    /** Shuts the nodes down cleanly; returns whether one was running. */
    protected boolean shutDown(G note) throws IOException, InterruptedException {
        return stopInTurn(servers(note));
    }

    /** Returns how many nodes a new cluster of these options has. */
    protected abstract int nodeCount(Options options);

    /** Returns the memory in MB without which a node of a new or existing cluster would not start. */
    protected int leastMemoryMb(Optional<G> note, Options options) {
        return LEAST_MEMORY_MB;
    }

    /** Returns the size of the smallest disk of its own on which a node of a new cluster can run. */
    protected long leastDiskBytes() {
        return 0;
    }

    /** Returns the links of a cluster whose nodes have no network namespaces. */
    protected Optional<Links> relayWithoutNamespaces(G note) throws IOException {
        return Optional.empty();
    }

    /**
     * Creates the cluster and starts its nodes, as far as necessary; returns whether anything was done.
     *
     * @param say receives one line for each step that takes noticeable time
     * @throws IOException if it cannot run here; the message names the remedies
     * @throws IllegalArgumentException if an option is unknown, has an invalid value, or does not agree with the existing cluster
     */
    public final boolean up(Options options, Consumer<String> say) throws IOException, InterruptedException {
        Optional<DiskShape> requested = DiskShape.of(options);
        return lock.hold(() -> {
            size(options);
            boolean any;
            try {
                any = home.sizes().starting(() -> bringOnDisks(options, requested, say));
            } finally {
                forgetSizeUnlessMade();
            }
            return any;
        });
    }

    /** Forgets the size of a cluster that was refused before it was made: the next one of its name may have another or none. */
    private void forgetSizeUnlessMade() throws IOException, InterruptedException {
        if (home.note().isEmpty()) {
            home.sizes().forget();
        }
    }

    private boolean bringOnDisks(Options options, Optional<DiskShape> requested, Consumer<String> say)
            throws IOException, InterruptedException {
        Optional<G> known = home.note();
        if (known.isPresent()) {
            home.requireDisks(requested);
            home.mountDisks(known.get());
            return bring(options, say);
        }
        if (requested.isPresent()) {
            requested.get().require(leastDiskBytes(), home.kind());
            LoopDisk.require(requested.get()); // before anything is downloaded for it
        }
        boolean any = bring(options, say);
        home.syncDisks(home.required());
        return any;
    }

    private void size(Options options) throws IOException, InterruptedException {
        Optional<NodeSize> asked = NodeSize.of(options);
        if (asked.isPresent() || home.sizes().given().isPresent()) {
            Optional<G> note = home.note();
            int count = note.isPresent() ? note.get().members().size() : nodeCount(options);
            home.sizes().choose(asked, new Demand(note.isPresent(), runs(), count, leastMemoryMb(note, options)));
        }
    }

    /** Returns whether a process of a node exists. */
    public final boolean runs() throws IOException, InterruptedException {
        Optional<G> note = home.note();
        for (N node : note.isPresent() ? servers(note.get()) : List.<N>of()) {
            if (node.runs()) {
                return true;
            }
        }
        return false;
    }

    /** Checks that a new cluster of these options could have the size that they name. @throws IOException with the remedy, if it could not */
    public final void requireSize(Options options) throws IOException {
        Optional<NodeSize> asked = NodeSize.of(options);
        if (asked.isPresent()) {
            asked.get().require(nodeCount(options), leastMemoryMb(home.note(), options));
        }
    }

    /** Shuts all nodes down cleanly; returns whether one was running. */
    public final boolean down() throws IOException, InterruptedException {
        return lock.hold(() -> {
            Optional<G> note = home.note();
            if (note.isEmpty()) {
                home.unmountDisks();
                return false;
            }
            boolean any = shutDown(note.get());
            home.sizes().removeAll();
            home.downNamespaces(note.get());
            home.unmountDisks();
            return any;
        });
    }

    /**
     * Kills all processes and removes the data permanently; returns whether there was anything.
     *
     * @throws IOException if the folder contains files that Squall did not create; then nothing was removed
     */
    public final boolean reset() throws IOException, InterruptedException {
        return lock.hold(() -> {
            Optional<G> note = home.note();
            if (note.isEmpty()) {
                home.removeRemains();
                return false;
            }
            home.requireOwn(note.get());
            endHelpers();
            for (N node : servers(note.get())) {
                node.kill();
            }
            home.sizes().forget();
            home.downNamespaces(note.get());
            home.unmountDisks();
            home.delete();
            home.ports().release();
            return true;
        });
    }

    /** Returns whether the cluster was ever created. */
    public final boolean exists() throws IOException {
        return home.note().isPresent();
    }

    /** Reports the state of the cluster and of each node, for users. */
    public final SequencedMap<String, Object> facts() throws IOException, InterruptedException {
        var facts = new LinkedHashMap<String, Object>();
        if (!exists()) {
            facts.put("state", "never made");
            return facts;
        }
        Target target = target();
        List<R> nodes = status();
        facts.put("url", target.url());
        facts.putAll(loginFacts(target));
        facts.putAll(new TreeMap<>(target.properties()));
        facts.putAll(facts(nodes));
        facts.remove("nodes"); // a number; the nodes are listed one by one below
        var each = new LinkedHashMap<String, Object>();
        SequencedMap<String, NodeSize> sizes = home.sizes()
                .readBack(nodes.stream().map(node -> node.node().name()).toList());
        for (R node : nodes) {
            var own = new LinkedHashMap<>(node.facts());
            Optional.ofNullable(sizes.get(node.node().name()))
                    .ifPresent(size ->
                            size.options().forEach((option, value) -> own.put(option.replace('-', '_'), value)));
            each.put(node.node().name(), own);
        }
        facts.put("nodes", each);
        return facts;
    }

    @Override
    public final Target target() throws IOException {
        Access access = access(home.required());
        var properties = new LinkedHashMap<String, String>();
        properties.put("host_count", "1");
        properties.put("folder", home.folder().toString());
        properties.put(
                "links",
                home.subnet()
                        .map(subnet -> "each node in its own network namespace, " + subnet.range())
                        .orElse("none"));
        properties.putAll(home.sizes().properties(home.required().names()));
        properties.put(
                "disks",
                home.disks()
                        .map(shape -> "each node on a disk of its own: " + shape.text())
                        .orElse("shared"));
        properties.put("balancer", "none: clients connect to each node directly");
        properties.putAll(access.properties());
        return new Target(home.kind(), access.url(), access.user(), access.password(), properties);
    }

    @Override
    public final List<Node> nodes() throws IOException {
        return home.required().members().stream().map(ClusterNote.Member::node).toList();
    }

    @Override
    public final State state(Node node) throws IOException, InterruptedException {
        return server(node).state();
    }

    @Override
    public final void kill(Node node) throws IOException, InterruptedException {
        server(node).kill();
    }

    /** {@inheritDoc} Its disk is mounted first, if it has one. */
    @Override
    public final void start(Node node) throws IOException, InterruptedException {
        Optional<LoopDisk> disk = disk(node);
        if (disk.isPresent()) {
            locked(
                    () -> { // the start of another node may mount it too
                        disk.get().attach();
                        return node;
                    });
        }
        startNode(node);
    }

    @Override
    public final void stop(Node node) throws IOException, InterruptedException {
        server(node).stop();
    }

    @Override
    public final void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        server(node).pause(atMost);
    }

    @Override
    public final void resume(Node node) throws IOException, InterruptedException {
        server(node).resume();
    }

    @Override
    public final List<Long> pids(Node node) throws IOException, InterruptedException {
        return server(node).pids();
    }

    @Override
    public final Path data(Node node) throws IOException, InterruptedException {
        return server(node).data();
    }

    @Override
    public final Optional<LoopDisk> disk(Node node) throws IOException {
        return LoopDisk.of(home.node(home.required().member(node.name())));
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) throws IOException {
        return capability == PowerCuts.class ? withoutDisks() : PowerCutCluster.super.unavailable(capability);
    }

    @Override
    public final Links linkControl() throws IOException {
        return relay().orElseThrow(() -> new IOException(
                "this cluster does not support link faults: it was created with neither links nor namespaces"));
    }

    @Override
    public final List<Link> links() throws IOException {
        Optional<Links> relay = relay();
        return relay.isPresent() ? relay.get().links() : List.of();
    }

    /** Finds the links: those of namespaces, else those of the engine, if it has any. */
    private Optional<Links> relay() throws IOException {
        G note = home.required();
        Optional<NetworkNamespaces> namespaces = home.namespaces(note);
        if (namespaces.isEmpty()) {
            return relayWithoutNamespaces(note);
        }
        Map<String, Integer> ports =
                note.members().stream().map(ClusterNote.Member::node).collect(Collectors.toMap(Node::name, Node::port));
        return Optional.of(new NamespaceLinks(namespaces.get(), ports));
    }

    /** Returns the node with its processes on this machine. */
    public final N server(Node node) throws IOException, InterruptedException {
        G note = home.required();
        return servers(note).get(note.members().indexOf(note.member(node.name())));
    }

    /** Performs an action while no other process creates, starts or removes anything of the cluster. */
    protected final <T> T locked(FolderLock.LockedAction<T> action) throws IOException, InterruptedException {
        return lock.hold(action);
    }

    /** Stops one node after the other; returns whether one was running. */
    protected static boolean stopInTurn(List<? extends LocalNode> nodes) throws IOException, InterruptedException {
        boolean any = false;
        for (LocalNode node : nodes) {
            any |= node.runs();
            node.stop();
        }
        return any;
    }

    /**
     * Access of clients to the cluster.
     *
     * @param properties that a report states, besides those of every cluster
     */
    protected record Access(String url, String user, String password, Map<String, String> properties) {
        public Access {
            properties = Map.copyOf(properties);
        }

        @Override
        public String toString() {
            return url; // not the password
        }
    }

    /** Report of a node's state. */
    public interface NodeReport {
        Node node();

        State state();

        /** Returns facts for users, in the order in which they are printed. */
        SequencedMap<String, Object> facts();
    }
}
