package squall.testbed.host;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import squall.system.ExternalProgram;

/** The memory that a process holds at this moment, pages shared with others included. */
public final class ResidentMemory {
    private ResidentMemory() {}

    /** Bytes; 0 if the process has ended. */
    public static long of(long pid) throws IOException, InterruptedException {
        var command = List.of("/bin/sh", "-c", LOOK, "squall", Long.toString(pid));
        String kilobytes = new ExternalProgram(command, Path.of("/"), Duration.ofSeconds(10))
                .run()
                .output();
        return kilobytes.isEmpty() ? 0 : Long.parseLong(kilobytes) << 10;
    }

    private static final String LOOK =
            "if [ -d /proc/self ]; then sed -n 's/^VmRSS:[^0-9]*\\([0-9]*\\) kB/\\1/p' /proc/$1/status"
                    + " 2>/dev/null; else ps -o rss= -p $1 | tr -d ' '; fi";
}
