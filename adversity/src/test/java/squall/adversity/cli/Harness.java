package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.FaultJournalSession;
import squall.adversity.safety.InjectionRun;
import squall.adversity.safety.InjectionRun.JournalWriter;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.adversity.safety.JournalFolder;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Options;
import squall.system.PollDeadline;

/** Process that injects faults, one after the other, and then waits to be killed: {@code NODES FAULT[:K=V,...] ...}. */
final class Harness {
    /** Each process has a run of its own: the watchdog of an ended run removes its files until it has ended itself. */
    private static final String RUN =
            String.format("%06x", ProcessHandle.current().pid() & 0xff_ffff);

    private static final ProviderSpec WHERE = ProviderSpec.of("postgres-ha");

    private Harness() {}

    public static void main(String[] args) throws Exception {
        var cluster = ProviderRegistry.ofClusters().named(WHERE.kind()).find(Options.none("test"));
        List<String> healing = List.of(AdversityCommand.class.getName(), "heal", "--run", RUN);
        try (FaultJournalSession keeping = FaultJournalSession.begin(JournalFolder.here(), RUN, healing)) {
            for (int i = 0; i < args.length; i += 2) {
                injected(undo("f" + i, args[i], args[i + 1]), cluster, keeping.journalWriter());
            }
            Thread.currentThread().join(); // until it is killed
        }
    }

    private static UndoRecord undo(String id, String nodes, String fault) {
        List<String> names = Arrays.stream(nodes.split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        return new UndoRecord(RUN, id, WHERE, ProviderSpec.parse("fault", fault), names, Map.of(), Instant.now(), 0);
    }

    private static void injected(UndoRecord undo, Cluster cluster, JournalWriter journalWriter)
            throws IOException, InterruptedException {
        InjectionRun injection = InjectionRun.planned(
                undo,
                cluster,
                ProviderRegistry.ofFaults().named(undo.fault().kind()),
                journalWriter,
                InstantSource.system());
        injection.arm(Duration.ofMinutes(10));
        injection.inject();
        if (!PollDeadline.in(Bed.SOON)
                .await(() -> injection.effect().present())) { // work begins in a session of its own
            throw new IllegalStateException(
                    undo + " is not in effect: " + injection.effect().how());
        }
    }
}
