package squall.testbed.ha;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import squall.system.ExitCode;
import squall.system.PollDeadline;
import squall.system.StateFolder;
import squall.system.process.DetachedProcess;
import squall.system.process.JavaArguments;
import squall.system.process.PidFileProcess;

/** The supervisor of one group as a process, from outside. Started and ended by the holder of the group's lock. */
record SupervisorProcess(StateFolder state, HaFolder home) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Empty if it is not running, and then there is no failover. */
    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return PidFileProcess.named(home.supervisorPid(), home.supervisorArguments());
    }

    /**
     * On return it is watching. Its JVM is small: it checks five times a second and keeps no data.
     *
     * @return whether it had to be started
     * @throws IOException with its last words, if it has ended instead
     */
    boolean start() throws IOException, InterruptedException {
        if (process().isPresent()) {
            return false;
        }
        // Without UsePerfData the JVM does not wake up twenty times a second to take samples that are never read.
        var arguments = List.of(
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
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
        if (!PollDeadline.in(START_LIMIT).await(this::watching)) {
            throw new IOException("the supervisor of postgres-ha '" + home.name() + "' does not watch "
                    + START_LIMIT.toSeconds() + " s after its start; see " + home.supervisorLog());
        }
        return true;
    }

    private boolean watching() throws IOException, InterruptedException {
        boolean running = process().isPresent(); // first, so that what it wrote until its end is read
        String log = Files.readString(home.supervisorLog());
        if (log.contains(FailoverSupervisor.WATCHING)) {
            return true;
        }
        if (!running) {
            throw new IOException("the supervisor of postgres-ha '" + home.name() + "' did not start: "
                    + log.lines().reduce((before, last) -> last).orElse("it printed nothing") + "; see "
                    + home.supervisorLog());
        }
        return false;
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
