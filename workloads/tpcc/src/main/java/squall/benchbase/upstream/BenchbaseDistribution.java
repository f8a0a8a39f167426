package squall.benchbase.upstream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import squall.system.CommandException;
import squall.system.ExitCode;

/**
 * The user's BenchBase: a jar, with {@code lib/}, {@code config/} and {@code data/} next to it.
 *
 * @param jar absolute
 */
public record BenchbaseDistribution(Path jar) {
    private static final String JAR = "BENCHBASE_JAR";
    private static final String HOME = "BENCHBASE_HOME";

    /**
     * The one that the environment names, BENCHBASE_JAR before BENCHBASE_HOME; empty if it names none.
     *
     * @throws CommandException if there is no BenchBase where it points to
     */
    public static Optional<BenchbaseDistribution> of(Map<String, String> environment, Path folder)
            throws CommandException {
        String jar = environment.getOrDefault(JAR, "");
        String home = environment.getOrDefault(HOME, "");
        if (!jar.isEmpty()) {
            return Optional.of(checked(JAR + "=" + jar, folder.resolve(jar)));
        }
        return home.isEmpty()
                ? Optional.empty()
                : Optional.of(checked(HOME + "=" + home, folder.resolve(home).resolve("benchbase.jar")));
    }

    /** Where {@code config/}, {@code data/} and {@code scripts/} are. */
    public Path home() {
        Path home = jar.getParent();
        return home == null ? jar : home;
    }

    private static BenchbaseDistribution checked(String where, Path jar) throws CommandException {
        Path absolute = jar.toAbsolutePath().normalize();
        if (!Files.isRegularFile(absolute)) {
            throw new CommandException(ExitCode.USAGE, where + ": no such file: " + absolute);
        }
        BenchbaseDistribution found = new BenchbaseDistribution(absolute);
        Path plugins = found.home().resolve("config/plugin.xml");
        if (!Files.isRegularFile(plugins)) {
            throw new CommandException(
                    ExitCode.USAGE,
                    where + ": BenchBase needs " + plugins + ", which does not exist; unpack its complete archive");
        }
        return found;
    }
}
