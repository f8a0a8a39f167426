package squall.apps.cli;

import java.util.function.Consumer;
import squall.cli.TargetRegistry;
import squall.spi.Target;
import squall.system.CommandException;
import squall.system.ExitCode;

/** The databases of Squall's own that stand in where no address was given. */
final class EmbeddedTargets {
    private EmbeddedTargets() {}

    /** The one of this name, started if it does not run. @param say hears what takes longer than a moment, and where it is */
    static Target up(String kind, Consumer<String> say) throws CommandException, InterruptedException {
        Target target = TargetRegistry.load()
                .up(kind, "the embedded database", say)
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE,
                        "this installation has no embedded database: name one with --nodes or --url"));
        say.accept("embedded database at " + target.url() + " (--nodes or --url names another)");
        return target;
    }
}
