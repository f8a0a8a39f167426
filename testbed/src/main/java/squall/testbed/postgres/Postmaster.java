package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import squall.system.FileTrees;
import squall.system.process.ProcessState;
import squall.testbed.host.FolderProcesses;

/**
 * Postmaster of a data folder, named by {@code postmaster.pid} (file layout: PostgreSQL, {@code miscadmin.h}). The file is only read:
 * PostgreSQL alone may delete it.
 */
public record Postmaster(long pid, Instant since, int port) {
    private static final int PID = 0;
    private static final int START = 2;
    private static final int PORT = 3;

    /** Reads the file; empty if it does not exist, or its port is not written yet. */
    static Optional<Postmaster> named(Path data) throws IOException {
        return FileTrees.text(data.resolve("postmaster.pid"))
                .map(text -> text.lines().toList())
                .filter(lines -> lines.size() > PORT)
                .map(Postmaster::of);
    }

    /** Finds the process as {@link #named} does, if it is alive and serves this data; a reused process id does neither. */
    public static Optional<Postmaster> running(Path data) throws IOException, InterruptedException {
        Optional<Postmaster> named;
        try {
            named = named(data);
        } catch (AccessDeniedException e) {
            throw e;
        } catch (IOException e) {
            return onStoppedDisk(data);
        }
        return named.isPresent() && named.get().runs(data) ? named : Optional.empty();
    }

    /** Finds the server on a disk that fails every access: the file cannot be read; the server's processes still work in the folder. Its port is unknown: 0. */
    private static Optional<Postmaster> onStoppedDisk(Path data) throws IOException, InterruptedException {
        List<Long> pids = new FolderProcesses(data).pids();
        return pids.stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .filter(process -> process.parent()
                        .filter(parent -> pids.contains(parent.pid()))
                        .isEmpty())
                .findFirst()
                .map(process -> new Postmaster(
                        process.pid(), process.info().startInstant().orElse(Instant.EPOCH), 0));
    }

    private static Postmaster of(List<String> lines) {
        return new Postmaster(
                Long.parseLong(lines.get(PID).strip()),
                Instant.ofEpochSecond(Long.parseLong(lines.get(START).strip())),
                Integer.parseInt(lines.get(PORT).strip()));
    }

    private boolean runs(Path data) throws IOException, InterruptedException {
        return !ProcessState.of(pid).dead()
                && ProcessHandle.of(pid)
                        .flatMap(process -> process.info().commandLine())
                        .filter(line -> line.contains("postgres") && line.contains(data.toString()))
                        .isPresent();
    }
}
