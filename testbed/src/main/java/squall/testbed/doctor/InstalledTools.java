package squall.testbed.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import squall.system.FileTrees;
import squall.system.process.ExternalProgram;
import squall.system.process.ExternalProgram.Finished;
import squall.system.process.SearchPath;
import squall.testbed.doctor.MachineCheck.CheckAnswer;

/**
 * Set of this machine's programs, each run with a time limit.
 *
 * @param path that is searched for them
 */
record InstalledTools(SearchPath path) {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Pattern VERSION = Pattern.compile("\\d\\.\\d");

    /** Finds a program; empty if there is none. */
    Optional<Path> find(String program) {
        return path.find(program);
    }

    /** @throws IOException if it is not on the path */
    Path require(String program) throws IOException {
        return find(program).orElseThrow(() -> new IOException("there is no '" + program + "' on the PATH"));
    }

    /** Returns the version that the program prints: the first line that has a number with a dot in it, else the first line. */
    CheckAnswer version(String program, String... arguments) throws IOException, InterruptedException {
        Path found = require(program);
        Finished finished = run(
                Stream.concat(Stream.of(found.toString()), Stream.of(arguments)).toList());
        String said = plain(finished.orThrow().text());
        Optional<String> line = said.lines().filter(VERSION.asPredicate()).findFirst();
        return new CheckAnswer.Ok(oneLine(line.orElse(said)));
    }

    /** Removes the codes that colour text on a terminal. */
    private static String plain(String text) {
        return text.replaceAll("\\x1b\\[[\\d;]*m", "");
    }

    /**
     * Runs a script in a temporary folder, to test what works.
     *
     * @param wrapper command that runs the shell, as {@code unshare -n}
     * @throws IOException with the shell's last line, if it does not succeed
     */
    void trial(List<String> wrapper, String script) throws IOException, InterruptedException {
        Finished finished = run(Stream.concat(wrapper.stream(), Stream.of("sh", "-e", "-c", script))
                .toList());
        if (!finished.ok()) {
            throw new IOException(finished.text().isEmpty() ? "it failed without output" : oneLine(finished.text()));
        }
    }

    private static Finished run(List<String> command) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("squall-doctor");
        try {
            return new ExternalProgram(command, folder, LIMIT).run();
        } finally {
            FileTrees.delete(folder);
        }
    }

    /** Returns the first non-empty line, short enough for a table, without a full stop. */
    static String oneLine(String text) {
        String line = text.lines()
                .map(String::strip)
                .filter(said -> !said.isEmpty())
                .findFirst()
                .orElse("");
        return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
    }
}
