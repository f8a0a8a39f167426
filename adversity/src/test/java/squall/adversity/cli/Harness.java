package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import squall.adversity.Kinds;
import squall.adversity.safety.Chronicle;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Keeping;
import squall.adversity.safety.Life;
import squall.adversity.safety.Undo;
import squall.host.Deadline;
import squall.scenario.Choice;
import squall.spi.Cluster;
import squall.spi.Options;

/** Injects faults, one after the other, and then waits to be killed: {@code NODES FAULT[:K=V,...] ...}. */
final class Harness {
    private static final String RUN = "c0ffee";
    private static final Choice WHERE = Choice.of("postgres-ha");

    private Harness() {}

    public static void main(String[] args) throws Exception {
        var cluster = Kinds.ofClusters().named(WHERE.kind()).find(Options.none("test"));
        List<String> healing = List.of(AdversityCommand.class.getName(), "heal", "--run", RUN);
        try (Keeping keeping = Keeping.begin(Journals.here(), RUN, healing)) {
            for (int i = 0; i < args.length; i += 2) {
                injected(undo("f" + i, args[i], args[i + 1]), cluster, keeping.chronicle());
            }
            Thread.currentThread().join(); // until it is killed
        }
    }

    private static Undo undo(String id, String nodes, String fault) {
        List<String> names = Arrays.stream(nodes.split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        return new Undo(RUN, id, WHERE, ChoiceText.parse("fault", fault), names, Map.of(), Instant.now());
    }

    private static void injected(Undo undo, Cluster cluster, Chronicle chronicle)
            throws IOException, InterruptedException {
        Life life = Life.planned(
                undo, cluster, Kinds.ofFaults().named(undo.fault().kind()), chronicle, InstantSource.system());
        life.arm(Duration.ofMinutes(10));
        life.inject();
        if (!Deadline.in(Bed.SOON).await(() -> life.look().present())) { // work begins in a session of its own
            throw new IllegalStateException(
                    undo + " is not in effect: " + life.look().how());
        }
    }
}
