package squall.adversity.process;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Node;
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
        return cluster instanceof Pauses ? Optional.empty() : Optional.of("nodes of this cluster cannot be paused");
    }

    @Override
    public Fault fault(Scene scene, Options options) {
        options.allowOnly(List.of());
        return new Pausing(Standing.ofTargets("pause", scene));
    }

    private record Pausing(Standing standing) implements Fault {
        @Override
        public List<String> steps() {
            return List.of(
                    "inject: SIGSTOP to every process of " + standing.names(),
                    "verify: every process of " + standing.names() + " in state T",
                    "heal: SIGCONT to every process of " + standing.names() + ", wait until clients are taken",
                    "timer: SIGCONT by a detached shell");
        }

        @Override
        public void inject(Duration atMost) throws IOException, InterruptedException {
            for (Node node : standing.nodes()) {
                ((Pauses) standing.cluster()).pause(node, atMost);
            }
        }

        @Override
        public Effect effect() throws IOException, InterruptedException {
            return standing.effect(State.PAUSED);
        }

        /** A node that others gave up and ended meanwhile is started. */
        @Override
        public void heal() throws IOException, InterruptedException {
            for (Node node : standing.nodes()) {
                ((Pauses) standing.cluster()).resume(node);
            }
            standing.startAbsent();
            standing.awaitServing();
        }
    }
}
