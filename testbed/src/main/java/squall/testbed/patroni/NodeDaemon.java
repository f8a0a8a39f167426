package squall.testbed.patroni;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.system.DetachedProcess;
import squall.system.PidFileProcess;
import squall.system.PollDeadline;
import squall.system.ProcessState;

/**
 * A program of a node that runs until it is stopped.
 *
 * @param name of the program, for messages and of its files
 * @param mark a path that occurs in its command line and in no other
 */
record NodeDaemon(String name, PatroniNodeFolder folder, Path mark) {
    /** Patroni shuts its server down cleanly first, which writes dirty pages to disk. */
    private static final Duration END_LIMIT = Duration.ofMinutes(2);

    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(folder.pid(name), mark);
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
                "ETCD_UNSUPPORTED_ARCH=arm64"); // etcd 3.4 refuses arm64 without it; other processors ignore it
        return Stream.concat(clean, words.stream()).toList();
    }

    /** @param command made by {@link #command} */
    void start(List<String> command) throws IOException, InterruptedException {
        new DetachedProcess(command, folder.path(), folder.output(name), folder.pid(name)).start();
    }

    /** Asks it to end, and waits until it has. */
    void end() throws IOException, InterruptedException {
        Optional<PidFileProcess> process = process();
        if (process.isPresent()) {
            long pid = process.get().pid();
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroy);
            if (!PollDeadline.in(END_LIMIT).await(() -> ProcessState.of(pid).dead())) {
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
