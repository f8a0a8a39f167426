package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import squall.host.Deadline;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/** Restarts nodes one after the other, on a thread of its own; the work is given up when it is healed. */
final class Roll implements Fault.Work {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NONE = "no node was ended";

    private final Scene scene;
    private final Duration settle;
    private final FutureTask<Integer> work = new FutureTask<>(this::roll);
    private final Thread thread = Thread.ofVirtual().name("rolling restart").unstarted(work);
    private volatile String seen = NONE;
    private volatile boolean underWay;

    Roll(Scene scene, Duration settle) {
        this.scene = scene;
        this.settle = settle;
    }

    @Override
    public List<String> steps() {
        String names = scene.nodes().isEmpty()
                ? "every node"
                : String.join(", ", scene.nodes().stream().map(Node::name).toList());
        return List.of(
                "inject: for " + names
                        + ", one at a time, the primary last: end it, start it, wait until clients are taken, "
                        + settle.toSeconds() + " s of quiet",
                "verify: a node without process",
                "heal: halt the restarts, start what has no process");
    }

    @Override
    public void inject(Duration atMost) {
        underWay = true;
        thread.start();
    }

    private int roll() throws IOException, InterruptedException {
        Cluster cluster = scene.cluster();
        Restarts restarts = (Restarts) cluster;
        List<Node> nodes = primaryLast();
        for (Node node : nodes) {
            restarts.stop(node);
            seen = node.name() + " is " + cluster.state(node) + ", number " + (nodes.indexOf(node) + 1) + " of "
                    + nodes.size();
            restarts.start(node);
            new Standing(cluster, List.of(node)).awaitServing();
            Thread.sleep(settle);
        }
        return nodes.size();
    }

    private List<Node> primaryLast() throws IOException, InterruptedException {
        List<Node> nodes = new ArrayList<>(nodes());
        if (scene.cluster() instanceof HasPrimary has) {
            Optional<Node> primary = has.primary().filter(nodes::remove);
            primary.ifPresent(nodes::add);
        }
        return nodes;
    }

    private List<Node> nodes() throws IOException {
        return scene.nodes().isEmpty() ? scene.cluster().nodes() : scene.nodes();
    }

    /** Present from the first node that was seen without process until all was healed. */
    @Override
    public Effect effect() throws IOException, InterruptedException {
        if (!underWay) {
            return new Standing(scene.cluster(), nodes()).effect(Cluster.State.DOWN);
        }
        Deadline.in(LIMIT).await(() -> !seen.equals(NONE) || work.isDone());
        return new Effect(!seen.equals(NONE), seen);
    }

    @Override
    public boolean done() throws IOException, InterruptedException {
        if (!work.isDone()) {
            return false;
        }
        try {
            work.get();
            return true;
        } catch (ExecutionException e) {
            throw new IOException("the roll-out halts, the other nodes serve: " + seen + ": " + reason(e), e);
        }
    }

    private static String reason(ExecutionException e) {
        return e.getCause() == null ? e.toString() : String.valueOf(e.getCause().getMessage());
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        halt();
        Standing standing = new Standing(scene.cluster(), nodes());
        standing.startAbsent();
        standing.awaitServing();
        underWay = false;
    }

    /** On return no further node will be ended. */
    private void halt() throws IOException, InterruptedException {
        work.cancel(true);
        if (underWay && !thread.join(LIMIT)) {
            throw new IOException("the restarts do not halt within " + LIMIT.toSeconds() + " s: " + seen);
        }
    }
}
