package squall.adversity.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster;
import squall.spi.Cluster.Local;
import squall.spi.Cluster.Node;
import squall.spi.Cluster.PowerCuts.StoppedDisks;
import squall.spi.Options;
import squall.spi.StoredFiles;

/**
 * Moment at which a fault ends nodes: the nodes have written nothing for some time, and by what they did a second ago they do not write at once.
 * Writes of once a second are due by then, and not done, so that a fault finds each time what it would find by chance. Power cuts wait for the
 * same in {@link squall.system.process.FileSystemStop}, by the counters of disks, since a JVM cannot stop a disk within such a moment.
 *
 * @param quiet time without writes; zero for any moment
 */
record UnsavedMoment(Duration quiet) {
    static final String OPTION = "unsaved";

    private static final Duration LONGEST = Duration.ofMillis(500); // a part of the second between two writes
    private static final long SECOND_NS = 1_000_000_000;
    private static final long MARGIN_NS = SECOND_NS / 10;

    /** @throws IllegalArgumentException if the option has no such value */
    static UnsavedMoment of(String fault, Options options) {
        Duration quiet = options.duration(OPTION, Duration.ZERO);
        if (quiet.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(fault + ": option '" + OPTION + "' must be at most " + LONGEST.toMillis()
                    + " ms, not " + quiet.toMillis() + " ms");
        }
        return new UnsavedMoment(quiet);
    }

    boolean any() {
        return quiet.isZero();
    }

    /** Returns why the writes of the cluster's nodes cannot be seen; empty if they can, or any moment will do. */
    Optional<String> refusal(Cluster cluster) {
        // A cluster in a plan has no processes, but files; one on other machines has neither.
        return any() || cluster instanceof Local || cluster instanceof StoredFiles
                ? Optional.empty()
                : Optional.of("the option " + OPTION + " needs nodes on this machine, whose writes Squall sees");
    }

    /** Describes the wait, for the list of steps; empty for any moment. */
    String step() {
        return any()
                ? ""
                : ", once none has written anything for " + quiet.toMillis() + " ms, or after "
                        + StoppedDisks.UNSAVED_LIMIT.toSeconds() + " s,";
    }

    /** Describes the moment of the fault, for reports; empty for any. @param met whether there was such a moment */
    String text(boolean met) {
        return any()
                ? ""
                : met
                        ? "; none had written anything for " + quiet.toMillis() + " ms"
                        : "; they were writing all the time, for " + StoppedDisks.UNSAVED_LIMIT.toSeconds() + " s";
    }

    /** Waits until no process of the nodes writes, with a limit. @return whether there was such a moment */
    boolean await(Cluster cluster, List<Node> nodes) throws IOException, InterruptedException {
        List<Long> pids = new ArrayList<>();
        for (Node node : nodes) {
            pids.addAll(((Local) cluster).pids(node));
        }
        long start = System.nanoTime();
        List<Long> writes = new ArrayList<>();
        long before = writeCalls(pids);
        for (long now = 0; now < StoppedDisks.UNSAVED_LIMIT.toNanos(); now = System.nanoTime() - start) {
            long calls = writeCalls(pids);
            if (calls != before) {
                writes.add(now);
            }
            before = calls;
            if (reached(now, writes)) {
                return true;
            }
            Thread.sleep(2);
        }
        return false;
    }

    /** Returns whether this is such a moment. @param writes times of all writes since the wait began */
    boolean reached(long nowNs, List<Long> writes) {
        return nowNs > SECOND_NS + MARGIN_NS
                && writes.stream()
                        .noneMatch(at -> nowNs - at < quiet.toNanos() || Math.abs(nowNs - SECOND_NS - at) < MARGIN_NS);
    }

    /** Returns the number of write calls of the processes, without those on sockets by send; one that has ended counts no more. */
    private static long writeCalls(List<Long> pids) throws IOException {
        long all = 0;
        for (long pid : pids) {
            try {
                all += Files.readAllLines(Path.of("/proc/" + pid + "/io")).stream()
                        .filter(line -> line.startsWith("syscw:"))
                        .mapToLong(line ->
                                Long.parseLong(line.substring("syscw:".length()).strip()))
                        .sum();
            } catch (NoSuchFileException e) {
                all--; // it ended, which is a change as a write is
            }
        }
        return all;
    }
}
