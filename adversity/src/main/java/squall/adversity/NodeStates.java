package squall.adversity;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListSet;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.system.PollDeadline;

/** State of some nodes, requested from each of them. */
public record NodeStates(Cluster cluster, List<Node> nodes) {
    private static final String RUNNING = "running";
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);

    /**
     * Returns the targets of a fault of nodes; none if they have all left the cluster since the fault was recorded.
     *
     * @throws IllegalArgumentException if none was chosen
     */
    public static NodeStates ofTargets(String fault, FaultContext context) {
        if (context.nodes().isEmpty() && !context.facts().containsKey(RUNNING)) {
            throw new IllegalArgumentException(fault + " must have a target, for example {pick: one}");
        }
        return new NodeStates(context.cluster(), context.nodes());
    }

    /** Returns, as a fact, the nodes that have a process before the fault is injected. */
    public Map<String, String> running() throws IOException, InterruptedException {
        List<String> names = new ArrayList<>();
        for (Node node : nodes) {
            if (cluster.state(node) != State.DOWN) {
                names.add(node.name());
            }
        }
        return Map.of(RUNNING, String.join(",", names));
    }

    /** Returns those of them that had a process, by the facts; all, where there are no facts. */
    public NodeStates before(Map<String, String> facts) {
        String running = facts.get(RUNNING);
        if (running == null) {
            return this;
        }
        List<String> names = List.of(running.split(",", -1));
        return new NodeStates(
                cluster,
                nodes.stream().filter(node -> names.contains(node.name())).toList());
    }

    /** Returns the effect: present while one of them is in the wanted state. */
    public FaultEffect effect(State wanted) throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        boolean present = false;
        for (Node node : nodes) {
            State state = cluster.state(node);
            present |= state == wanted;
            found.add(node.name() + " is " + state);
        }
        return new FaultEffect(present, String.join(", ", found));
    }

    /**
     * Starts those that have no process, all at the same time, because one may wait for another; does nothing if the cluster cannot restart
     * nodes.
     *
     * @return the names of those that it started
     */
    public List<String> startAbsent() throws IOException, InterruptedException {
        var started = new ConcurrentSkipListSet<String>();
        if (cluster instanceof Restarts restarts) {
            new ParallelActions().onEach(nodes, node -> {
                if (cluster.state(node) == State.DOWN) {
                    restarts.start(node);
                    started.add(node.name());
                }
            });
        }
        return List.copyOf(started);
    }

    /** Waits until all accept clients. @throws IOException if one does not in time */
    public void awaitServing() throws IOException, InterruptedException {
        for (Node node : nodes) {
            if (!PollDeadline.in(READY_LIMIT).await(() -> cluster.state(node) == State.UP)) {
                throw new IOException(
                        node.name() + " (" + node.host() + ":" + node.port() + ") did not accept clients within "
                                + READY_LIMIT.toSeconds() + " s of being healed: it is " + cluster.state(node));
            }
        }
    }

    /** Waits until the nodes accept clients that ran before. @param restart whether those that are down are started first */
    public void recover(Map<String, String> facts, boolean restart) throws IOException, InterruptedException {
        NodeStates ran = before(facts);
        if (restart) {
            ran.startAbsent();
        }
        ran.awaitServing();
    }

    /** Returns how several are disturbed, for the list of steps. */
    public String atOnce() {
        return nodes.size() > 1 ? ", all at the same time" : "";
    }

    public String names() {
        return String.join(", ", nodes.stream().map(Node::name).toList());
    }
}
