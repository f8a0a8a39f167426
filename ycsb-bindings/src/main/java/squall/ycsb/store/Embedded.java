package squall.ycsb.store;

import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Targets;
import squall.spi.Target;

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
        Target target = Targets.load(classes)
                .up(kind, "no " + property + ", and " + name, say)
                .orElseThrow(() -> new CommandException(
                        ExitCode.USAGE, property + " is missing, for example -p " + property + "=" + example));
        say.accept("no " + property + ": using " + name + " at " + target.url());
        return target;
    }
}
