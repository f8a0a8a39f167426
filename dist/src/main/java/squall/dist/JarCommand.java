package squall.dist;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import squall.apps.cli.SampleAppsCommand;
import squall.cli.CommandEnvironment;

/**
 * {@code java -jar lib/squall.jar}: {@code bin/sample-apps} in the form in which yb-sample-apps is started, so that its commands carry over.
 * What a launcher tells a command of the installation is found by the place of the jar.
 */
public final class JarCommand {
    private JarCommand() {}

    public static void main(String[] args) {
        System.exit(SampleAppsCommand.execute(List.of(args), surroundings(CommandEnvironment.ofProcess())));
    }

    private static CommandEnvironment surroundings(CommandEnvironment process) {
        return new CommandEnvironment(
                process.in(),
                process.out(),
                process.err(),
                process.environment(),
                process.home().or(JarCommand::home),
                process.folder());
    }

    /** The folder that {@code lib} is in; empty if the jar stands somewhere else. */
    private static Optional<Path> home() {
        try {
            Path jar = Path.of(JarCommand.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            return Optional.ofNullable(jar.getParent())
                    .map(lib -> lib.resolveSibling("workloads"))
                    .filter(Files::isDirectory)
                    .map(Path::getParent);
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the location of the jar is not a path: " + e.getMessage(), e);
        }
    }
}
