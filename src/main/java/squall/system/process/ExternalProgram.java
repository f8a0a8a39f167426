package squall.system.process;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Program run to its end with its messages in English.
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
            int exitCode = exitCode(builder()
                    .redirectOutput(output.toFile())
                    .redirectError(messages.toFile())
                    .start());
            return new Finished(line(), exitCode, text(output), text(messages));
        } finally {
            Files.delete(output);
            Files.delete(messages);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file).strip();
    }

    private int exitCode(Process process) throws IOException, InterruptedException {
        boolean ended = false;
        try {
            ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            if (!ended) {
                process.destroyForcibly();
            }
        }
        if (!ended) {
            throw new IOException("'" + line() + "' did not end within " + limit.toSeconds() + " s");
        }
        return process.exitValue();
    }

    private ProcessBuilder builder() {
        var nothing = Redirect.from(new File("/dev/null"));
        SearchPath path = SearchPath.here();
        List<String> located = new ArrayList<>(command);
        path.find(command.getFirst()).ifPresent(program -> located.set(0, program.toString()));
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
