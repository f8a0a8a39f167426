package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import squall.system.ExitCode;
import squall.system.StateFolder;
import squall.system.process.DetachedProcess;
import squall.system.process.JavaArguments;
import squall.system.process.PidFileProcess;

/** The supervisor of one group as a process, from outside. Started and ended by the holder of the group's lock. */
record SupervisorProcess(StateFolder state, HaFolder home) {
    /** Empty if it is not running, and then there is no failover. */
    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(home.supervisorPid(), home.supervisorArguments());
    }

    /** Returns whether it had to be started. Its JVM is small: it checks five times a second and keeps no data. */
    boolean start() throws IOException, InterruptedException {
        if (process().isPresent()) {
            return false;
        }
        var arguments = List.of(
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData", // otherwise the JVM wakes up twenty times a second to take samples that are never
                // read
                "-cp",
                System.getProperty("java.class.path"),
                SupervisorCommand.class.getName(),
                state.path().toString(),
                home.name());
        new JavaArguments(arguments).write(home.supervisorArguments());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        new DetachedProcess(
                        List.of(java, "@" + home.supervisorArguments()),
                        home.folder(),
                        home.supervisorLog(),
                        home.supervisorPid())
                .start();
        return true;
    }

    /** Answers whether there was one to end. */
    boolean end() throws IOException, InterruptedException {
        Optional<PidFileProcess> supervisor = process();
        if (supervisor.isPresent()) {
            supervisor.get().tree().kill(); // under the lock, so it is not in the middle of anything
        }
        return supervisor.isPresent();
    }

    /** The supervisor process, started by {@code bin/testbed up postgres-ha}; prints what it observes and does. */
    static final class SupervisorCommand {
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
}
