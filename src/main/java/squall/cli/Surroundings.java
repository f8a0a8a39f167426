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
public record Surroundings(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        Optional<Path> home,
        Path folder) {
    public Surroundings {
        environment = Map.copyOf(environment);
    }

    /** Those of this process. */
    public static Surroundings ofProcess() {
        return new Surroundings(
                System.in,
                System.out,
                System.err,
                System.getenv(),
                Optional.ofNullable(System.getProperty("squall.home")).map(Path::of),
                Path.of(""));
    }
}
