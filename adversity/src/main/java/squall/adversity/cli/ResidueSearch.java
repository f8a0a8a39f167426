package squall.adversity.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import squall.adversity.safety.FaultResidue;
import squall.cli.progress.LongStep;
import squall.cli.progress.ProgressConsole;
import squall.spi.Cluster;
import squall.system.PollDeadline;

/**
 * Search for what the faults of a run left on its cluster. A node that was cut off or killed may still be rejoining when the run ends.
 *
 * @param limit for the cluster to become healthy, as before an injection
 * @param settling called while something is left
 */
record ResidueSearch(Cluster cluster, Duration limit, ProgressConsole console, Settling settling) {
    /** Remedy for what a cluster does because of faults only after they are healed. */
    interface Settling {
        void settle(Consumer<String> say) throws IOException, InterruptedException;
    }

    /**
     * Waits until nothing is left, and returns what is left at the limit: also that the cluster cannot be asked, as while a node that does not
     * start is tried again.
     */
    List<String> residue() throws IOException, InterruptedException {
        AtomicReference<List<String>> residue = new AtomicReference<>(List.of());
        LongStep step = console.longStep(() -> residue.get().isEmpty()
                ? "checking the cluster"
                : "waiting for a healthy cluster, for at most " + limit.toSeconds() + " s: "
                        + String.join(", ", residue.get()));
        try {
            PollDeadline.in(limit).await(() -> {
                residue.set(left());
                return residue.get().isEmpty();
            });
        } finally {
            step.end();
        }
        return residue.get();
    }

    private List<String> left() throws InterruptedException {
        try {
            List<String> left = FaultResidue.of(cluster);
            if (!left.isEmpty()) {
                settling.settle(console::say);
            }
            return left;
        } catch (IOException e) {
            String why = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
            return List.of("what faults left is unknown, as it cannot be asked: " + why);
        }
    }
}
