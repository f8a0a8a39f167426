package squall.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * What a command finds around itself.
 *
 * @param home Squall's own folder, as the launcher tells it
 * @param folder which the user is in
 */
public record CommandEnvironment(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Optional<Path> home,
        Path folder) {
    public CommandEnvironment {
        environment = Map.copyOf(environment);
    }

    /** Where run directories go: the folder that an option names, else SQUALL_RESULTS, else {@code results}. */
    public String results(Optional<String> option) {
        String inherited = environment.getOrDefault("SQUALL_RESULTS", "");
        return option.orElse(inherited.isEmpty() ? "results" : inherited);
    }

    /** Those of this process. */
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
