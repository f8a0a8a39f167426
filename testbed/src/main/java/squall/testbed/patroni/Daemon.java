package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Deadline;
import squall.host.Detached;
import squall.host.OwnProcess;
import squall.host.ProcessState;

/**
 * A program of a node that runs until it is told to end.
 *
 * @param name of the program, for messages and of its files
 * @param mark a path that stands in its command line and in no other's
 */
record Daemon(String name, NodeFolder folder, Path mark) {
    /** Patroni ends its server in good order first, which writes out what is in memory. */
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    Optional<OwnProcess> process() throws IOException, InterruptedException {
        return OwnProcess.named(folder.pid(name), mark);
    }

    boolean runs() throws IOException, InterruptedException {
        return process().isPresent();
    }

    /** In a clean environment: both programs take settings from variables, too. @param programs folder of PostgreSQL's */
    List<String> command(List<String> words, Path programs) {
        var clean = Stream.of(
                "env",
                "-i",
                "PATH=" + programs + ":/usr/bin:/bin",
                "HOME=" + folder.home(),
                "LC_ALL=C.UTF-8",
                "ETCD_UNSUPPORTED_ARCH=arm64"); // else etcd 3.4 refuses that processor; no other heeds it
        return Stream.concat(clean, words.stream()).toList();
    }

    /** @param command made by {@link #command} */
    void start(List<String> command) throws IOException, InterruptedException {
        new Detached(command, folder.path(), folder.output(name), folder.pid(name)).start();
    }

    /** Asks it to end, and waits until it has. */
    void end() throws IOException, InterruptedException {
        Optional<OwnProcess> process = process();
        if (process.isPresent()) {
            long pid = process.get().pid();
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
            if (!Deadline.in(END_LIMIT).await(() -> ProcessState.of(pid).dead())) {
                throw new IOException(name + " (process " + pid + ") did not end within " + END_LIMIT.toSeconds()
                        + " s of SIGTERM; see " + folder.output(name));
            }
        }
    }

    /** The last line it printed. */
    String lastWords() throws IOException {
        List<String> lines = Files.readString(folder.output(name)).lines().toList();
        return lines.isEmpty() ? "it printed nothing" : lines.getLast();
    }
}
