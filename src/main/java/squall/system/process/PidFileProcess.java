package squall.system.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import squall.system.FileTrees;
import squall.system.PollDeadline;

/** Process that is alive and named by a pid file of Squall. */
public record PidFileProcess(long pid, Instant since) {
    /**
     * Time without a command line that is accepted. A process has none while it becomes another program, which happens up to three times at
     * a start in the background. On a machine whose disk is busy each time may take more than a second: the kernel reads the program first.
     * Kernel threads never have one.
     */
    private static final Duration WITHOUT_COMMAND_LINE = Duration.ofSeconds(10);

    private static final long BETWEEN_LOOKS_MS = 10;

    /**
     * Returns the process; empty if there is no file, or the process has ended. A later process with the same id is not accepted. Waits
     * while the process becomes another program.
     *
     * @param mark a path that occurs only in the command line of this process
     */
    public static Optional<PidFileProcess> named(Path pidFile, Path mark) throws IOException, InterruptedException {
        Optional<Long> pid = FileTrees.text(pidFile).map(text -> Long.parseLong(text.strip()));
        PollDeadline deadline = PollDeadline.in(WITHOUT_COMMAND_LINE);
        while (pid.isPresent()
                && !deadline.passed()
                && !ProcessState.of(pid.get()).dead()) {
            Optional<ProcessHandle.Info> info = ProcessHandle.of(pid.get()).map(ProcessHandle::info);
            Optional<String> line = info.flatMap(ProcessHandle.Info::commandLine);
            if (line.isPresent()) {
                Instant since = info.flatMap(ProcessHandle.Info::startInstant).orElse(Instant.EPOCH);
                return line.filter(text -> text.contains(mark.toString()))
                        .map(text -> new PidFileProcess(pid.get(), since));
            }
            Thread.sleep(BETWEEN_LOOKS_MS);
        }
        return Optional.empty();
    }

    public ProcessTree tree() {
        return new ProcessTree(pid);
    }
}
