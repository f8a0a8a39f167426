package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import squall.system.PollDeadline;
import squall.system.process.ProcessState;

/**
 * Set of the processes whose working directory is a given folder. PostgreSQL's processes keep it for their whole life, even children whose
 * postmaster was killed and which no longer appear in its process tree.
 *
 * <p>Read from {@code /proc}; empty on a system without it.
 */
public record FolderProcesses(Path folder) {
    private static final Path PROC = Path.of("/proc");
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Lists the processes alive at this moment. */
    public List<Long> pids() throws IOException, InterruptedException {
        if (!Files.isDirectory(PROC.resolve("self"))) {
            return List.of();
        }
        var found = new ArrayList<Long>();
        Path real = folder.toRealPath();
        for (long pid : ProcessHandle.allProcesses().map(ProcessHandle::pid).toList()) {
            if (livesIn(real, pid) && !ProcessState.of(pid).dead()) {
                found.add(pid);
            }
        }
        return List.copyOf(found);
    }

    private static boolean livesIn(Path real, long pid) {
        try {
            return Files.readSymbolicLink(PROC.resolve(pid + "/cwd")).equals(real);
        } catch (IOException e) {
            return false; // the process has ended, or belongs to another user and so does not use this folder
        }
    }

    /** Kills the processes until none is left, however quickly they fork others. */
    public void kill() throws IOException, InterruptedException {
        boolean gone = PollDeadline.in(LIMIT).await(() -> {
            List<Long> pids = pids();
            for (long pid : pids) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
            return pids.isEmpty();
        });
        if (!gone) {
            throw new IOException("processes " + pids() + " are still running in " + folder + " " + LIMIT.toSeconds()
                    + " s after SIGKILL");
        }
    }
}
