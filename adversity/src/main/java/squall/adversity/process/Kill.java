package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.adversity.NodeStates;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.Restarts;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of killed nodes, a whole zone or region among them, by the name {@code kill}. */
public final class Kill extends NamedFaultProvider {
    private enum Signal {
        KILL,
        TERM
    }

    public Kill() {
        super(
                "kill",
                "ends nodes immediately (signal=KILL) or cleanly (TERM); then starts them, or waits until something"
                        + " else does (restart=false); unsaved=100ms: while they have written nothing for so long",
                Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        Signal signal = read(options);
        if (!(cluster instanceof Restarts restarts)) {
            return Optional.of("the nodes of this cluster cannot be killed");
        }
        Optional<String> missing = UnsavedMoment.of(kind(), options)
                .refusal(cluster)
                .or(() -> MissingCapability.of(cluster, Restarts.class));
        return missing.isPresent() || signal == Signal.TERM ? missing : killRefusal(restarts);
    }

    private static Optional<String> killRefusal(Restarts restarts) {
        try {
            return restarts.killRefusal();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("interrupted while the cluster was asked whether nodes can be killed");
        }
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        return new Killing(
                NodeStates.ofTargets("kill", context),
                context.facts(),
                read(options),
                options.flag("restart", true),
                UnsavedMoment.of(kind(), options),
                new AtomicReference<>(""),
                new ParallelActions(),
                new ConcurrentHashMap<>());
    }

    private static Signal read(Options options) {
        options.allowOnly(List.of("signal", "restart", UnsavedMoment.OPTION));
        options.flag("restart", true);
        String name = options.text("signal", Signal.KILL.name());
        return switch (name) {
            case "KILL" -> Signal.KILL;
            case "TERM" -> Signal.TERM;
            default ->
                throw new IllegalArgumentException("kill: option 'signal' must be KILL or TERM, not '" + name + "'");
        };
    }

    /**
     * Fault whose nodes are killed.
     *
     * @param before the facts recorded before it began
     * @param remark on the moment at which this object killed the nodes
     * @param killing records the time between killing the first and the last node
     * @param ended the processes that this object ended and did not heal, by their nodes' names, where something else starts nodes
     */
    private record Killing(
            NodeStates targets,
            Map<String, String> before,
            Signal signal,
            boolean restart,
            UnsavedMoment moment,
            AtomicReference<String> remark,
            ParallelActions killing,
            Map<String, String> ended)
            implements Fault {
        /** Returns which of the nodes were running: healing starts no other. */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return targets.running();
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: SIG" + signal + moment.step() + " to every process of " + targets.names()
                            + targets.atOnce(),
                    "verify: " + targets.names() + " without process",
                    restart
                            ? "heal: start " + targets.names() + " and wait until clients are accepted"
                            : "heal: wait for an external restart of " + targets.names());
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            Restarts restarts = (Restarts) targets.cluster();
            if (!moment.any()) {
                remark.set(moment.text(moment.await(targets.cluster(), targets.nodes())));
            }
            killing.onEach(targets.nodes(), node -> {
                restarts.incarnation(node).ifPresent(process -> ended.put(node.name(), process));
                switch (signal) {
                    case KILL -> restarts.kill(node);
                    case TERM -> restarts.stop(node);
                }
            });
        }

        @Override
        public Optional<Duration> skew() {
            return killing.skew();
        }

        /** {@inheritDoc} A node in whose place another was started at once has been killed too. */
        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            FaultEffect effect = targets.before(before).effect(State.DOWN);
            for (Node node : targets.nodes()) {
                if (!effect.present() && replaced(node)) {
                    return FaultEffect.seen(effect.how() + "; another process has taken the place of the killed one");
                }
            }
            return effect.present() ? FaultEffect.seen(effect.how() + remark.get()) : effect;
        }

        private boolean replaced(Node node) throws IOException, InterruptedException {
            String process = ended.get(node.name());
            return process != null
                    && targets.cluster() instanceof Restarts restarts
                    && !restarts.incarnation(node).equals(Optional.of(process));
        }

        @Override
        public void heal() throws IOException, InterruptedException {
            if (signal == Signal.KILL && targets.cluster() instanceof Restarts restarts) {
                new ParallelActions().onEach(targets.nodes(), restarts::clearUnfinishedKill);
            }
            targets.recover(before, restart);
            ended.clear();
        }
    }
}
