package squall.adversity.host;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Clocks;
import squall.spi.Cluster.Node;
import squall.spi.Durations;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.PollDeadline;

/** Provider of wrong clocks, by the name {@code clockSkew}. */
public final class ClockSkew extends NamedFaultProvider {
    private static final Duration USUAL = Duration.ofSeconds(10);

    /** Minimum skew; a smaller one could not be distinguished from the duration of the query. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    public ClockSkew() {
        super(
                "clockSkew",
                "sets the clocks of nodes ahead (ahead=10s) or behind (behind=...), if nodes have their own clocks",
                Aim.SERVING_NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        ahead(options);
        return MissingCapability.of(cluster, Clocks.class);
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return new Skew(context, ahead(options), new ParallelActions());
    }

    private static Duration ahead(Options options) {
        options.allowOnly(List.of("ahead", "behind"));
        Duration behind = options.duration("behind", Duration.ZERO);
        Duration ahead = options.duration("ahead", behind.isZero() ? USUAL : Duration.ZERO);
        if (!ahead.isZero() && !behind.isZero()) {
            throw new IllegalArgumentException("clockSkew: give either 'ahead' or 'behind', not both");
        }
        Duration skew = ahead.minus(behind);
        if (skew.abs().compareTo(LEAST) < 0) {
            throw new IllegalArgumentException("clockSkew: 'ahead' or 'behind' must be at least " + LEAST.toSeconds()
                    + "s, not " + Durations.text(skew.abs()));
        }
        return skew;
    }

    /**
     * Skew of clocks.
     *
     * @param by how far ahead, negative behind
     * @param setting records the time between setting the first and the last clock
     */
    private record Skew(FaultContext context, Duration by, ParallelActions setting) implements Fault {
        /** Limit until the skew is seen; a node reads the file of its clock once a second. */
        private static final Duration SEEN_LIMIT = Duration.ofSeconds(10);

        private static final Duration HEALED_LIMIT = Duration.ofSeconds(60);

        @Override
        public List<String> steps() {
            String names =
                    String.join(", ", context.nodes().stream().map(Node::name).toList());
            return List.of(
                    "inject: set the clock of " + names + " by " + by.toMillis() + " ms",
                    "verify: ask " + names + " for the time",
                    "heal: reset the clock",
                    "timer: a detached shell resets the clock");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            setting.onEach(context.nodes(), node -> clocks().skew(node, by, atMost));
            PollDeadline.in(SEEN_LIMIT)
                    .await(() -> effect().present()); // otherwise the clock of the querying process would matter
        }

        @Override
        public Optional<Duration> skew() {
            return setting.skew();
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            boolean present = false;
            List<String> found = new ArrayList<>();
            for (Node node : context.nodes()) {
                Duration ahead = clocks().ahead(node);
                present |= wrong(ahead);
                found.add("the clock of " + node.name() + " is " + ahead.toMillis() + " ms ahead");
            }
            return new FaultEffect(present, String.join(", ", found));
        }

        private boolean wrong(Duration ahead) {
            return ahead.abs().compareTo(by.abs().dividedBy(2)) > 0;
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            new ParallelActions().onEach(context.nodes(), node -> {
                clocks().skew(node, Duration.ZERO, Duration.ZERO);
                if (!PollDeadline.in(HEALED_LIMIT).await(() -> !wrong(clocks().ahead(node)))) {
                    throw new IOException("the clock of " + node.name() + " is still off by "
                            + clocks().ahead(node).toMillis() + " ms");
                }
            });
        }

        private Clocks clocks() {
            return (Clocks) context.cluster();
        }
    }
}
