package squall.adversity.host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.adversity.Lacks;
import squall.host.Deadline;
import squall.run.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers clocks that are wrong, by the name {@code clockSkew}. */
public final class ClockSkew implements FaultProvider {
    private static final Duration USUAL = Duration.ofSeconds(10);

    /** Below it a skew could not be told from the time that the question takes. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    @Override
    public String kind() {
        return "clockSkew";
    }

    @Override
    public String summary() {
        return "sets nodes' clocks ahead (ahead=10s) or behind (behind=...), where nodes have clocks of their own";
    }

    @Override
    public Aim aim(Options options) {
        return Aim.SERVING_NODES;
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        ahead(options);
        return Lacks.of(cluster, Clocks.class);
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        return new Skew(scene, ahead(options), new ParallelActions());
    }

    private static Duration ahead(Options options) {
        options.allowOnly(List.of("ahead", "behind"));
        Duration behind = options.duration("behind", Duration.ZERO);
        Duration ahead = options.duration("ahead", behind.isZero() ? USUAL : Duration.ZERO);
        if (!ahead.isZero() && !behind.isZero()) {
            throw new IllegalArgumentException("clockSkew: one of 'ahead' and 'behind' can be said, not both");
        }
        Duration skew = ahead.minus(behind);
        if (skew.abs().compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("clockSkew: 'ahead' or 'behind' must be at least " + LEAST.toSeconds()
                    + "s, not " + Durations.text(skew.abs()));
        }
        return skew;
    }

    /**
     * Clocks that are set wrong.
     *
     * @param by how far ahead, negative behind
     * @param setting remembers how far apart the clocks were set
     */
    private record Skew(Scene scene, Duration by, ParallelActions setting) implements Fault {
        /** A node looks at its clock's file once a second. */
        private static final Duration SEEN_LIMIT = Duration.ofSeconds(10);

        private static final Duration HEALED_LIMIT = Duration.ofSeconds(60);

        @Override
        public List<String> steps() {
            String names =
                    String.join(", ", scene.nodes().stream().map(Node::name).toList());
            return List.of(
                    "inject: set the clock of " + names + " by " + by.toMillis() + " ms",
                    "verify: ask " + names + " for the time",
                    "heal: set it right",
                    "timer: a detached shell sets it right");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            setting.onEach(scene.nodes(), node -> clocks().skew(node, by, atMost));
            Deadline.in(SEEN_LIMIT).await(() -> effect().present()); // else it is seen, or not, by who asks
        }

        @Override
        public Optional<Duration> skew() {
            return setting.skew();
        }

        @Override
        public Effect effect() throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : scene.nodes()) {
                Duration ahead = clocks().ahead(node);
                present |= wrong(ahead);
                found.add("the clock of " + node.name() + " is " + ahead.toMillis() + " ms ahead");
            }
            return new Effect(present, String.join(", ", found));
        }

        private boolean wrong(Duration ahead) {
            return ahead.abs().compareTo(by.abs().dividedBy(2)) > 0;
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            new ParallelActions().onEach(scene.nodes(), node -> {
                clocks().skew(node, Duration.ZERO, Duration.ZERO);
                if (!Deadline.in(HEALED_LIMIT).await(() -> !wrong(clocks().ahead(node)))) {
                    throw new IOException("the clock of " + node.name() + " is still wrong by "
                            + clocks().ahead(node).toMillis() + " ms");
                }
            });
        }

        private Clocks clocks() {
            return (Clocks) scene.cluster();
        }
    }
}
