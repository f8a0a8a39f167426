package squall.host;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program run to its end in a clean environment: messages in English, no {@code PG*} variable of the caller's.
 *
 * @param folder working directory; one the program's user may enter
 * @param limit after which the program is ended; a server it has detached by then is not
 */
public record Program(List<String> command, Path folder, Duration limit) {
    public Program {
        command = List.copyOf(command);
    }

    /** @throws IOException if it does not start, or not end within the limit */
    public Finished run() throws IOException, InterruptedException {
        Path output = Files.createTempFile("squall-", ".out"); // a pipe could be kept open by a detached server
        try {
            int exitCode = exitCode(builder().redirectOutput(output.toFile()).start());
            return new Finished(line(), exitCode, Files.readString(output).strip());
        } finally {
            Files.delete(output);
        }
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
        builder.redirectErrorStream(true).environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        builder.environment().put("PATH", path.text());
        return builder;
    }

    private String line() {
        return String.join(" ", command);
    }

    /** How a program ended. @param output standard output and error as they came */
    public record Finished(String line, int exitCode, String output) {
        public boolean ok() {
            return exitCode == 0;
        }

        /** @throws IOException with the program's own words, if it did not end well */
        public Finished orThrow() throws IOException {
            if (!ok()) {
                throw new IOException("'" + line + "' ended with " + exitCode + ": " + output);
            }
            return this;
        }
    }
}
