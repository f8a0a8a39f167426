package squall.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import squall.system.TerminalStreams;

/**
 * Environment of a command: streams, variables and folders.
 *
 * @param home Squall's own folder, as the launcher passes it
 * @param folder the current folder of the user
 */
public record CommandEnvironment(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> variables,
        Optional<Path> home,
        Path folder) {
    public CommandEnvironment {
        variables = Map.copyOf(variables);
    }

    /** Returns the folder for run directories: the one that an option names, else SQUALL_RESULTS, else {@code results}. */
    public String results(Optional<String> option) {
        String inherited = variables.getOrDefault("SQUALL_RESULTS", "");
        return option.orElse(inherited.isEmpty() ? "results" : inherited);
    }

    /** Returns what the output streams of this process can show. */
    public TerminalStreams streams() {
        return TerminalStreams.of(System.getProperties(), variables, TerminalStreams.Color.AUTO);
    }

    /** Returns the environment of this process. */
    public static CommandEnvironment ofProcess() {
        return new CommandEnvironment(
                System.in,
                System.out,
                System.err,
                System.getenv(),
                Optional.ofNullable(System.getProperty("squall.home")).map(Path::of),
                Path.of(""));
    }
}
