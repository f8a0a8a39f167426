package squall.clusters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Detached;
import squall.host.Folders;
import squall.host.OwnProcess;
import squall.spi.Durations;

/**
 * A command that a detached shell gives when its time has come, whether or not whoever armed it still lives.
 *
 * @param folder of its own, for its two files
 */
public record Timer(Path folder) {
    /** {@code $0} is the pid file, by which the timer is known again. */
    private static final String SCRIPT = "sleep \"$1\"; shift; exec \"$@\"";

    /** Arms it, in place of one that is armed. */
    public void arm(Duration after, List<String> command) throws IOException, InterruptedException {
        Folders.make(folder, "rwx------");
        Optional<OwnProcess> before = armed();
        Stream<String> shell = Stream.of("/bin/sh", "-c", SCRIPT, pidFile().toString(), seconds(after));
        new Detached(Stream.concat(shell, command.stream()).toList(), folder, folder.resolve("timer.out"), pidFile())
                .start();
        if (before.isPresent()) {
            before.get().tree().kill();
        }
    }

    /** Ends it; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        Optional<OwnProcess> timer = armed();
        if (timer.isPresent()) {
            timer.get().tree().kill();
        }
    }

    private Optional<OwnProcess> armed() throws IOException, InterruptedException {
        return OwnProcess.named(pidFile(), pidFile());
    }

    private Path pidFile() {
        return folder.resolve("timer.pid");
    }

    /** For {@code sleep} and for kernels, which take no time at all for an end of it: at least one. */
    public static String seconds(Duration length) {
        return Long.toString(Math.max(1, Durations.wholeSeconds(length)));
    }
}
