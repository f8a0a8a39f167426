package squall.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import squall.spi.Options;
import squall.spi.Target;
import squall.spi.TargetProvider;

/** The databases that this installation makes ready by itself, by kind. @param providers in the order of the class path */
public record Targets(List<TargetProvider> providers) {
    public Targets {
        providers = List.copyOf(providers);
    }

    /** Those of the thread's class path. */
    public static Targets load() {
        return load(Thread.currentThread().getContextClassLoader());
    }

    public static Targets load(ClassLoader classes) {
        return new Targets(ServiceLoader.load(TargetProvider.class, classes).stream()
                .map(ServiceLoader.Provider::get)
                .toList());
    }

    /** As users type them. */
    public List<String> kinds() {
        return providers.stream().map(TargetProvider::kind).toList();
    }

    /**
     * The running target of this kind, started if it was not; empty if this installation has none.
     *
     * @param name what the message of a failure calls it
     * @param say hears what takes longer than a moment, one line each
     * @throws CommandException if it does not start here
     */
    public Optional<Target> up(String kind, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        for (TargetProvider provider : providers) {
            if (provider.kind().equals(kind)) {
                return Optional.of(up(provider, name, say));
            }
        }
        return Optional.empty();
    }

    private static Target up(TargetProvider provider, String name, Consumer<String> say)
            throws CommandException, InterruptedException {
        try {
            return provider.up(Options.none(provider.kind()), say);
        } catch (IOException e) {
            throw new CommandException(ExitCode.UNREACHABLE, name + " does not start: " + e.getMessage(), e);
        }
    }
}
