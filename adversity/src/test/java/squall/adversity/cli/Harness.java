package squall.adversity.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import squall.adversity.Kinds;
import squall.adversity.safety.Journals;
import squall.adversity.safety.Keeping;
import squall.adversity.safety.Life;
import squall.adversity.safety.Undo;
import squall.scenario.Choice;
import squall.spi.Options;

/** Injects one fault and then waits to be killed: {@code NODE FAULT[:K=V,...]}. */
final class Harness {
    private static final String RUN = "c0ffee";

    private Harness() {}

    public static void main(String[] args) throws Exception {
        Choice choice = Choice.of("postgres-ha");
        var cluster = Kinds.ofClusters().named("postgres-ha").find(Options.none("test"));
        Choice fault = ChoiceText.parse("fault", args[1]);
        List<String> nodes = Arrays.stream(args[0].split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        Undo undo = new Undo(RUN, "f1", choice, fault, nodes, Map.of(), Instant.now());
        List<String> healing = List.of(AdversityCommand.class.getName(), "heal", "--run", RUN);
        try (Keeping keeping = Keeping.begin(Journals.here(), RUN, healing)) {
            Life life = Life.planned(
                    undo, cluster, Kinds.ofFaults().named(fault.kind()), keeping.chronicle(), InstantSource.system());
            life.arm(Duration.ofMinutes(10));
            life.inject();
            life.look();
            Thread.currentThread().join(); // until it is killed
        }
    }
}
