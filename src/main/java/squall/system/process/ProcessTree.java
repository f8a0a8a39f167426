package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.PollDeadline;

/**
 * Process and all its descendants, signalled as one.
 *
 * <p>Group signals are not sufficient: each child of a PostgreSQL postmaster has its own process group.
 */
public record ProcessTree(long root) {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Returns the process ids, the root first; dead ones are not included. */
    public List<Long> pids() throws IOException, InterruptedException {
        var living = new ArrayList<Long>();
        for (long pid : known()) {
            if (!ProcessState.of(pid).dead()) {
                living.add(pid);
            }
        }
        return List.copyOf(living);
    }

    private List<Long> known() {
        return Stream.concat(
                        Stream.of(root),
                        ProcessHandle.of(root).stream()
                                .flatMap(ProcessHandle::descendants)
                                .map(ProcessHandle::pid))
                .toList();
    }

    /** Stops the whole tree; when this returns every process of it was seen to be stopped. @return the stopped processes, root first */
    public List<Long> freeze() throws IOException, InterruptedException {
        signal("STOP", List.of(root)); // first, so that the tree grows no further
        awaitAll(List.of(root), ProcessState.STOPPED, "SIGSTOP");
        List<Long> all = pids();
        signal("STOP", all);
        awaitAll(all, ProcessState.STOPPED, "SIGSTOP");
        return all;
    }

    /** Resumes the whole tree; when this returns none of it is stopped. The root is last, so that it finds its children alive. */
    public void thaw() throws IOException, InterruptedException {
        List<Long> all = pids();
        signal("CONT", all.reversed());
        awaitAll(all, ProcessState.ALIVE, "SIGCONT");
    }

    /** Kills the whole tree without any cleanup; when this returns all its processes are gone or zombies. */
    public void kill() throws IOException, InterruptedException {
        List<Long> all = freeze(); // else a child forked meanwhile would be missed
        signal("KILL", all);
        for (long pid : all) {
            await(pid, ProcessState::dead, "SIGKILL");
        }
    }

    private static void awaitAll(List<Long> pids, ProcessState wanted, String signal)
            throws IOException, InterruptedException {
        for (long pid : pids) {
            await(pid, state -> state == wanted || state.dead(), signal);
        }
    }

    private static void await(long pid, Predicate<ProcessState> wanted, String signal)
            throws IOException, InterruptedException {
        if (!PollDeadline.in(LIMIT).await(() -> wanted.test(ProcessState.of(pid)))) {
            throw new IOException(
                    "process " + pid + " is " + ProcessState.of(pid) + " " + LIMIT.toSeconds() + " s after " + signal);
        }
    }

    /**
     * Sends a signal by the shell's built-in {@code kill}, which exists on every system, to all of them within a millisecond: a server whose
     * sender of the log was signalled long before the others would acknowledge what no standby gets. A process that has ended meanwhile is no
     * error.
     */
    private static void signal(String name, List<Long> pids) throws IOException, InterruptedException {
        if (!kill(name, pids).ok()) {
            for (long pid : pids) { // to find the one that it failed for; a second signal changes nothing
                ExternalProgram.Finished finished = kill(name, List.of(pid));
                if (!finished.ok() && !ProcessState.of(pid).dead()) {
                    finished.orThrow();
                }
            }
        }
    }

    private static ExternalProgram.Finished kill(String signal, List<Long> pids)
            throws IOException, InterruptedException {
        String numbers = pids.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return new ExternalProgram(List.of("/bin/sh", "-c", "kill -" + signal + " " + numbers), Path.of("/"), LIMIT)
                .run();
    }
}
