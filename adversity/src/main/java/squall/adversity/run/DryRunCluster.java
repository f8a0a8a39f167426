package squall.adversity.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.ClusterProvider.Outline;
import squall.spi.StoredFiles;
import squall.spi.Target;

/**
 * Cluster that exists only in the plan: the one that a scenario is written for. It supports what its description declares, or everything if
 * there is none; its first node is the primary. Acting on it is a programming error.
 *
 * @param nodes at least one
 * @param outline description of the cluster that would be created
 */
public record DryRunCluster(List<Node> nodes, Optional<Outline> outline)
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
                Cluster.HasPrimary {
    public DryRunCluster {
        nodes = List.copyOf(nodes);
    }

    /** Creates a cluster that supports everything. */
    public DryRunCluster(List<Node> nodes) {
        this(nodes, Optional.empty());
    }

    /** Creates a cluster that its provider has described. @param otherwise its nodes, if the outline names none */
    public static DryRunCluster of(Outline outline, List<Node> otherwise) {
        return new DryRunCluster(outline.nodes().isEmpty() ? otherwise : outline.nodes(), Optional.of(outline));
    }

    /** Returns an SQL address if none is described, so that all background work can be planned; nothing listens there. */
    @Override
    public Target target() {
        return outline.map(Outline::target)
                .orElseGet(() -> new Target("paper", "jdbc:postgresql://127.0.0.1:1/paper", "", "", Map.of()));
    }

    /** {@inheritDoc} Folders and processes are known only for an existing cluster. */
    @Override
    public Optional<String> unavailable(Class<?> capability) {
        if (capability == Local.class) {
            return Optional.of("the data folders of its nodes are known only when it exists");
        }
        return outline.map(described -> described.unavailable().apply(capability))
                .orElseGet(() -> capability.isInstance(this)
                        ? Optional.empty()
                        : Optional.of("this cluster does not support it"));
    }

    @Override
    public Optional<String> refusal(Impairment impairment) {
        return outline.flatMap(described -> described.refuses().apply(impairment));
    }

    @Override
    public State state(Node node) {
        return State.UP;
    }

    @Override
    public Optional<Node> primary() {
        return unavailable(HasPrimary.class).isPresent()
                ? Optional.empty()
                : nodes.stream().findFirst();
    }

    /** Returns the links between any two nodes, and from clients to each, in both directions. */
    @Override
    public List<Link> links() {
        List<String> ends = new ArrayList<>(nodes.stream().map(Node::name).toList());
        ends.add(CLIENTS);
        return ends.stream()
                .flatMap(from -> ends.stream().filter(to -> !to.equals(from)).map(to -> new Link(from, to)))
                .toList();
    }

    @Override
    public Optional<Impairment> impairment(Link link) {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) {
        return Optional.empty();
    }

    @Override
    public String how() {
        return "as the cluster stalls its disks";
    }

    @Override
    public Optional<Duration> held(Node node) {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> probe(Node node, Duration atMost) {
        return Optional.empty();
    }

    @Override
    public boolean diskStopped(Node node) {
        return false;
    }

    @Override
    public MarkFiles markFiles(Node node, String mark) {
        return new MarkFiles(false, false);
    }

    /** Returns the kinds that are described; all, if none are. */
    @Override
    public List<FileKind> fileKinds() {
        return outline.map(Outline::fileKinds)
                .filter(kinds -> !kinds.isEmpty())
                .orElse(List.of(FileKind.DATA, FileKind.INDEX, FileKind.WAL, FileKind.SSTABLE, FileKind.COMMITLOG));
    }

    @Override
    public DataFiles files(Node node) {
        throw onlyPaper();
    }

    @Override
    public String joinedMeans() {
        return "as the cluster checks a new node";
    }

    @Override
    public String leftMeans() {
        return "as the cluster checks a removed node";
    }

    @Override
    public Size size(Node node) {
        return new Size(1, 1);
    }

    @Override
    public String version(Node node) {
        return "as it is";
    }

    @Override
    public Duration ahead(Node node) {
        return Duration.ZERO;
    }

    @Override
    public void kill(Node node) {
        throw onlyPaper();
    }

    @Override
    public Optional<String> usualUpgrade(String from) {
        return Optional.of("the usual next version");
    }

    @Override
    public void upgrade(Node node, String version) {
        throw onlyPaper();
    }

    @Override
    public void stop(Node node) {
        throw onlyPaper();
    }

    @Override
    public void start(Node node) {
        throw onlyPaper();
    }

    @Override
    public void pause(Node node, Duration atMost) {
        throw onlyPaper();
    }

    @Override
    public void resume(Node node) {
        throw onlyPaper();
    }

    @Override
    public Node add(String zone, String region) {
        throw onlyPaper();
    }

    @Override
    public void remove(Node node) {
        throw onlyPaper();
    }

    @Override
    public void disturb(Link link, Impairment impairment, Duration atMost) {
        throw onlyPaper();
    }

    @Override
    public void restoreLink(Link link) {
        throw onlyPaper();
    }

    @Override
    public Duration stopDisks(List<Node> stopped, String mark) {
        throw onlyPaper();
    }

    @Override
    public void restoreDisk(Node node) {
        throw onlyPaper();
    }

    @Override
    public void clearMark(Node node, String mark) {
        throw onlyPaper();
    }

    @Override
    public void hold(Node node, Duration each, Duration atMost) {
        throw onlyPaper();
    }

    @Override
    public void release(Node node) {
        throw onlyPaper();
    }

    @Override
    public void resize(Node node, Size size) {
        throw onlyPaper();
    }

    @Override
    public void skew(Node node, Duration ahead, Duration atMost) {
        throw onlyPaper();
    }

    private static IllegalStateException onlyPaper() {
        return new IllegalStateException("this cluster exists only in the plan");
    }
}
