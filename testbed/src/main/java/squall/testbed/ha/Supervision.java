package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.host.Detached;
import squall.host.JavaArguments;
import squall.host.OwnProcess;
import squall.host.StateFolder;

/** The supervisor of one group as a process, from outside. Started and ended by the holder of the group's lock. */
record Supervision(StateFolder state, Home home) {
    /** Empty if it does not run, and then nobody fails over. */
    Optional<OwnProcess> process() throws IOException, InterruptedException {
        return OwnProcess.named(home.supervisorPid(), home.supervisorArguments());
    }

    /** Answers whether that was still to do. Its JVM is small: it looks five times a second and keeps nothing. */
    boolean start() throws IOException, InterruptedException {
        if (process().isPresent()) {
            return false;
        }
        var arguments = List.of(
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData", // else it wakes up twenty times a second to take samples for nobody
                "-cp",
                System.getProperty("java.class.path"),
                SupervisorCommand.class.getName(),
                state.path().toString(),
                home.name());
        new JavaArguments(arguments).write(home.supervisorArguments());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new Detached(
                        List.of(java, "@" + home.supervisorArguments()),
                        home.folder(),
                        home.supervisorLog(),
                        home.supervisorPid())
                .start();
        return true;
    }

    /** Answers whether there was one to end. */
    boolean end() throws IOException, InterruptedException {
        Optional<OwnProcess> supervisor = process();
        if (supervisor.isPresent()) {
            supervisor.get().tree().kill(); // under the lock, so it is not in the middle of anything
        }
        return supervisor.isPresent();
    }
}
