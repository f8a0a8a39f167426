package squall.system.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import squall.system.FileTrees;

/**
 * Program run to its end with its messages in English.
 *
 * <p>Ctrl-C on a terminal signals all processes of its foreground group. A program that ended by that would look like a fault that could not
 * be injected, or not be healed: it gets a session of its own where the system has {@code setsid}, and is started again if the signal came
 * before it was in that session. It ends with this JVM all the same, by SIGTERM.
 *
 * @param folder working directory; one the program's user may enter
 * @param limit after which the program is killed; a server it has detached by then is not
 * @param variables which of the caller's environment variables it gets
 */
public record ExternalProgram(List<String> command, Path folder, Duration limit, Variables variables) {
    /** Selection of the caller's environment variables that a program gets. */
    public enum Variables {
        /** All but {@code PG*}, by which programs of PostgreSQL would reach another server than the intended one. */
        WITHOUT_POSTGRES,
        /** All, as if the user had typed the command. */
        ALL
    }

    /** Maximum number of starts of a program that signals end before it has begun. */
    private static final int STARTS = 4;

    /** Content of the file of messages until the program begins. */
    private static final String NOT_BEGUN = "not begun";

    /** Shell script that empties the file of messages, and becomes the program. */
    private static final String BEGIN = ": >\"$0\" && exec \"$@\"";

    public ExternalProgram {
        command = List.copyOf(command);
    }

    /** Creates a program that gets no {@code PG*} variable. */
    public ExternalProgram(List<String> command, Path folder, Duration limit) {
        this(command, folder, limit, Variables.WITHOUT_POSTGRES);
    }

    /** @throws IOException if it does not start, or not end within the limit */
    public Finished run() throws IOException, InterruptedException {
        Path output = Files.createTempFile("squall-", ".out"); // a pipe could be kept open by a detached server
        Path messages = Files.createTempFile("squall-", ".err");
        try {
            for (int start = 1; start <= STARTS; start++) {
                Optional<Integer> exitCode = exitCode(output, messages);
                if (exitCode.isPresent()) {
                    return new Finished(line(), exitCode.get(), text(output), text(messages));
                }
            }
            throw new IOException(
                    "'" + line() + "' did not start: " + STARTS + " times a signal ended it before it began");
        } finally {
            Files.delete(output);
            Files.delete(messages);
        }
    }

    /** Starts it once. @return its exit code; empty if a signal ended it before it began */
    private Optional<Integer> exitCode(Path output, Path messages) throws IOException, InterruptedException {
        List<String> beginning = beginning(messages);
        Files.writeString(messages, beginning.isEmpty() ? "" : NOT_BEGUN);
        ProcessBuilder builder =
                builder(beginning).redirectOutput(output.toFile()).redirectError(Redirect.appendTo(messages.toFile()));
        int exitCode;
        try {
            exitCode = exitCode(builder.start());
        } catch (IOException e) {
            if (endedBySignal(e)) {
                return Optional.empty();
            }
            throw e;
        }
        return text(messages).equals(NOT_BEGUN) ? Optional.empty() : Optional.of(exitCode);
    }

    /**
     * Returns the words before the command by which it begins in a session of its own; none without setsid, and none for a program that does
     * not exist, as the JDK says that best.
     */
    private List<String> beginning(Path messages) {
        SearchPath path = SearchPath.here();
        Optional<Path> setsid = path.find("setsid");
        return setsid.isPresent() && path.find(command.getFirst()).isPresent()
                ? List.of(setsid.get().toString(), "/bin/sh", "-c", BEGIN, messages.toString())
                : List.of();
    }

    /**
     * Returns whether a signal ended the JDK's own program that starts others: "Failed to exec spawn helper: pid: 4711, signal: 2"
     * (ProcessImpl of JDK 21 and later).
     */
    private static boolean endedBySignal(IOException failure) {
        String message = String.valueOf(failure.getMessage());
        return message.contains("spawn helper") && message.contains("signal: ");
    }

    private static String text(Path file) throws IOException {
        return FileTrees.printed(file).strip();
    }

    private int exitCode(Process process) throws IOException, InterruptedException {
        EndWithJvm hook = EndWithJvm.of(process);
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            hook.withdraw();
            if (!ended) {
                process.destroyForcibly();
            }
        }
        if (!ended) {
            throw new IOException("'" + line() + "' did not end within " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    private ProcessBuilder builder(List<String> beginning) {
        var nothing = Redirect.from(new File("/dev/null"));
        SearchPath path = SearchPath.here();
        List<String> located = new ArrayList<>(beginning);
        located.add(path.find(command.getFirst()).map(Path::toString).orElse(command.getFirst()));
        located.addAll(command.subList(1, command.size()));
        var builder = new ProcessBuilder(located).directory(folder.toFile()).redirectInput(nothing);
        if (variables == Variables.WITHOUT_POSTGRES) {
            builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        }
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", path.text());
        return builder;
    }

    private String line() {
        return String.join(" ", command);
    }

    /** Shutdown hook that ends a process with this JVM; none if the JVM is shutting down already. */
    private record EndWithJvm(Optional<Thread> hook) {
        static EndWithJvm of(Process process) {
            Thread hook = Thread.ofPlatform().name("squall-end-program").unstarted(process::destroy);
            try {
                Runtime.getRuntime().addShutdownHook(hook);
                return new EndWithJvm(Optional.of(hook));
            } catch (IllegalStateException e) { // a program that another hook runs
                return new EndWithJvm(Optional.empty());
            }
        }

        /** Removes the hook: the process has ended, or is ended otherwise. */
        void withdraw() {
            try {
                hook.ifPresent(Runtime.getRuntime()::removeShutdownHook);
            } catch (IllegalStateException e) {
                // The JVM is shutting down: the hook runs, and finds the process ended.
            }
        }
    }

    /**
     * Result of a program that has ended.
     *
     * @param output its standard output
     * @param messages its standard error: warnings and errors
     */
    public record Finished(String line, int exitCode, String output, String messages) {
        /** Creates a result without messages. */
        public Finished(String line, int exitCode, String output) {
            this(line, exitCode, output, "");
        }

        /** Returns all that it wrote, for a person to read. */
        public String text() {
            return Stream.of(output, messages).filter(part -> !part.isEmpty()).collect(Collectors.joining("\n"));
        }

        public boolean ok() {
            return exitCode == 0;
        }

        /** @throws IOException with the program's own message, if its exit code is not 0 */
        public Finished orThrow() throws IOException {
            if (!ok()) {
                throw new IOException("'" + line + "' ended with " + exitCode + ": " + text());
            }
            return this;
        }
    }
}
