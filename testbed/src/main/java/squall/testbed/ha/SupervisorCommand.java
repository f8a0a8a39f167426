package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import squall.system.ExitCode;
import squall.system.StateFolder;

/** The supervisor process, started by {@code bin/testbed up postgres-ha}; prints what it observes and does. */
public final class SupervisorCommand {
    private SupervisorCommand() {}

    /** @param args the state folder, and the name of the group */
    public static void main(String[] args) throws InterruptedException {
        try {
            var state = StateFolder.at(Path.of(args[0]));
            new FailoverSupervisor(state, HaFolder.named(state, args[1]), SupervisorCommand::tell).watch();
        } catch (IOException e) {
            tell("ended: " + e.getMessage());
            System.exit(ExitCode.UNREACHABLE.code());
        }
    }

    private static void tell(String line) {
        System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + line);
    }
}
