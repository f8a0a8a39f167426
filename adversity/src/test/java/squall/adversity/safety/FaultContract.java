package squall.adversity.safety;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.scenario.ProviderSpec;
import squall.spi.Cluster;
import squall.spi.Fault;
import squall.spi.FaultProvider;
import squall.system.PollDeadline;

/**
 * Contract that every fault must keep: what was there before is there again, injecting twice and healing twice do no harm, and a process
 * that heals needs nothing but the journal.
 *
 * @param journals where the journal of the test is
 * @param picture everything that the fault could change
 */
public record FaultContract(Cluster cluster, Path journals, Picture picture) {
    private static final String RUN = "c0ffee";
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final Duration LONG = Duration.ofMinutes(2);

    /** Picture of a world, to be compared. */
    @FunctionalInterface
    public interface Picture {
        String taken() throws Exception;
    }

    /** @param nodes that are chosen; none for a fault of the whole cluster */
    public void holds(FaultProvider provider, Map<String, String> options, List<String> nodes) throws Exception {
        ProviderSpec choice = new ProviderSpec(provider.kind(), options);
        assertThat(provider.refusal(cluster, choice.options("fault"))).isEmpty();
        String before = picture.taken();
        UndoRecord undo = written(
                provider, new UndoRecord(RUN, "f1", ProviderSpec.of("fake"), choice, nodes, Map.of(), Instant.MAX, 0));

        made(provider, undo).heal();
        assertThat(picture.taken()).as("healed before it was injected").isEqualTo(before);

        Fault injected = made(provider, undo);
        injected.inject(LONG);
        assertThat(PollDeadline.in(SOON).await(() -> injected.effect().present()))
                .as("in effect: %s", injected.effect())
                .isTrue();
        injected.inject(LONG);
        assertThat(injected.effect().present()).as("injected twice").isTrue();
        awaitDone(injected);

        Fault healer = made(provider, read());
        healer.heal();
        assertThat(picture.taken()).as("healed from the journal alone").isEqualTo(before);
        assertThat(made(provider, read()).effect().present()).as("healed").isFalse();
        healer.heal();
        injected.heal();
        assertThat(picture.taken()).as("healed twice").isEqualTo(before);
    }

    /** Waits for work in this process, which would go on while another object heals, as it does not when its process is gone. */
    private static void awaitDone(Fault fault) throws Exception {
        if (fault instanceof Fault.Work work && !endless(work)) {
            assertThat(PollDeadline.in(SOON).await(work::done)).as("done").isTrue();
        }
    }

    private static boolean endless(Fault.Work work) {
        return work.steps().stream().noneMatch(step -> step.startsWith("done") || step.contains("one at a time"));
    }

    /** Facts are read, and written to a journal with the rest. */
    private UndoRecord written(FaultProvider provider, UndoRecord planned) throws Exception {
        UndoRecord undo = planned.with(made(provider, planned).facts());
        try (UndoJournal journal = new JournalFolder(journals).begin(RUN)) {
            journal.append(new UndoJournal.JournalEntry(undo, Stage.ARMED, Instant.EPOCH, ""));
        }
        return undo;
    }

    private UndoRecord read() throws Exception {
        return new JournalFolder(journals)
                .contents(RUN)
                .orElseThrow()
                .open()
                .getFirst()
                .undo();
    }

    private Fault made(FaultProvider provider, UndoRecord undo) throws Exception {
        return provider.fault(undo.context(cluster), undo.fault().options(undo.name()));
    }
}
