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
import squall.adversity.Kinds;
import squall.spi.Cluster;
import squall.spi.ClusterProvider;
import squall.spi.FaultProvider;
import squall.spi.NoSuchClusterException;

/** Heals what runs left behind, from their journals alone: after a crash, or beside a process that hangs. */
public final class Healer {
    private final Journals journals;
    private final Kinds<ClusterProvider> clusters;
    private final Kinds<FaultProvider> faults;
    private final InstantSource clock;

    public Healer(
            Journals journals, Kinds<ClusterProvider> clusters, Kinds<FaultProvider> faults, InstantSource clock) {
        this.journals = journals;
        this.clusters = clusters;
        this.faults = faults;
        this.clock = clock;
    }

    /**
     * Heals all that is open in the journal of a run. Where all was healed, the journal is put aside unless its run still lives.
     *
     * @throws IOException if the journal cannot be understood, or not be written
     */
    public Healing heal(String run) throws IOException, InterruptedException {
        Optional<Story> story = journals.story(run);
        if (story.isEmpty()) {
            return Healing.NOTHING;
        }
        Healing healing = heal(run, story.get(), story.get().open());
        if (healing.failed().isEmpty() && !story.get().owner().lives()) {
            journals.retire(run);
            new Sentinel(journals, run).dismiss();
        }
        return healing;
    }

    /** Heals what is open though its deadline has passed, and leaves alone what its run still looks after. */
    public Healing healOverdue(String run) throws IOException, InterruptedException {
        Optional<Story> story = journals.story(run);
        if (story.isEmpty()) {
            return Healing.NOTHING;
        }
        Instant now = clock.instant();
        return heal(
                run,
                story.get(),
                story.get().open().stream()
                        .filter(line -> !line.undo().deadline().isAfter(now))
                        .toList());
    }

    private Healing heal(String run, Story story, List<Line> open) throws IOException, InterruptedException {
        if (open.isEmpty()) {
            return Healing.NOTHING;
        }
        try (var journal = new WatchedJournal(journals.reopen(run), new Sentinel(journals, run), story.last())) {
            List<Tried> first = together(open, journal);
            List<Line> again = first.stream()
                    .filter(tried -> tried.failure().isPresent())
                    .map(Tried::line)
                    .toList();
            // One healing can wait for another: a node that is cut off for one that is down.
            List<Tried> second = again.isEmpty() ? List.of() : together(again, journal);
            List<String> healed = new ArrayList<>(healed(first));
            healed.addAll(healed(second));
            return new Healing(
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

    private List<Tried> together(List<Line> open, Chronicle chronicle) throws InterruptedException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Tried>> begun = new ArrayList<>();
            for (Line line : open) {
                begun.add(threads.submit(() -> tried(line, chronicle)));
            }
            List<Tried> tried = new ArrayList<>();
            for (Future<Tried> each : begun) {
                tried.add(each.get());
            }
            return tried;
        } catch (ExecutionException e) {
            throw new IllegalStateException("healing itself is broken", e);
        }
    }

    private Tried tried(Line line, Chronicle chronicle) throws InterruptedException {
        Undo undo = line.undo();
        try {
            Cluster cluster =
                    clusters.named(undo.cluster().kind()).find(undo.cluster().options("journal"));
            Life.resumed(line, cluster, faults.named(undo.fault().kind()), chronicle, clock)
                    .heal();
            return new Tried(line, Optional.empty());
        } catch (NoSuchClusterException e) {
            return forgotten(line, chronicle, e);
        } catch (NotHealedException e) {
            return new Tried(line, Optional.of(String.valueOf(e.getMessage())));
        } catch (IOException | RuntimeException e) { // of third parties too: others wait for being healed
            return new Tried(line, Optional.of(undo + " is not healed: " + e.getMessage()));
        }
    }

    /** What was done to a cluster went with it. */
    private Tried forgotten(Line line, Chronicle chronicle, NoSuchClusterException why) {
        try {
            chronicle.append(
                    new Line(line.undo(), Stage.HEALED, clock.instant(), "nothing is left of it: " + why.getMessage()));
            return new Tried(line, Optional.empty());
        } catch (IOException e) {
            return new Tried(
                    line, Optional.of(line.undo() + " is gone, which cannot be written down: " + e.getMessage()));
        }
    }

    /** @param failure empty if it was healed */
    private record Tried(Line line, Optional<String> failure) {}
}
