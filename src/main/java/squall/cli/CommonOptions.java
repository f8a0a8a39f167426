package squall.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Option;
import squall.system.SquallVersion;

/** Options that every command has; mix in with {@code @Mixin}. */
@Command(versionProvider = CommonOptions.Versions.class)
public final class CommonOptions {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help.")
    private boolean help;

    @Option(names = "--version", versionHelp = true, description = "Show the version.")
    private boolean version;

    @Option(names = "--debug", description = "Show stack traces.")
    private boolean debug;

    public boolean debug() {
        return debug;
    }

    @Override
    public String toString() {
        return "help " + help + ", version " + version + ", debug " + debug;
    }

    /** Options of a command that has an option {@code --version} of its own. */
    public static final class WithoutVersion {
        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "Show this help.")
        private boolean help;

        @Option(names = "--debug", description = "Show stack traces.")
        private boolean debug;

        @Override
        public String toString() {
            return "help " + help + ", debug " + debug;
        }
    }

    /** Provider of the version for picocli. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {SquallVersion.current().line()};
        }
    }
}
