package squall.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import squall.system.process.ExternalProgram;

/** List of this machine's loop devices, of which no test may leave one. */
public final class LoopDevices {
    private LoopDevices() {}

    /** Returns a line for each device, with the file that it shows. */
    public static String list() throws IOException, InterruptedException {
        return new ExternalProgram(List.of("losetup", "-a"), Path.of("/"), Duration.ofSeconds(10))
                .run()
                .orThrow()
                .text();
    }
}
