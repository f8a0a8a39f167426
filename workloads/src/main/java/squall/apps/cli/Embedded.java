package squall.apps.cli;

import java.io.IOException;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import squall.cli.CommandException;
import squall.cli.ExitCode;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/** The databases of Squall's own that stand in where no address was given. */
final class Embedded {
    private Embedded() {}

    /** The one of this name, started if it does not run. @param say hears what takes longer than a moment, and where it is */
    static Target up(String kind, Consumer<String> say) throws CommandException, InterruptedException {
        TargetProvider provider = ServiceLoader.load(TargetProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(known -> known.kind().equals(kind))
                .findFirst()
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE,
                        "this installation has no embedded database: name one with --nodes or --url"));
        try {
            Target target = provider.up(Options.none(kind), say);
            say.accept("embedded database at " + target.url() + " (--nodes or --url names another)");
            return target;
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.UNREACHABLE, "the embedded database does not start: " + e.getMessage(), e);
        }
    }
}
