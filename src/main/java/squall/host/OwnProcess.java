package squall.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** A living process that a pid file of ours names. */
public record OwnProcess(long pid, Instant since) {
    /**
     * Empty if there is no file, or the process has ended; one that got the same number later is not ours.
     *
     * @param mark a path that stands in the command line of ours and of no other
     */
    public static Optional<OwnProcess> named(Path pidFile, Path mark) throws IOException, InterruptedException {
        Optional<Long> pid = read(pidFile);
        if (pid.isEmpty() || ProcessState.of(pid.get()).dead()) {
            return Optional.empty();
        }
        return ProcessHandle.of(pid.get())
                .filter(process -> process.info()
                        .commandLine()
                        .filter(line -> line.contains(mark.toString()))
                        .isPresent())
                .map(process ->
                        new OwnProcess(pid.get(), process.info().startInstant().orElse(Instant.EPOCH)));
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
