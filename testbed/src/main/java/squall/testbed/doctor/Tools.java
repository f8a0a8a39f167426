package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import squall.host.Folders;
import squall.host.Program;
import squall.host.Program.Finished;

/**
 * The programs of this machine, each asked within a bound.
 *
 * @param path as the environment names it
 */
record Tools(String path) {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Where it is, if it is anywhere. */
    Optional<Path> find(String program) {
        return Stream.of(path.split(":", -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @throws IOException if it is not on the path */
    Path require(String program) throws IOException {
        return find(program).orElseThrow(() -> new IOException("there is no '" + program + "' on the PATH"));
    }

    /** What the program says of its version, by the first line of its answer. */
    Answer version(String program, String... arguments) throws IOException, InterruptedException {
        Path found = require(program);
        Finished finished = run(
                Stream.concat(Stream.of(found.toString()), Stream.of(arguments)).toList());
        return new Answer.Ok(oneLine(finished.orThrow().output()));
    }

    /**
     * Lets a shell try something in a folder that is gone afterwards.
     *
     * @param wrapper what the shell is run by, as {@code unshare -n}
     * @throws IOException with the shell's last words, if it does not end well
     */
    void trial(List<String> wrapper, String script) throws IOException, InterruptedException {
        Finished finished = run(Stream.concat(wrapper.stream(), Stream.of("sh", "-e", "-c", script))
                .toList());
        if (!finished.ok()) {
            throw new IOException(
                    finished.output().isEmpty() ? "it failed without a word" : oneLine(finished.output()));
        }
    }

    private static Finished run(List<String> command) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("squall-doctor");
        try {
            return new Program(command, folder, LIMIT).run();
        } finally {
            Folders.delete(folder);
        }
    }

    /** The first line that says something, short enough for a table, without a full stop. */
    static String oneLine(String text) {
        String line = text.lines()
                .map(String::strip)
                .filter(said -> !said.isEmpty())
                .findFirst()
                .orElse("");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
