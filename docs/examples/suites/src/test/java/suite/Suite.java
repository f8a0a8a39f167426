package suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import squall.cli.CommandEnvironment;

/** Runner of Squall's commands in this process, on the database that {@code -Dsquall.url} names, or the embedded one. */
final class Suite {
    private Suite() {}

    /** Main method of a command, without the exit of the process. */
    interface Command {
        int execute(List<String> words, CommandEnvironment environment);
    }

    /** Returns the address of the database, with its credentials; empty: the embedded PostgreSQL. */
    static Optional<String> url() {
        return Optional.ofNullable(System.getProperty("squall.url")).filter(url -> !url.isEmpty());
    }

    /** Runs a command to its end, which must be exit code 0; its measurements stay in {@code target/results}. */
    static void succeeds(Command command, List<String> words) {
        List<String> all = new ArrayList<>(words);
        all.addAll(List.of("--results", System.getProperty("squall.suite.results", "target/results")));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
            int code = command.execute(
                    all,
                    new CommandEnvironment(
                            InputStream.nullInputStream(),
                            stream,
                            stream,
                            System.getenv(),
                            Optional.ofNullable(System.getProperty("squall.home"))
                                    .map(Path::of),
                            Path.of("")));
            assertThat(code).as(() -> printed.toString(StandardCharsets.UTF_8)).isZero();
        }
    }
}
