package squall.adversity.host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.MissingCapability;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Disks;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.system.PollDeadline;

/**
 * Stalled disk of each chosen node, whose syncs the cluster delays.
 *
 * @param holding records the time between stalling the first and the last disk
 * @param each delay of every sync; empty: until the disk is released
 */
record StalledDisk(FaultContext context, Optional<Duration> each, ParallelActions holding) implements Fault {
    /** Limit for a sync of a healthy disk. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final Duration HEALED_LIMIT = Duration.ofSeconds(60);

    /** Returns why the cluster does not support it; empty if it does. */
    static Optional<String> refusal(Cluster cluster) {
        return MissingCapability.of(cluster, Disks.class);
    }

    static Fault still(FaultContext context) {
        return new StalledDisk(context, Optional.empty(), new ParallelActions());
    }

    static Fault slow(FaultContext context, Duration each) {
        return new StalledDisk(context, Optional.of(each), new ParallelActions());
    }

    @Override
    public List<String> steps() {
        String names =
                String.join(", ", context.nodes().stream().map(Node::name).toList());
        return List.of(
                "inject: " + disks().how() + ": on " + names + ", "
                        + each.map(wait -> wait.toMillis() + " ms each").orElse("until it is healed"),
                "verify: " + names + " sync one byte to disk, timed",
                "heal: release all waiting writes",
                "timer: inside the node");
    }

    /** @throws IOException if a disk is delayed already, which this fault would end with its own */
    @Override
    public Map<String, String> facts() throws IOException, InterruptedException {
        for (Node node : context.nodes()) {
            if (disks().held(node).isPresent()) {
                throw new IOException(
                        "the disk of " + node.name() + " is already stalled: a disk takes one fault at a time");
            }
        }
        return Map.of();
    }

    @Override
    public void inject(Duration atMost) throws IOException, InterruptedException {
        holding.onEach(context.nodes(), node -> disks().hold(node, each.orElse(atMost), atMost));
    }

    @Override
    public Optional<Duration> skew() {
        return holding.skew();
    }

    /** Verifies the effect by syncs: those of a delayed disk must be slow; if none is delayed, each must be fast. */
    @Override
    public FaultEffect effect() throws IOException, InterruptedException {
        boolean held = false;
        boolean felt = true;
        List<String> found = new ArrayList<>();
        for (Node node : context.nodes()) {
            Optional<Duration> took = disks().probe(node, patience());
            boolean well = disks().held(node).isEmpty();
            held |= !well;
            felt &= well ? took.isPresent() : slow(took);
            found.add(node.name()
                    + took.map(time -> " writes a byte in " + time.toMillis() + " ms")
                            .orElseGet(() -> " has not written a byte after "
                                    + patience().toMillis() + " ms"));
        }
        return new FaultEffect(held ? felt : !felt, String.join(", ", found));
    }

    private boolean slow(Optional<Duration> took) {
        return each.isEmpty() ? took.isEmpty() : took.isEmpty() || took.get().compareTo(each.get()) >= 0;
    }

    private Duration patience() {
        return PATIENCE.plus(each.orElse(Duration.ZERO));
    }

    @Override
    public void heal() throws IOException, InterruptedException {
        new ParallelActions().onEach(context.nodes(), node -> {
            disks().release(node);
            if (!PollDeadline.in(HEALED_LIMIT)
                    .await(() -> disks().probe(node, PATIENCE).isPresent())) {
                throw new IOException(node.name() + " could not write to its disk within " + HEALED_LIMIT.toSeconds()
                        + " s after it was released");
            }
        });
    }

    private Disks disks() {
        return (Disks) context.cluster();
    }
}
