package squall.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A living process that a pid file of ours names. */
public record OwnProcess(long pid, Instant since) {
    /** A process has no command line for a moment while it becomes another program, which a start in the background does twice. */
    private static final int LOOKS = 100;

    private static final long BETWEEN_LOOKS_MS = 10;

    /**
     * Empty if there is no file, or the process has ended; one that got the same number later is not ours.
     *
     * @param mark a path that stands in the command line of ours and of no other
     */
    public static Optional<OwnProcess> named(Path pidFile, Path mark) throws IOException, InterruptedException {
        Optional<Long> pid = read(pidFile);
        for (int look = 0;
                look < LOOKS && pid.isPresent() && !ProcessState.of(pid.get()).dead();
                look++) {
            Optional<ProcessHandle.Info> info = ProcessHandle.of(pid.get()).map(ProcessHandle::info);
            Optional<String> line = info.flatMap(ProcessHandle.Info::commandLine);
            if (line.isPresent()) {
                Instant since = info.flatMap(ProcessHandle.Info::startInstant).orElse(Instant.EPOCH);
                return line.filter(text -> text.contains(mark.toString()))
                        .map(text -> new OwnProcess(pid.get(), since));
            }
            Thread.sleep(BETWEEN_LOOKS_MS);
        }
        return Optional.empty();
    }

    private static Optional<Long> read(Path pidFile) throws IOException {
        try {
            return Optional.of(Long.parseLong(Files.readString(pidFile).strip()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    public ProcessTree tree() {
        return new ProcessTree(pid);
    }
}
