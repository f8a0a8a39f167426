package squall.adversity.junit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import squall.adversity.ProviderRegistry;
import squall.adversity.cli.AdversityCommand;
import squall.adversity.safety.FaultJournalSession;
import squall.adversity.safety.InjectionRun;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.adversity.safety.JournalFolder;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.system.PollDeadline;

/** Process that injects faults into the sets of a Kubernetes, as a run does, and is killed before it heals them. */
final class InjectingProcess {
    /** Name of its run in the journal. */
    static final String RUN = "abc123";

    /** Line that it prints then. */
    static final String IN_EFFECT = "all are in effect";

    private static final Duration LIMIT = Duration.ofMinutes(4);

    private InjectingProcess() {}

    /** Starts it. @param home its SQUALL_HOME */
    static Process start(Path kubeconfig, Path home, Path output, String namespace, List<PodSetFault> faults)
            throws IOException {
        List<String> command = new ArrayList<>(SeparateJvm.command(InjectingProcess.class));
        command.add(namespace);
        faults.forEach(each -> command.add(each.fault()));
        var builder = new ProcessBuilder(command);
        builder.environment().put("KUBECONFIG", kubeconfig.toString());
        builder.environment().put("SQUALL_HOME", home.toString());
        return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
    }

    /** Injects. @param words a namespace, and the names of faults */
    public static void main(String[] words) throws Exception {
        List<String> faults = List.of(words).subList(1, words.length);
        FaultJournalSession journal = FaultJournalSession.begin(
                JournalFolder.here(), RUN, List.of(AdversityCommand.class.getName(), "heal", "--run", RUN));
        List<Future<Void>> begun = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (PodSetFault each : PodSetFault.ALL) {
                if (faults.contains(each.fault())) {
                    begun.add(threads.submit(injecting(each, words[0], journal)));
                }
            }
            for (Future<Void> each : begun) {
                each.get();
            }
            System.out.println(IN_EFFECT);
            Thread.sleep(LIMIT);
        }
    }

    private static Callable<Void> injecting(PodSetFault each, String namespace, FaultJournalSession journal) {
        return () -> {
            ProviderSpec spec = each.cluster(namespace);
            Cluster cluster = ProviderRegistry.ofClusters().named("kubernetes").find(spec.options("cluster"));
            UndoRecord undo = new UndoRecord(
                    RUN,
                    "f" + (PodSetFault.ALL.indexOf(each) + 1),
                    spec,
                    new ProviderSpec(each.fault(), each.options()),
                    each.target() < 0 ? List.of() : List.of(each.set() + "-" + each.target()),
                    Map.of(),
                    Instant.now().plus(LIMIT),
                    7);
            InjectionRun run = InjectionRun.planned(
                    undo,
                    cluster,
                    ProviderRegistry.ofFaults().named(each.fault()),
                    journal.journalWriter(),
                    InstantSource.system());
            run.arm(LIMIT);
            run.inject();
            boolean membership = each.fault().endsWith("Node");
            if (!each.withoutEffect()
                    && !PollDeadline.in(LIMIT)
                            .await(() -> membership ? run.done() : run.effect().present())) {
                throw new IOException(undo + " is not in effect");
            }
            return null;
        };
    }
}
