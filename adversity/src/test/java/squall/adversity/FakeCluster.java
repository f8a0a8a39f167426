package squall.adversity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import squall.spi.Cluster;
import squall.spi.StoredFiles;
import squall.spi.Target;

/** Cluster in memory with every capability; a test can set its nodes to refuse, or to wait for each other. */
public final class FakeCluster
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.Scales,
                Cluster.Links,
                Cluster.Disks,
                Cluster.PowerCuts,
                StoredFiles,
                Cluster.Resizes,
                Cluster.Upgrades,
                Cluster.Clocks,
                Cluster.Local,
                Cluster.HasPrimary {
    /** Names of the nodes at which every action fails. */
    public final Set<String> refusing = ConcurrentHashMap.newKeySet();

    /** State of the disks: true if one that loses its power keeps what was never synced, so that nothing was cut. */
    public volatile boolean keepsUnsynced;

    /** Names of the nodes that do not start. */
    public final Set<String> unstartable = ConcurrentHashMap.newKeySet();

    /** Names of the nodes that do not answer a query about their clocks. */
    public final Set<String> unanswering = ConcurrentHashMap.newKeySet();

    /** Names of the nodes whose start does not end until it is interrupted. */
    public final Set<String> hanging = ConcurrentHashMap.newKeySet();

    /** Reports of nodes about corrupt files. */
    public volatile List<String> reports = List.of();

    /** Order of changes: true if a node changes its version or size only after those with later names, as pods of a StatefulSet do. */
    public volatile boolean lastFirst;

    /** Restarts by another: true if something else starts a node that was killed at once, as the controller of a StatefulSet does. */
    public volatile boolean startedByOthers;

    private final Map<String, Server> servers = new ConcurrentSkipListMap<>();
    /** Nodes that left, by places: machines that another node may get. */
    private final Map<String, Server> left = new ConcurrentHashMap<>();

    private final Map<Link, Impairment> impairments = new ConcurrentHashMap<>();
    private final Path data;
    private Target target = new Target("fake", "jdbc:fake", "", "", Map.of());
    private CountDownLatch together = new CountDownLatch(0);
    private int made;

    private static final class Server {
        final Node node;
        volatile State state = State.UP;
        volatile String version = "17.2";
        volatile Size size = new Size(128, 2);
        volatile Duration ahead = Duration.ZERO;
        volatile Optional<Duration> held = Optional.empty();
        volatile boolean stopped;
        final AtomicInteger processes = new AtomicInteger();
        volatile Map<String, MarkFiles> marks = Map.of();
        volatile List<Long> pids = List.of();

        Server(Node node) {
            this.node = node;
        }

        @Override
        public String toString() {
            return node.place() + " " + state + " " + version + " " + size + " clock " + ahead.toMillis() + " disk "
                    + held + (stopped ? " stopped " : " ") + marks;
        }
    }

    /** Nodes n1, n2 ..., each in a zone of its own; no two have the same version and size. */
    public FakeCluster(int nodes, Path data) {
        this.data = data;
        for (int i = 0; i < nodes; i++) {
            Server server = joined("zone" + (i + 1), "region1");
            server.version = "17." + i;
            server.size = new Size(100 + i, 1 + i);
        }
    }

    private synchronized Server joined(String zone, String region) {
        made++;
        Server server = new Server(new Node("n" + made, "127.0.0.1", 9000 + made, zone, region));
        servers.put(server.node.name(), server);
        return server;
    }

    /** Returns everything that a fault can change, by places, as another node may stand where one has left. */
    public String picture() {
        Map<String, List<String>> places = new TreeMap<>();
        servers.values()
                .forEach(server -> places.computeIfAbsent(server.node.place(), place -> new ArrayList<>())
                        .add(server.toString()));
        return places + " " + new TreeMap<>(asText(impairments));
    }

    private static Map<String, String> asText(Map<Link, Impairment> impairments) {
        Map<String, String> text = new TreeMap<>();
        impairments.forEach((link, impairment) -> text.put(link.toString(), impairment.toString()));
        return text;
    }

    public void at(Target other) {
        target = other;
    }

    public void put(String node, State state) {
        server(node).state = state;
    }

    public void run(String node, List<Long> pids) {
        server(node).pids = pids;
    }

    /** Makes every action on a node end only when so many are under way. */
    public void onlyTogether(int nodes) {
        together = new CountDownLatch(nodes);
    }

    /** @throws IOException if the node refuses, or the others do not come */
    private Server touched(Node node) throws IOException, InterruptedException {
        if (refusing.contains(node.name())) {
            throw new IOException(node.name() + ": refused");
        }
        together.countDown();
        if (!together.await(5, TimeUnit.SECONDS)) {
            throw new IOException(node.name() + ": alone, the others wait for their turn");
        }
        return server(node.name());
    }

    private Server server(String name) {
        Server server = servers.get(name);
        if (server == null) {
            throw new IllegalArgumentException("there is no node '" + name + "'");
        }
        return server;
    }

    @Override
    public Optional<String> unavailable(Class<?> capability) {
        return capability.isInstance(this) ? Optional.empty() : Optional.of("this cluster does not support it");
    }

    @Override
    public Target target() {
        return target;
    }

    @Override
    public List<Node> nodes() {
        return servers.values().stream().map(server -> server.node).toList();
    }

    @Override
    public List<Node> changeOrder(List<Node> nodes) {
        return lastFirst
                ? nodes().stream()
                        .dropWhile(node -> !nodes.contains(node))
                        .toList()
                        .reversed()
                : nodes;
    }

    @Override
    public State state(Node node) {
        return server(node.name()).state;
    }

    @Override
    public Optional<Node> primary() {
        return nodes().stream().filter(node -> state(node) == State.UP).findFirst();
    }

    @Override
    public void kill(Node node) throws IOException, InterruptedException {
        Server server = touched(node);
        if (startedByOthers) {
            server.processes.incrementAndGet();
        } else {
            server.state = State.DOWN;
        }
    }

    @Override
    public Optional<String> incarnation(Node node) {
        return startedByOthers ? Optional.of("process " + server(node.name()).processes) : Optional.empty();
    }

    @Override
    public void stop(Node node) throws IOException, InterruptedException {
        touched(node).state = State.DOWN;
    }

    @Override
    public void start(Node node) throws IOException, InterruptedException {
        if (unstartable.contains(node.name())) {
            throw new IOException(node.name() + ": does not start");
        }
        if (hanging.contains(node.name())) {
            new CountDownLatch(1).await();
        }
        touched(node).state = State.UP;
    }

    @Override
    public void pause(Node node, Duration atMost) throws IOException, InterruptedException {
        Server server = touched(node);
        if (server.state == State.DOWN) {
            throw new IOException(node.name() + " is not running");
        }
        server.state = State.PAUSED;
    }

    @Override
    public void resume(Node node) throws IOException, InterruptedException {
        Server server = touched(node);
        server.state = server.state == State.PAUSED ? State.UP : server.state;
    }

    @Override
    public Node add(String zone, String region) {
        Server server = joined(zone, region);
        Server gone = left.remove(server.node.place());
        if (gone != null) {
            server.version = gone.version;
            server.size = gone.size;
        }
        return server.node;
    }

    @Override
    public void remove(Node node) {
        left.put(node.place(), servers.remove(node.name()));
    }

    @Override
    public String joinedMeans() {
        return "it takes clients";
    }

    @Override
    public String leftMeans() {
        return "it has ended";
    }

    @Override
    public List<Link> links() {
        List<String> ends = new ArrayList<>(servers.keySet());
        ends.add(CLIENTS);
        return ends.stream()
                .flatMap(from -> ends.stream().filter(to -> !to.equals(from)).map(to -> new Link(from, to)))
                .toList();
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) throws IOException {
        if (refusing.contains(link.to())) {
            throw new IOException(link.to() + ": refused");
        }
        impairments.put(link, impairment);
    }

    @Override
    public void restoreLink(Link link) {
        impairments.remove(link);
    }

    @Override
    public Optional<Impairment> impairment(Link link) {
        return Optional.ofNullable(impairments.get(link));
    }

    @Override
    public OptionalLong affectedPackets(Link link) {
        return OptionalLong.of(impairments.containsKey(link) ? 5 : 0);
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) {
        Duration took = Duration.ofMillis(1);
        for (Link way : List.of(link, link.reversed())) {
            switch (impairments.get(way)) {
                case Impairment.Cut cut -> {
                    return Optional.empty();
                }
                case Impairment.Reset reset -> {
                    return Optional.empty();
                }
                case Impairment.Delay delay -> took = took.plus(delay.by());
                case null, default -> {}
            }
        }
        return Optional.of(took);
    }

    @Override
    public String how() {
        return "a word in memory";
    }

    @Override
    public void hold(Node node, Duration each, Duration atMost) throws IOException, InterruptedException {
        touched(node).held = Optional.of(each);
    }

    @Override
    public void release(Node node) throws IOException, InterruptedException {
        touched(node).held = Optional.empty();
    }

    @Override
    public Optional<Duration> held(Node node) {
        return server(node.name()).held;
    }

    @Override
    public Optional<Duration> probe(Node node, Duration atMost) {
        Duration took = held(node).orElse(Duration.ofMillis(1));
        return took.compareTo(atMost) > 0 ? Optional.empty() : Optional.of(took);
    }

    @Override
    public Duration stopDisks(List<Node> nodes, String mark) {
        for (Node node : nodes) {
            Server server = server(node.name());
            if (!server.stopped) {
                server.stopped = true;
                server.state = server.state == State.DOWN ? State.DOWN : State.PAUSED;
                server.marks = Map.of(mark, new MarkFiles(true, keepsUnsynced));
            }
        }
        return Duration.ofMillis(1);
    }

    /** Returns the file of a node's rows, which a test writes; without one it has none. */
    public Path stored(String node) {
        return data.resolve(node + ".rows");
    }

    @Override
    public List<FileKind> fileKinds() {
        return List.of(FileKind.DATA, FileKind.WAL);
    }

    @Override
    public DataFiles files(Node node) {
        return new DataFiles() {
            @Override
            public void flush(FileKind kind) {}

            @Override
            public List<FilePart> parts(FileKind kind) {
                return List.of(FilePart.whole(stored(node.name()), 64));
            }

            @Override
            public Path keptCopies() {
                return data.resolve("kept-" + node.name());
            }

            @Override
            public List<String> reports(Instant since) {
                return reports;
            }
        };
    }

    @Override
    public boolean diskStopped(Node node) {
        return server(node.name()).stopped;
    }

    @Override
    public void restoreDisk(Node node) throws IOException {
        if (server(node.name()).stopped && state(node) != State.DOWN) {
            throw new IOException(node.name() + ": its disk is in use");
        }
        server(node.name()).stopped = false;
        Path away = unmounted(node.name());
        if (Files.exists(away)) {
            Files.move(away, stored(node.name()));
        }
    }

    /** Unmounts the disk of a node, as a start of the machine does: its file is away until {@link #restoreDisk}. */
    public void unmount(String node) throws IOException {
        Files.move(stored(node), unmounted(node));
    }

    private Path unmounted(String node) {
        return data.resolve(node + ".unmounted");
    }

    @Override
    public MarkFiles markFiles(Node node, String mark) {
        return server(node.name()).marks.getOrDefault(mark, new MarkFiles(false, false));
    }

    @Override
    public void clearMark(Node node, String mark) {
        server(node.name()).marks = Map.of();
    }

    @Override
    public Size size(Node node) {
        return server(node.name()).size;
    }

    @Override
    public void resize(Node node, Size size) throws IOException, InterruptedException {
        touched(node).size = size;
    }

    @Override
    public String version(Node node) {
        return server(node.name()).version;
    }

    @Override
    public void upgrade(Node node, String version) throws IOException, InterruptedException {
        touched(node).version = version;
    }

    @Override
    public void skew(Node node, Duration ahead, Duration atMost) throws IOException, InterruptedException {
        touched(node).ahead = ahead;
    }

    @Override
    public Duration ahead(Node node) throws IOException {
        if (unanswering.contains(node.name())) {
            throw new IOException(node.name() + " does not answer;\n\tconnection refused");
        }
        return server(node.name()).ahead;
    }

    @Override
    public List<Long> pids(Node node) {
        return server(node.name()).pids;
    }

    @Override
    public Path data(Node node) {
        return data;
    }
}
