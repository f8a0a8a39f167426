package squall.testbed.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import squall.spi.Cluster.State;
import squall.system.PollDeadline;
import squall.system.process.ProcessState;
import squall.system.process.ProcessTree;
import squall.testbed.host.Daemon;
import squall.testbed.host.FolderProcesses;
import squall.testbed.host.NodeVersion;
import squall.testbed.host.ResourceAllotment;
import squall.testbed.host.UnfreezeTimer;

/** Node on this machine: its folder, its data, and the processes that live and die together. */
public interface LocalNode {
    ClusterNote.Member member();

    NodePlace place();

    /** Returns the folder with the node's data. */
    Path data();

    /** Lists the programs that Squall starts for it, in the order in which they must be frozen. */
    List<Daemon> daemons();

    /** Returns whether the running node accepts clients. */
    boolean serves() throws IOException, InterruptedException;

    /** Shuts the node down cleanly; on return its processes are gone. */
    void stop() throws IOException, InterruptedException;

    default String name() {
        return member().name();
    }

    /** Lists its running processes with their descendants, in the order in which they must be frozen. */
    default List<ProcessTree> processes() throws IOException, InterruptedException {
        var trees = new ArrayList<ProcessTree>();
        for (Daemon daemon : daemons()) {
            daemon.process().ifPresent(process -> trees.add(process.tree()));
        }
        return trees;
    }

    default boolean runs() throws IOException, InterruptedException {
        return !processes().isEmpty();
    }

    /** Returns the process number of its server; 0 if it does not run. */
    default long pid() throws IOException, InterruptedException {
        List<ProcessTree> processes = processes();
        return processes.isEmpty() ? 0 : processes.getFirst().root();
    }

    /** Lists the numbers of all its processes. */
    default List<Long> pids() throws IOException, InterruptedException {
        var pids = new ArrayList<Long>();
        for (ProcessTree tree : processes()) {
            pids.addAll(tree.pids());
        }
        return pids;
    }

    default State state() throws IOException, InterruptedException {
        List<ProcessTree> processes = processes();
        if (processes.isEmpty()) {
            return State.DOWN;
        }
        for (ProcessTree tree : processes) {
            if (ProcessState.of(tree.root()) == ProcessState.STOPPED) {
                return State.PAUSED;
            }
        }
        return serves() ? State.UP : State.BUSY;
    }

    /** Checks that all programs of the node run. @throws IOException with the last line that one printed, if it has ended by itself */
    default void requireAlive() throws IOException, InterruptedException {
        for (Daemon daemon : daemons()) {
            if (!daemon.runs()) {
                throw new IOException(name() + ": " + daemon.name() + " has ended: " + lastWords(daemon) + "; see "
                        + daemon.output() + place().sizes().memoryKills(name()));
            }
        }
    }

    /** Returns the line that explains best why a program has ended. */
    default String lastWords(Daemon daemon) throws IOException {
        return daemon.lastWords();
    }

    /** Waits until the node accepts clients. @throws IOException if it ends meanwhile, or takes too long */
    default void awaitUp(Duration limit) throws IOException, InterruptedException {
        boolean up = PollDeadline.in(limit).await(() -> {
            requireAlive();
            return state() == State.UP;
        });
        if (!up) {
            Daemon first = daemons().getFirst();
            throw new IOException(name() + " is " + state() + " " + limit.toSeconds() + " s after it was started: "
                    + lastWords(first) + "; see " + first.output());
        }
    }

    /** Kills every process of the node, including those whose parent is dead already; on return none can write. */
    default void kill() throws IOException, InterruptedException {
        for (ProcessTree tree : processes()) {
            tree.kill();
        }
        if (Files.exists(data())) {
            new FolderProcesses(data()).kill();
        }
        unfreezeTimer().disarm();
    }

    default void pause(Duration atMost) throws IOException, InterruptedException {
        if (!runs()) {
            throw new IOException(name() + " is not running, so it cannot be paused");
        }
        unfreezeTimer().freeze(processes(), atMost);
    }

    default void resume() throws IOException, InterruptedException {
        unfreezeTimer().thaw(processes());
    }

    /** Returns the timer that resumes the node if the process that paused it does not. */
    default UnfreezeTimer unfreezeTimer() {
        return new UnfreezeTimer(place().folder());
    }

    /** Returns the folder for copies of what a fault changes in the data. */
    default Path keptCopies() {
        return place().folder().resolve("kept");
    }

    /** Returns the version that was chosen for the node. */
    default NodeVersion version() {
        return new NodeVersion(place().folder());
    }

    /** Returns the size that was chosen for the node. */
    default ResourceAllotment allotment() {
        return new ResourceAllotment(place().folder());
    }
}
