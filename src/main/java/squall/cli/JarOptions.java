package squall.cli;

import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import squall.system.CommandException;

/** Options that add jars: a JDBC driver, a dialect, any provider. Mix in with {@code @Mixin}; subcommands inherit them. */
public final class JarOptions {
    @Option(
            names = {"-cp", "--cp"},
            paramLabel = "PATH",
            scope = ScopeType.INHERIT,
            description = "Jars and folders to add before Squall's own: a JDBC driver, a dialect, a provider.")
    private String classPath = "";

    @Option(
            names = "--driver",
            paramLabel = "CLASS",
            scope = ScopeType.INHERIT,
            description = "Class of the JDBC driver, if its jar does not register it.")
    private String driver = "";

    /**
     * Returns the class of the driver, empty if none was given. The launcher has put the class path before Squall's own.
     *
     * @throws CommandException if a path on the class path does not exist
     */
    public String driver() throws CommandException {
        ClassPath.of(classPath);
        return driver;
    }

    public boolean given() {
        return !classPath.isEmpty() || !driver.isEmpty();
    }
}
