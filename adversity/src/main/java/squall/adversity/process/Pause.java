package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import squall.adversity.Lacks;
import squall.run.ParallelActions;
import squall.spi.Cluster;
import squall.spi.Cluster.Pauses;
import squall.spi.Cluster.State;
import squall.spi.Effect;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.spi.Options;
import squall.spi.Scene;

/** Offers nodes that hold still, as in a long stall of a machine or its disk, by the name {@code pause}. */
public final class Pause implements FaultProvider {
    @Override
    public String kind() {
        return "pause";
    }

    @Override
    public String summary() {
        return "stops every process of nodes where it stands, connections stay open; then lets them go on";
    }

    @Override
    public Optional<String> refusal(Cluster cluster, Options options) {
        options.allowOnly(List.of());
        return cluster instanceof Pauses
                ? Lacks.of(cluster, Pauses.class)
                : Optional.of("nodes of this cluster cannot be paused");
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        options.allowOnly(List.of());
        return new Pausing(Standing.ofTargets("pause", scene), scene.facts(), new ParallelActions());
    }

    /**
     * Nodes that hold still.
     *
     * @param before the facts told before it began
     * @param pausing remembers how far apart nodes were stopped
     */
    private record Pausing(Standing standing, Map<String, String> before, ParallelActions pausing) implements Fault {
        /** Which of the nodes ran: healing starts no other. */
        @Override
        public Map<String, String> facts() throws IOException, InterruptedException {
            return standing.running();
        }

        @Override
        public List<String> steps() {
            return List.of(
                    "inject: SIGSTOP to every process of " + standing.names() + standing.atOnce(),
                    "verify: every process of " + standing.names() + " in state T",
                    "heal: SIGCONT to every process of " + standing.names() + ", wait until clients are taken",
                    "timer: SIGCONT by a detached shell");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            pausing.onEach(standing.nodes(), node -> ((Pauses) standing.cluster()).pause(node, atMost));
        }

        @Override
        public Optional<Duration> skew() {
            return pausing.skew();
        }

        @Override
        public Effect effect() throws IOException, InterruptedException {
            return standing.effect(State.PAUSED);
        }

        /** A node that others gave up and ended meanwhile is started. */
        @Override
        public void heal() throws IOException, InterruptedException {
            new ParallelActions().onEach(standing.nodes(), node -> ((Pauses) standing.cluster()).resume(node));
            Standing ran = standing.before(before);
            ran.startAbsent();
            ran.awaitServing();
        }
    }
}
