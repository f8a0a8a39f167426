package squall.testbed.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
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
        Process process = builder().start();
        process.getOutputStream().close();
        CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
        try {
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException("'" + line() + "' did not end within " + limit.toSeconds() + " s");
            }
        } finally {
            process.destroyForcibly();
        }
        return new Finished(line(), process.exitValue(), output.join().strip());
    }

    private ProcessBuilder builder() {
        var builder = new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
        builder.environment().put("LC_ALL", "C");
        return builder;
    }

    private static String read(Process process) {
        try (var output = process.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
