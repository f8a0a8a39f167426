package squall.cli.report;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import squall.system.FileTrees;

/**
 * Repetition of commands, one at a time, which finds the run directory of each.
 *
 * <p>One thread calls {@link #turn}; any thread may call {@link #stop} and {@link #stopNow}.
 */
public final class CommandRepetition {
    private static final String OUTPUT = "output.txt";

    private final AtomicBoolean stopped = new AtomicBoolean();
    private final AtomicBoolean insisted = new AtomicBoolean();
    private final AtomicReference<Optional<Process>> running = new AtomicReference<>(Optional.empty());

    /**
     * Runs a command to its end. {@code SQUALL_RESULTS} tells it where its run directory belongs; its standard output goes into a file; its
     * standard error is also shown live.
     *
     * @param command as typed into a shell, without pipes; begins with a program or with assignments
     * @param folder of the run directories of this side; created if it does not exist
     * @return empty if it was stopped before or meanwhile
     * @throws IOException if the command cannot be run, or did not make exactly one run directory
     */
    public Optional<RepeatedRun> turn(int side, String command, Path folder) throws IOException, InterruptedException {
        if (stopped.get()) {
            return Optional.empty();
        }
        Files.createDirectories(folder);
        Set<Path> before = runs(folder);
        int exitCode = exitCode(command, folder);
        if (stopped.get()) {
            return Optional.empty();
        }
        Set<Path> made = runs(folder);
        made.removeAll(before);
        if (made.size() != 1) {
            throw new IOException("'" + command + "' ended with " + exitCode + " and made " + made.size()
                    + " run directories in " + folder
                    + ", one is wanted: it must be a command that runs one load, without an option that puts results elsewhere; what it"
                    + " printed is in " + folder.resolve(OUTPUT));
        }
        return Optional.of(new RepeatedRun(side, made.iterator().next(), exitCode));
    }

    private int exitCode(String command, Path folder) throws IOException, InterruptedException {
        // env lets a command line begin with assignments; exec leaves no shell in between that a signal would end alone
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec env " + command)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(Redirect.appendTo(folder.resolve(OUTPUT).toFile()))
                .redirectError(Redirect.INHERIT);
        builder.environment().put("SQUALL_RESULTS", folder.toAbsolutePath().toString());
        Process process = builder.start();
        running.set(Optional.of(process));
        if (insisted.get()) { // while it was being started
            process.destroy();
        }
        try {
            return process.waitFor();
        } finally {
            running.set(Optional.empty());
        }
    }

    /** Starts no further turn; the current one runs to its end. An interrupt of the terminal has reached it already. */
    public void stop() {
        stopped.set(true);
    }

    /** Starts no further turn, and requests the end of the current command. */
    public void stopNow() {
        stopped.set(true);
        insisted.set(true);
        running.get().ifPresent(Process::destroy);
    }

    private static Set<Path> runs(Path folder) throws IOException {
        return FileTrees.entries(folder).stream()
                .filter(file -> !Files.isSymbolicLink(file) && Files.exists(file.resolve("manifest.json")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * Result of one turn.
     *
     * @param side 0 or 1
     * @param run the run directory that the command made
     * @param exitCode of the command
     */
    public record RepeatedRun(int side, Path run, int exitCode) {}

    /** Order in which two sides take their turns. */
    public enum SideOrder {
        /** Order A A A B B B: a drift of the environment looks like a difference of the sides. */
        ONE_SIDE_FIRST,
        /** Order A B B A A B B A: a steady drift affects both sides alike. */
        INTERLEAVED;

        /** Lists the sides, 0 and 1, this many times each. */
        public List<Integer> turns(int times) {
            List<Integer> turns = new ArrayList<>();
            for (int n = 0; n < 2 * times; n++) {
                turns.add(
                        switch (this) {
                            case ONE_SIDE_FIRST -> n / times;
                            case INTERLEAVED -> (n + 1) / 2 % 2;
                        });
            }
            return turns;
        }
    }
}
