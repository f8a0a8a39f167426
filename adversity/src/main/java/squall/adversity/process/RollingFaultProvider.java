package squall.adversity.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.Stream;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.adversity.NodeStates;
import squall.spi.Cluster;
import squall.spi.Cluster.HasPrimary;
import squall.spi.Cluster.Node;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;
import squall.system.PollDeadline;

/** Provider of a fault that treats one node at a time, with the option {@code settle}: the pause after each. */
abstract class RollingFaultProvider extends NamedFaultProvider {
    static final Duration SETTLE = Duration.ofSeconds(5);

    private final Class<?> capability;
    private final List<String> options;

    /**
     * @param capability of the cluster that it requires
     * @param own options in addition to {@code settle}
     */
    RollingFaultProvider(String kind, String summary, Class<?> capability, String... own) {
        super(kind, summary, Aim.SERVING_NODES); // one node at a time is away
        this.capability = capability;
        this.options = Stream.concat(Stream.of(own), Stream.of("settle")).toList();
    }

    /**
     * Creates the step for a node.
     *
     * @param before what {@link RollingStep#facts} returned; empty in a dry run
     * @throws IllegalArgumentException if an option has no such value
     */
    abstract RollingStep treatment(Cluster cluster, Options options, Map<String, String> before);

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        settle(options);
        treatment(cluster, options, Map.of());
        return MissingCapability.of(cluster, capability);
    }

    @Override
    public final Fault fault(FaultContext context, Options options) {
        return new RollingWork(context, settle(options), treatment(context.cluster(), options, context.facts()));
    }

    /** Returns the nodes that were recorded before, all if none was: one that joined later is neither changed nor restored. */
    static List<Node> recorded(List<Node> nodes, Map<String, String> before) {
        return before.isEmpty()
                ? nodes
                : nodes.stream().filter(node -> before.containsKey(node.name())).toList();
    }

    private Duration settle(Options given) {
        given.allowOnly(options);
        return given.duration("settle", SETTLE);
    }

    /** Fault that changes nodes one after the other, on a separate thread; healing aborts the work. */
    static final class RollingWork implements Fault.Work {
        private static final Duration HALT_LIMIT = Duration.ofMinutes(5);

        /** Margin before the fault's end, so that it is known to have begun before it is healed. */
        private static final Duration MARGIN = Duration.ofSeconds(1);

        private static final String NONE = "no node was changed";

        private final FaultContext context;
        private final Duration settle;
        private final RollingStep treatment;
        private final FutureTask<Integer> work = new FutureTask<>(this::roll);
        private final Thread thread = Thread.ofVirtual().name("node after node").unstarted(work);
        private volatile String seen = NONE;
        private volatile String treated = "its beginning";
        private volatile boolean underWay;
        private volatile PollDeadline verified = PollDeadline.in(Duration.ZERO);

        RollingWork(FaultContext context, Duration settle, RollingStep treatment) {
            this.context = context;
            this.settle = settle;
            this.treatment = treatment;
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: for " + names() + ", one at a time"
                            + (MissingCapability.of(context.cluster(), HasPrimary.class)
                                            .isEmpty()
                                    ? ", the primary last: "
                                    : ": ")
                            + treatment.text()
                            + ", wait until it accepts clients, then " + settle.toSeconds() + " s",
                    "verify: at least one node was changed",
                    "heal: halt, and undo the change on each changed node");
        }

        private String names() {
            if (context.nodes().isEmpty()) {
                return "every node";
            }
            try {
                return String.join(
                        ", ",
                        treatment.order(context.nodes()).stream()
                                .map(Node::name)
                                .toList());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return treatment.facts(treatment.order(nodes()));
        }

        @Override
        public void inject(Duration atMost) {
            if (!underWay) {
                underWay = true;
                verified = PollDeadline.in(atMost.minus(MARGIN));
                thread.start();
            }
        }

        private int roll() throws IOException, InterruptedException {
            Cluster cluster = context.cluster();
            List<Node> nodes = primaryLast();
            for (Node node : nodes) {
                String which = ", number " + (nodes.indexOf(node) + 1) + " of " + nodes.size();
                treated = node.name() + which;
                treatment.treat(node, sight -> seen = sight + which);
                new NodeStates(cluster, List.of(node)).awaitServing();
                Thread.sleep(settle);
            }
            return nodes.size();
        }

        private List<Node> primaryLast() throws IOException, InterruptedException {
            List<Node> nodes = new ArrayList<>(recorded(treatment.order(nodes()), context.facts()));
            if (context.cluster() instanceof HasPrimary has) {
                Optional<Node> primary = has.primary().filter(nodes::remove);
                primary.ifPresent(nodes::add);
            }
            return nodes;
        }

        private List<Node> nodes() throws IOException {
            return context.nodes().isEmpty() ? context.cluster().nodes() : context.nodes();
        }

        /**
         * Returns the effect: present from the first node that was seen under treatment until all was healed; waits for it as long as the
         * fault may take. If none was seen by then, the nodes are asked: the change may have reached some.
         */
        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            if (!underWay) {
                return treatment.effect(nodes());
            }
            verified.await(() -> !seen.equals(NONE) || work.isDone());
            return seen.equals(NONE) ? treatment.effect(nodes()) : FaultEffect.seen(seen);
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
                String halted = seen.equals(NONE) ? "it halted at " + treated : seen;
                throw new IOException(
                        "the roll-out halted, the other nodes still serve: " + halted + ": " + reason(e), e);
            }
        }

        private static String reason(ExecutionException e) {
            return e.getCause() == null
                    ? e.toString()
                    : String.valueOf(e.getCause().getMessage());
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            halt();
            treatment.undo(nodes());
            underWay = false;
        }

        /** Cancels the work and waits until no further node will be stopped. */
        private void halt() throws IOException, InterruptedException {
            work.cancel(true);
            if (underWay && !thread.join(HALT_LIMIT)) {
                throw new IOException("the roll-out did not halt within " + HALT_LIMIT.toSeconds() + " s: " + seen);
            }
        }
    }

    /** Step executed at one node after the other, while the others serve. */
    interface RollingStep {
        /** Returns a description, for example {@code end it, start it}. */
        String text();

        /** Returns the facts that {@link #undo} needs. */
        Map<String, String> facts(List<Node> nodes) throws IOException, InterruptedException;

        /** Returns the order in which nodes are treated, apart from the primary, which is last; others may have to change with them. */
        default List<Node> order(List<Node> nodes) throws IOException {
            return nodes;
        }

        /**
         * Treats a node; when this returns the node accepts clients again. @param seen receives the observed state of the node, as soon as
         * it was observed
         */
        void treat(Node node, Consumer<String> seen) throws IOException, InterruptedException;

        /** Verifies whether one of these nodes shows the effect, by requests to them. */
        FaultEffect effect(List<Node> nodes) throws IOException, InterruptedException;

        /** Restores all nodes and waits until they accept clients; does nothing to those that are as before. */
        void undo(List<Node> nodes) throws IOException, InterruptedException;
    }
}
