package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.MissingCapability;
import squall.adversity.NamedFaultProvider;
import squall.adversity.NodeStates;
import squall.engine.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Pauses;
import squall.spi.Cluster.State;
import squall.spi.Fault;
import squall.spi.FaultContext;
import squall.spi.FaultEffect;
import squall.spi.Options;

/** Provider of paused nodes, as in a long stall of a machine or its disk, by the name {@code pause}. */
public final class Pause extends NamedFaultProvider {
    public Pause() {
        super("pause", "freezes every process of nodes, with connections open; then resumes them", Aim.NODES);
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of());
        return cluster instanceof Pauses
                ? MissingCapability.of(cluster, Pauses.class)
                : Optional.of("the nodes of this cluster cannot be paused");
    }

    @Override
    public Fault fault(FaultContext context, Options options) {
        options.allowOnly(List.of());
        return new Pausing(NodeStates.ofTargets("pause", context), context.facts(), new ParallelActions());
    }

    /**
     * Fault whose nodes are paused.
     *
     * @param before the facts recorded before it began
     * @param pausing records the time between stopping the first and the last node
     */
    private record Pausing(NodeStates targets, Map<String, String> before, ParallelActions pausing) implements Fault {
        /** Returns which of the nodes were running: healing starts no other. */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return targets.running();
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: SIGSTOP to every process of " + targets.names() + targets.atOnce(),
                    "verify: every process of " + targets.names() + " in state T",
                    "heal: SIGCONT to every process of " + targets.names() + " and wait until clients are accepted",
                    "timer: SIGCONT by a detached shell");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            pausing.onEach(targets.nodes(), node -> ((Pauses) targets.cluster()).pause(node, atMost));
        }

        @Override
        public Optional<Duration> skew() {
            return pausing.skew();
        }

        @Override
        public FaultEffect effect() throws IOException, InterruptedException {
            return targets.effect(State.PAUSED);
        }

        /** Resumes the nodes, and starts those that others gave up and ended meanwhile. */
        @Override
        public void heal() throws IOException, InterruptedException {
            new ParallelActions().onEach(targets.nodes(), node -> ((Pauses) targets.cluster()).resume(node));
            targets.recover(before, true);
        }

        @Override
        public List<String> settle() throws IOException, InterruptedException {
            return targets.before(before).startAbsent();
        }
    }
}
