package squall.testbed.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import squall.system.process.ProcessState;

/**
 * The process that a server's data folder names as its own, in {@code postmaster.pid} (file layout: PostgreSQL, {@code
 * miscadmin.h}). The file is read only: PostgreSQL alone may delete it.
 */
public record Postmaster(long pid, Instant since, int port) {
    private static final int PID = 0;
    private static final int START = 2;
    private static final int PORT = 3;

    /** Empty if there is no file, or one that is not yet written to its port. */
    static Optional<Postmaster> named(Path data) throws IOException {
        try {
            List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
            return lines.size() <= PORT ? Optional.empty() : Optional.of(of(lines));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** As {@link #named}, if that process is alive and serves this data; a reused process id does neither. */
    public static Optional<Postmaster> running(Path data) throws IOException, InterruptedException {
        Optional<Postmaster> named = named(data);
        return named.isPresent() && named.get().runs(data) ? named : Optional.empty();
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
