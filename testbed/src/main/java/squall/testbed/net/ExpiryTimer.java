package squall.testbed.net;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import squall.spi.Cluster.Link;
import squall.system.FileTrees;
import squall.system.process.DetachedAlarm;

/**
 * Timer outside this JVM that runs a command, even if the process that armed it is dead: the deadline of faults that the kernel does not
 * expire.
 *
 * @param name of its files in the folder
 */
record ExpiryTimer(Path folder, String name) {
    private static final String PID = ".pid";

    static ExpiryTimer of(Path folder, Link link) {
        return new ExpiryTimer(folder, NetworkNamespaces.FILES + link.from() + "-" + link.to());
    }

    /** Returns the timer of this file. */
    static ExpiryTimer of(Path timer) {
        String file = timer.getFileName().toString();
        return new ExpiryTimer(timer.resolveSibling(""), file.substring(0, file.length() - PID.length()));
    }

    static boolean timer(Path file) {
        String name = file.getFileName().toString();
        return name.startsWith(NetworkNamespaces.FILES) && name.endsWith(PID);
    }

    /** Describes the effect that it ends; empty if none was armed since it was disarmed. */
    Optional<String> note() throws IOException {
        return FileTrees.text(file(".note"));
    }

    /** @param note the effect that the command will end */
    void arm(String note, List<String> command, Duration after) throws IOException, InterruptedException {
        FileTrees.write(file(".note"), note, "rw-------");
        alarm().arm(after, command);
    }

    /** Disarms the timer; does nothing if it is not armed. */
    void disarm() throws IOException, InterruptedException {
        alarm().disarm();
        for (String ending : List.of(".note", ".out", PID)) {
            Files.deleteIfExists(file(ending));
        }
    }

    private DetachedAlarm alarm() {
        return new DetachedAlarm(folder, name);
    }

    private Path file(String ending) {
        return folder.resolve(name + ending);
    }
}
