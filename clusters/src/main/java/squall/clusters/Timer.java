package squall.clusters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.host.Alarm;
import squall.host.Folders;

/**
 * A command that is given when its time has come, whether or not whoever armed it still lives.
 *
 * @param folder of its own, for its two files
 */
public record Timer(Path folder) {
    private static final String SCRIPT = "sleep \"$1\"; shift; exec \"$@\"";

    /** Arms it, in place of one that is armed. */
    public void arm(Duration after, List<String> command) throws IOException, InterruptedException {
        Folders.make(folder, "rwx------");
        alarm().arm(
                        SCRIPT,
                        Stream.concat(Stream.of(Alarm.seconds(after)), command.stream())
                                .toList());
    }

    /** Ends it; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        alarm().disarm();
    }

    private Alarm alarm() {
        return new Alarm(folder, "timer");
    }
}
