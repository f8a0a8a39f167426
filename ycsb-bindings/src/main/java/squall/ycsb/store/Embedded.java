package squall.ycsb.store;

import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/**
 * A database of Squall's own that stands in where no address was given.
 *
 * @param kind of the target provider
 * @param name for messages
 * @param property that lacks, with an example
 */
public record Embedded(String kind, String name, String property, String example) {
    /**
     * Starts it if it does not run.
     *
     * @param say hears what takes its time, one line each
     * @throws CommandException if it cannot be started here, or this installation has none
     */
    public Target up(ClassLoader classes, Consumer<String> say) throws CommandException, InterruptedException {
        for (TargetProvider provider : ServiceLoader.load(TargetProvider.class, classes)) {
            if (provider.kind().equals(kind)) {
                Target target = up(provider, say);
                say.accept("no " + property + ": using " + name + " at " + target.url());
                return target;
            }
        }
        throw new CommandException(
                ExitCode.USAGE, property + " is missing, for example -p " + property + "=" + example);
    }

    private Target up(TargetProvider provider, Consumer<String> say) throws CommandException, InterruptedException {
        try {
            return provider.up(Options.none(kind), say);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE, "no " + property + ", and " + name + " does not start: " + e.getMessage(), e);
        }
    }
}
