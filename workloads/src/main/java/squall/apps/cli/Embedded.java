package squall.apps.cli;

import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.cli.Targets;
import squall.spi.Target;

/** The databases of Squall's own that stand in where no address was given. */
final class Embedded {
    private Embedded() {}

    /** The one of this name, started if it does not run. @param say hears what takes longer than a moment, and where it is */
    static Target up(String kind, Consumer<String> say) throws CommandException, InterruptedException {
        Target target = Targets.load()
                .up(kind, "the embedded database", say)
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE,
                        "this installation has no embedded database: name one with --nodes or --url"));
        say.accept("embedded database at " + target.url() + " (--nodes or --url names another)");
        return target;
    }
}
