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
import squall.system.process.PidFileProcess;

/** Process of a group's supervisor, as others control it. Started and ended by the holder of the group's lock. */
record SupervisorProcess(StateFolder state, HaFolder home) {
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** Finds the process; empty if it is not running, and then there is no failover. */
    Optional<PidFileProcess> process() throws IOException, InterruptedException {
        return home.supervisor().process();
    }

    /**
     * Starts the supervisor; on return it polls. Its JVM is small: it polls five times a second and keeps no data.
     *
     * @return whether it had to be started
     * @throws IOException with its last line, if it has ended instead
     */
    boolean start() throws IOException, InterruptedException {
        if (process().isPresent()) {
            return false;
        }
        // Without UsePerfData the JVM does not wake up twenty times a second to take samples that are never read.
        home.supervisor()
                .startJava(List.of(
                        "-Xmx48m",
                        "-XX:-UsePerfData",
                        SupervisorCommand.class.getName(),
                        state.path().toString(),
                        home.name()));
        if (!PollDeadline.in(START_LIMIT).await(this::watching)) {
            throw new IOException(
                    "the supervisor of postgres-ha '" + home.name() + "' does not watch " + START_LIMIT.toSeconds()
                            + " s after its start; see " + home.supervisor().output());
        }
        return true;
    }

    private boolean watching() throws IOException, InterruptedException {
        boolean running = process().isPresent(); // first, so that all its output until its end is read
        String log = Files.readString(home.supervisor().output());
        if (log.contains(FailoverSupervisor.WATCHING)) {
            return true;
        }
        if (!running) {
            throw new IOException("the supervisor of postgres-ha '" + home.name() + "' did not start: "
                    + home.supervisor().lastWords() + "; see "
                    + home.supervisor().output());
        }
        return false;
    }

    /** Ends the process; returns whether it ran. */
    boolean end() throws IOException, InterruptedException {
        return home.supervisor().kill(); // under the lock, so that no failover is in progress
    }

    /** Main class of the supervisor process, started by {@code bin/testbed up postgres-ha}; prints its observations and actions. */
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
