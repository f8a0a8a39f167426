package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import squall.host.Deadline;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.Scene;

/** Treats nodes one after the other, on a thread of its own; the work is given up when it is healed. */
final class Roll implements Fault.Work {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NONE = "no node was touched";

    private final Scene scene;
    private final Duration settle;
    private final Treatment treatment;
    private final FutureTask<Integer> work = new FutureTask<>(this::roll);
    private final Thread thread = Thread.ofVirtual().name("node after node").unstarted(work);
    private volatile String seen = NONE;
    private volatile boolean underWay;

    Roll(Scene scene, Duration settle, Treatment treatment) {
        this.scene = scene;
        this.settle = settle;
        this.treatment = treatment;
    }

    @Override
    public List<String> steps() {
        String names = scene.nodes().isEmpty()
                ? "every node"
                : String.join(", ", scene.nodes().stream().map(Node::name).toList());
        return List.of(
                "inject: for " + names
                        + ", one at a time, the primary last: " + treatment.told()
                        + ", wait until clients are taken, " + settle.toSeconds() + " s of quiet",
                "verify: a node that was treated",
                "heal: halt, undo it on nodes that are not as before");
    }

    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        return treatment.facts(nodes());
    }

    @Override
    public void inject(Duration atMost) {
        if (!underWay) {
            underWay = true;
            thread.start();
        }
    }

    private int roll() throws IOException, InterruptedException {
        Cluster cluster = scene.cluster();
        List<Node> nodes = primaryLast();
        for (Node node : nodes) {
            String which = ", number " + (nodes.indexOf(node) + 1) + " of " + nodes.size();
            treatment.treat(node, sight -> seen = sight + which);
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

    /** Present from the first node that was seen under treatment until all was healed. */
    @Override
    public Effect effect() throws IOException, InterruptedException {
        if (!underWay) {
            return treatment.effect(nodes());
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
        treatment.undo(nodes());
        underWay = false;
    }

    /** On return no further node will be ended. */
    private void halt() throws IOException, InterruptedException {
        work.cancel(true);
        if (underWay && !thread.join(LIMIT)) {
            throw new IOException("the roll-out does not halt within " + LIMIT.toSeconds() + " s: " + seen);
        }
    }
}
