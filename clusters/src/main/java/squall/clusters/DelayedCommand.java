package squall.clusters;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import squall.system.DetachedAlarm;
import squall.system.FileTrees;

/**
 * A command that runs at a given time, even if the process that armed it is gone.
 *
 * @param folder of its own, for its two files
 */
public record DelayedCommand(Path folder) {
    private static final String SCRIPT = "sleep \"$1\"; shift; exec \"$@\"";

    /** Arms it, in place of one that is armed. */
    public void arm(Duration after, List<String> command) throws IOException, InterruptedException {
        FileTrees.make(folder, "rwx------");
        alarm().arm(
                        SCRIPT,
                        Stream.concat(Stream.of(DetachedAlarm.seconds(after)), command.stream())
                                .toList());
    }

    /** Ends it; nothing happens if none is armed. */
    public void disarm() throws IOException, InterruptedException {
        alarm().disarm();
    }

    private DetachedAlarm alarm() {
        return new DetachedAlarm(folder, "timer");
    }
}
