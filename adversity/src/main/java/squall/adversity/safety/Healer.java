package squall.adversity.safety;

import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import squall.adversity.ProviderRegistry;
import squall.adversity.safety.FaultJournalSession.WatchdogJournal;
import squall.adversity.safety.InjectionRun.JournalWriter;
import squall.adversity.safety.InjectionRun.NotHealedException;
import squall.adversity.safety.InjectionRun.Stage;
import squall.adversity.safety.InjectionRun.UndoRecord;
import squall.adversity.safety.UndoJournal.Contents;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.FaultProvider;
import squall.spi.NoSuchClusterException;

/** Healer of what runs left behind, from their journals alone: after a crash, or while their process hangs. */
public record Healer(
        JournalFolder journals,
        ProviderRegistry<ClusterProvider> clusters,
        ProviderRegistry<FaultProvider> faults,
        InstantSource clock) {
    /**
     * Heals everything that is open in the journal of a run. When all is healed, the journal is archived unless its run is still alive.
     *
     * @throws IOException if the journal cannot be parsed, or not be written
     */
    public HealReport heal(String run) throws IOException, InterruptedException {
        Optional<Contents> contents = journals.contents(run);
        if (contents.isEmpty()) {
            return HealReport.NOTHING;
        }
        HealReport healing = heal(run, contents.get(), contents.get().open());
        if (healing.failed().isEmpty() && !contents.get().owner().lives()) {
            journals.retire(run);
            new HealWatchdog(journals, run).end();
        }
        return healing;
    }

    /** Heals faults whose deadline has passed, and does not touch those that a live run still manages. */
    public HealReport healOverdue(String run) throws IOException, InterruptedException {
        Optional<Contents> contents = journals.contents(run);
        if (contents.isEmpty()) {
            return HealReport.NOTHING;
        }
        Instant now = clock.instant();
        return heal(
                run,
                contents.get(),
                contents.get().open().stream()
                        .filter(line -> !line.undo().deadline().isAfter(now))
                        .toList());
    }

    private HealReport heal(String run, Contents contents, List<UndoJournal.JournalEntry> open)
            throws IOException, InterruptedException {
        if (open.isEmpty()) {
            return HealReport.NOTHING;
        }
        try (var journal =
                new WatchdogJournal(journals.reopen(run), new HealWatchdog(journals, run), contents.last())) {
            List<Tried> first = together(open, journal);
            List<UndoJournal.JournalEntry> again = first.stream()
                    .filter(tried -> tried.failure().isPresent())
                    .map(Tried::line)
                    .toList();
            // One healing can wait for another: a node that is cut off for one that is down.
            List<Tried> second = again.isEmpty() ? List.of() : together(again, journal);
            List<String> healed = new ArrayList<>(healed(first));
            healed.addAll(healed(second));
            return new HealReport(
                    healed,
                    second.stream().flatMap(tried -> tried.failure().stream()).toList());
        }
    }

    private static List<String> healed(List<Tried> tried) {
        return tried.stream()
                .filter(each -> each.failure().isEmpty())
                .map(each -> each.line().undo().toString())
                .toList();
    }

    private List<Tried> together(List<UndoJournal.JournalEntry> open, JournalWriter journalWriter)
            throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Tried>> begun = new ArrayList<>();
            for (UndoJournal.JournalEntry line : open) {
                begun.add(threads.submit(() -> tried(line, journalWriter)));
            }
            List<Tried> tried = new ArrayList<>();
            for (Future<Tried> each : begun) {
                tried.add(each.get());
            }
            return tried;
        } catch (ExecutionException e) {
            throw new IllegalStateException("healing failed with an internal error", e);
        }
    }

    private Tried tried(UndoJournal.JournalEntry line, JournalWriter journalWriter) throws InterruptedException {
        UndoRecord undo = line.undo();
        try {
            Cluster cluster =
                    clusters.named(undo.cluster().kind()).find(undo.cluster().options("journal"));
            new InjectionRun(line, cluster, faults.named(undo.fault().kind()), journalWriter, clock).heal();
            return new Tried(line, Optional.empty());
        } catch (NoSuchClusterException e) {
            return forgotten(line, journalWriter, e);
        } catch (NotHealedException e) {
            return new Tried(line, Optional.of(String.valueOf(e.getMessage())));
        } catch (IOException | RuntimeException e) { // of third parties too: others wait for being healed
            return new Tried(line, Optional.of(undo + " is not healed: " + e.getMessage()));
        }
    }

    /** Records an injection as healed because its cluster no longer exists. */
    private Tried forgotten(UndoJournal.JournalEntry line, JournalWriter journalWriter, NoSuchClusterException why) {
        try {
            journalWriter.append(new UndoJournal.JournalEntry(
                    line.undo(), Stage.HEALED, clock.instant(), "nothing is left to heal: " + why.getMessage()));
            return new Tried(line, Optional.empty());
        } catch (IOException e) {
            return new Tried(
                    line, Optional.of(line.undo() + " is gone, but the journal cannot be written: " + e.getMessage()));
        }
    }

    /** @param failure empty if it was healed */
    private record Tried(UndoJournal.JournalEntry line, Optional<String> failure) {}

    /**
     * Report of a healer.
     *
     * @param healed injections, a line each
     * @param failed injections of which something may be left, a line each: why, and what to do manually
     */
    public record HealReport(List<String> healed, List<String> failed) {
        static final HealReport NOTHING = new HealReport(List.of(), List.of());

        public HealReport {
            healed = List.copyOf(healed);
            failed = List.copyOf(failed);
        }
    }
}
