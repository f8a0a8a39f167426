package squall.adversity.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Target;

/**
 * A cluster that is only written down: the one that a scenario is meant for. It has every means, and its first node is the primary; who
 * tries to do something to it has made a mistake.
 *
 * @param nodes at least one
 */
public record PaperCluster(List<Node> nodes)
        implements Cluster,
                Cluster.Restarts,
                Cluster.Pauses,
                Cluster.Scales,
                Cluster.Links,
                Cluster.Disks,
                Cluster.Resizes,
                Cluster.Upgrades,
                Cluster.Clocks,
                Cluster.HasPrimary {
    public PaperCluster {
        nodes = List.copyOf(nodes);
    }

    /** An address that speaks SQL, so that all work on a database can be planned; nobody listens there. */
    @Override
    public Target target() {
        return new Target("paper", "jdbc:postgresql://127.0.0.1:1/paper", "", "", Map.of());
    }

    @Override
    public State state(Node node) {
        return State.UP;
    }

    @Override
    public Optional<Node> primary() {
        return nodes.stream().findFirst();
    }

    /** Between any two, and from clients to each, in both directions. */
    @Override
    public List<Link> links() {
        List<String> ends = new ArrayList<>(nodes.stream().map(Node::name).toList());
        ends.add(CLIENTS);
        return ends.stream()
                .flatMap(from -> ends.stream().filter(to -> !to.equals(from)).map(to -> new Link(from, to)))
                .toList();
    }

    @Override
    public Optional<Trouble> trouble(Link link) {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> probe(Link link, Duration atMost) {
        return Optional.empty();
    }

    @Override
    public String how() {
        return "what the cluster does to its disks";
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
    public String joinedMeans() {
        return "the cluster says what it asks of a node that joins";
    }

    @Override
    public String leftMeans() {
        return "the cluster says what it asks of a node that leaves";
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
    public void disturb(Link link, Trouble trouble, Duration atMost) {
        throw onlyPaper();
    }

    @Override
    public void mend(Link link) {
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
        return new IllegalStateException("this cluster is only written down");
    }
}
