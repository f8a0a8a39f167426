package squall.cli;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;
import squall.system.CommandException;
import squall.system.ExitCode;

/** Registry of the databases that this installation can start by itself, by kind. @param providers in the order of the class path */
public record TargetRegistry(List<TargetProvider> providers) {
    public TargetRegistry {
        providers = List.copyOf(providers);
    }

    /** Loads the providers on the class path of the calling thread. */
    public static TargetRegistry load() {
        return load(Thread.currentThread().getContextClassLoader());
    }

    public static TargetRegistry load(ClassLoader classes) {
        return new TargetRegistry(ServiceLoader.load(TargetProvider.class, classes).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
    }

    /** Lists the kinds as users type them. */
    public List<String> kinds() {
        return providers.stream().map(TargetProvider::kind).toList();
    }

    /**
     * Returns the running target of this kind, after starting it if necessary; empty if this installation has no provider of it.
     *
     * @param name of the target in the message of a failure
     * @param say receives one line for each step that takes noticeable time
     * @throws CommandException if it does not start here
     */
    public Optional<Target> up(String kind, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        return up(kind, Map.of(), name, say);
    }

    /** Returns the running target with these options, as the method above. @throws IllegalArgumentException if it has no such options */
    public Optional<Target> up(String kind, Map<String, String> options, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        for (TargetProvider provider : providers) {
            if (provider.kind().equals(kind)) {
                return Optional.of(up(provider, new Options(kind, options), name, say));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the embedded database of this kind, started if it was not.
     *
     * @param options by which users name another, for messages
     * @param say receives one line for each step that takes noticeable time, and where it is
     * @throws CommandException if it does not start here, or this installation has none
     */
    public Target embedded(String kind, String options, StartMessages say)
            throws CommandException, InterruptedException {
        Target target = up(kind, "the embedded database", say)
                .orElseThrow(() -> new CommandException(
                        ExitCode.UNREACHABLE, "this installation has no embedded database: name one with " + options));
        announce("embedded database at " + target.url() + " (" + options + " names another)", kind, Map.of(), say);
        return target;
    }

    /** Announces a target that is ready, and if it stays up after the command, how to end it. @param line where it is */
    public void announce(String line, String kind, Map<String, String> options, StartMessages say) {
        Options chosen = new Options(kind, options);
        Optional<TargetProvider> provider =
                providers.stream().filter(each -> each.kind().equals(kind)).findFirst();
        Optional<String> down = provider.flatMap(each -> each.downCommand(chosen));
        say.accept(line + down.map(command -> "; it stays up: " + command).orElse(""));
        if (down.isPresent()) {
            TargetProvider own = provider.get();
            RemainingDatabase remaining = new RemainingDatabase(down.get(), own.commandsWhenDown(chosen));
            say.staysUp(() -> kind + " " + remaining.state(() -> own.runs(chosen)));
        }
    }

    private static Target up(TargetProvider provider, Options options, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        try {
            return provider.up(options, say);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, name + " did not start: " + e.getMessage(), e);
        }
    }
}
